"""Complete web/package-lock.json: npm leaves out the builds for other machines where it cannot fetch them while locking.

`npm ci` refuses such a file on other machines, and older versions of npm everywhere. Run after every `npm install`:

    python tools/lock_page.py
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parent.parent / "web" / "package-lock.json"
SYSTEMS = ("aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32")
MACHINES = ("arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64")
EXACT = re.compile(r"\d+\.\d+\.\d+\S*")


def completed(lock: dict[str, Any]) -> dict[str, Any]:
    """The lock with an entry for every optional package that another one names by its exact version."""
    packages = dict(lock["packages"])
    for entry in lock["packages"].values():
        for name, version in entry.get("optionalDependencies", {}).items():
            place = f"node_modules/{name}"
            if place not in packages and EXACT.fullmatch(version):
                packages[place] = {"version": version, "dev": bool(entry.get("dev")), "optional": True, **machine(name)}
    return {**lock, "packages": dict(sorted(packages.items()))}


def machine(name: str) -> dict[str, list[str]]:
    """For which machines a package is, as its name says."""
    words = name.split("/")[-1].split("-")
    found: dict[str, list[str]] = {}
    if "wasm32" in words:
        return {"cpu": ["wasm32"]}
    systems = [system for system in SYSTEMS if system in words]
    machines = [one for one in MACHINES if one in words]
    libraries = [kind for word, kind in (("gnu", "glibc"), ("musl", "musl")) if word in words]
    for field, values in (("os", systems), ("cpu", machines), ("libc", libraries)):
        if values:
            found[field] = values[:1]
    return found


def main() -> int:
    before = LOCK.read_text(encoding="utf-8")
    after = json.dumps(completed(json.loads(before)), indent=2, ensure_ascii=False) + "\n"
    LOCK.write_text(after, encoding="utf-8")
    print("web/package-lock.json was complete." if before == after else "web/package-lock.json is complete now.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
