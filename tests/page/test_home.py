"""A phone in the home network: the code on the GM's screen is read as a camera reads it, and what stands in it leads to the seat.

The server and the phone are two machines: each has a network of its own, with one line between them and nothing else.
"""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Browser, BrowserType

from tests.page.hands import DESKTOP, PHONE, Person, join, open_table
from tests.page.running import CATALOGUE, CHROMIUM, ROOT, WEB
from tests.table.running import free_port

SERVER, LINE, FAR_LINE = "10.213.77.2", "qt-near", "qt-far"
PIXELS = """async (png) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0);
  let said = "";
  for (const value of pen.getImageData(0, 0, canvas.width, canvas.height).data) said += String.fromCharCode(value);
  return [canvas.width, canvas.height, btoa(said)];
}"""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, timeout=20)


class Home:
    """Two machines and the line between them."""

    def __init__(self, near: str, far: str) -> None:
        self.near = near
        self.far = far

    def command(self, machine: str, *words: str) -> list[str]:
        return ["ip", "netns", "exec", machine, *words]

    def chromium(self, kind: BrowserType, machine: str, folder: Path) -> Browser:
        """A browser that runs on this machine."""
        program = folder / f"chromium-{machine}"
        program.write_text(f'#!/bin/sh\nexec ip netns exec {machine} {CHROMIUM} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        return kind.launch(executable_path=program, args=["--no-sandbox"])


@pytest.fixture
def home() -> Iterator[Home]:
    if not shutil.which("ip"):
        pytest.skip("there is no `ip` here to make networks with (Debian: apt install iproute2)")
    near, far = f"quintain-near-{os.getpid()}", f"quintain-far-{os.getpid()}"
    with contextlib.ExitStack() as made:
        try:
            for name in (near, far):
                ip("netns", "add", name)
                made.callback(ip, "netns", "del", name)
                ip("-n", name, "link", "set", "lo", "up")
            ip("link", "add", LINE, "netns", near, "type", "veth", "peer", "name", FAR_LINE, "netns", far)
        except subprocess.CalledProcessError as no:
            pytest.skip(f"networks cannot be made here, for want of rights: {no.stderr.decode().strip()}")
        for name, line, address in ((near, LINE, SERVER), (far, FAR_LINE, "10.213.77.3")):
            ip("-n", name, "addr", "add", f"{address}/24", "dev", line)
            ip("-n", name, "link", "set", line, "up")
        ip("-n", near, "route", "add", "default", "via", "10.213.77.3")
        yield Home(near, far)


@contextlib.contextmanager
def served(home: Home, folder: Path) -> Iterator[tuple[int, list[str]]]:
    """`quintain serve` as people start it; its port, and what it printed. The shipped encounters are read by then: on a busy machine
    that takes longer than a page should be waited for."""
    port = free_port()
    folder.mkdir()
    for kept in CATALOGUE.glob("systems-*.json"):
        shutil.copy(kept, folder)
    packages = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src"), str(ROOT / "importer" / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(packages), "QUINTAIN_PAGE": str(WEB / "dist")}
    words = [sys.executable, "-m", "quintain", "serve", "--no-browser", "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(home.command(home.near, *words), env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    read = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{port}/api/systems', timeout=120)"
    try:
        said = [process.stdout.readline() for _ in range(3)]
        subprocess.run(home.command(home.near, sys.executable, "-c", read), check=True, capture_output=True, timeout=150)
        yield port, said
    finally:
        process.terminate()
        process.communicate(timeout=30)


def read_code(picture: bytes, beside: Browser) -> list[str]:
    """What a camera finds in a picture."""
    page = beside.new_page()
    width, height, said = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    page.close()
    pixels = np.frombuffer(base64.b64decode(said), dtype=np.uint8).reshape(height, width, 4)
    return [found.text for found in zxingcpp.read_barcodes(np.ascontiguousarray(pixels[:, :, :3]))]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_reads_the_code_and_plays(browser: Browser, home: Home, tmp_path: Path, dark: bool) -> None:
    kind = browser.browser_type
    with served(home, tmp_path / "data") as (port, said), contextlib.ExitStack() as open_now:
        told = "".join(said)
        assert f"In this network: http://{SERVER}:{port}/" in told and "not encrypted" in told, told
        near, far = (home.chromium(kind, machine, tmp_path) for machine in (home.near, home.far))
        for one in (near, far):
            open_now.callback(one.close)
        gm, phone = Person(near, "gm", DESKTOP, dark), Person(far, "ana", PHONE, dark)
        links = open_table(gm, f"http://127.0.0.1:{port}", "clash/spines", ["Ana"])
        seat = gm.page.locator("[data-seat='Ana']")
        codes = read_code(seat.screenshot(), near)
        gm.picture(f"code-{'dark' if dark else 'light'}")
        assert codes == [links["Ana"]] and codes[0].startswith(f"http://{SERVER}:{port}/#/join/"), codes
        join(phone, codes[0])
        assert not phone.page.evaluate("() => window.isSecureContext"), "plain HTTP, as at home"
        answered = False
        for _ in range(40):
            phone.caught_up()
            before = phone.page.evaluate("() => window.__live.view.log.length")
            if phone.act().how:
                phone.caught_up()
                answered = phone.page.evaluate("() => window.__live.view.log.length") > before
            if answered:
                break
            gm.act()
        assert answered, "the phone's answer did not get through"
        assert phone.problems == [] and gm.problems == []
        for person in (gm, phone):
            person.close()
