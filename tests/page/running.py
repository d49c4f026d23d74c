"""The service as a process of its own, the page built from its sources, and where pictures go."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PICTURES = ROOT / "build" / "pictures"
CATALOGUE = ROOT / "build" / "catalogue"
"""What the service worked out of the shipped encounters, kept under a mark of them: read once, and not by each server of each run."""
CHROMIUM = next((found for found in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(found).exists()), "")


def why_not() -> str:
    """What keeps these tests from running here; empty if nothing does."""
    if not CHROMIUM:
        return "there is no Chromium here (Debian: apt install chromium)"
    if not (WEB / "node_modules").is_dir() and not (WEB / "dist" / "index.html").is_file():
        return "the page is not built here: npm ci && npm run build in web/"
    return ""


def build() -> None:
    """Build the page where its sources are newer than what was built."""
    made = WEB / "dist" / "index.html"
    sources = [path for folder in (WEB / "src", WEB / "public") for path in folder.rglob("*") if path.is_file()]
    newest = max(path.stat().st_mtime for path in [*sources, WEB / "index.html", WEB / "package.json", WEB / "vite.config.ts"])
    if made.is_file() and made.stat().st_mtime >= newest:
        return
    if not (WEB / "node_modules").is_dir():
        return
    node = shutil.which("npm")
    assert node, "npm is needed to build the page"
    subprocess.run([node, "run", "build"], cwd=WEB, check=True, capture_output=True)


class Service:
    """`quintain serve` on a free port, with its data in a folder of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, warm: bool = True) -> None:
        self.folder = folder
        self.warm = warm
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Service:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        for kept in CATALOGUE.glob("systems-*.json"):
            shutil.copy(kept, self.folder)
        # Its workers give way to everything else on the machine, which here is other tests: then they would never have a turn.
        program = (
            "import sys; from quintain.table.jobs import Lane; from quintain.table.serve import main; "
            "began = Lane.__init__; Lane.__init__ = lambda lane, workers, niceness: began(lane, workers, 0); "
            f"sys.exit(main(host='127.0.0.1', port={self.port}, data={str(self.folder)!r}, open_browser=False))"
        )
        # What the tests import comes first: where they run on the compiled build, the service does too.
        packages = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src"), str(ROOT / "importer" / "src")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(packages), "QUINTAIN_PAGE": str(WEB / "dist")}
        self.process = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.DEVNULL)
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.address}/health", timeout=2) as answer:
                if answer.status == 200:
                    break
            assert self.process.poll() is None, "the service did not start"
            time.sleep(0.1)
        else:
            raise AssertionError("the service did not answer within 30 seconds")
        if not self.warm:
            return
        # The shipped encounters are read once; on a busy machine that takes longer than a page should be waited for.
        with urllib.request.urlopen(f"{self.address}/api/systems", timeout=120) as answer:
            assert answer.status == 200
        CATALOGUE.mkdir(parents=True, exist_ok=True)
        for found in self.folder.glob("systems-*.json"):
            if not (CATALOGUE / found.name).exists():
                shutil.copy(found, CATALOGUE / f"{found.name}.{self.port}")
                (CATALOGUE / f"{found.name}.{self.port}").replace(CATALOGUE / found.name)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
