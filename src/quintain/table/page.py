"""The page's files: those packed with the package, or built in the source tree; else a plain page that says how to build it."""

from __future__ import annotations

import mimetypes
import os
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Quintain</title>
<h1>Quintain is running</h1>
<p>The page was not built into this copy. In the source tree, <code>npm ci &amp;&amp; npm run build</code> in the folder
<code>web</code> builds it; an installed package brings it along.</p>
<p>Programs can play all the same: the addresses are described in <a href="/openapi.json">openapi.json</a>.</p></html>"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def folder() -> Path | None:
    packed = Path(str(files("quintain").joinpath("page")))
    built = Path(os.environ.get("QUINTAIN_PAGE") or Path(__file__).resolve().parents[3] / "web" / "dist")
    return next((place for place in (packed, built) if (place / "index.html").is_file()), None)


class Page:
    """Answers everything that is not the service's own address."""

    def __init__(self) -> None:
        self.folder = folder()

    def answer(self, request: Request) -> Response:
        if self.folder is None:
            self.folder = folder()
        if self.folder is None:
            return HTMLResponse(NOT_BUILT)
        wanted = (self.folder / request.url.path.lstrip("/")).resolve()
        if wanted.is_relative_to(self.folder.resolve()) and wanted.is_file() and wanted.name != "index.html":
            lasting = "assets" in wanted.relative_to(self.folder.resolve()).parts
            cached = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(wanted, headers={"cache-control": cached})
        if "." in request.url.path.rsplit("/", 1)[-1]:
            return Response("There is no such file.", 404, media_type="text/plain")
        return FileResponse(self.folder / "index.html", headers={"cache-control": "no-cache"})
