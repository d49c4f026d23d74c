"""Answers as JSON, encoded once and fast."""

from __future__ import annotations

from starlette.responses import Response

from quintain.table.rows import packed


class Json(Response):
    media_type = "application/json"

    def __init__(self, data: object, status: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(packed(data), status, headers)
