"""The OpenAPI document is complete, and what the service answers is what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from quintain.table.app import make_app
from quintain.table.client import Server
from quintain.table.config import Config
from quintain.table.openapi import ANSWERS
from tests.support import many
from tests.table.running import serving

DOCUMENT = make_app(Config(data="unused")).openapi()
schema = schemathesis.openapi.from_dict(json.loads(json.dumps(DOCUMENT)))
schema.config.generation.update(allow_x00=False)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str, str]]:
    """A server with one table: its address, the table, the GM's cookie, and a player's link."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    with serving(folder, limits="none") as address:
        server = Server(address)
        gm, links = server.open("clash/spines", seats=["Ann"])
        yield address, gm.table, server.cookie_header(), links["Ann"]


@schema.parametrize()
@settings(
    max_examples=many(4, 300), deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_no_answer_is_undocumented_and_none_is_a_fault(case: Any, running: tuple[str, str, str, str]) -> None:
    address, table, cookie, link = running
    if case.path_parameters and "t" in case.path_parameters:
        case.path_parameters["t"] = table
    if case.operation.path.endswith("/leave"):  # whose cookie is worth nothing afterwards
        cookie = Server(address).enter(link).server.cookie_header()
    response = case.call(base_url=address, headers={"cookie": cookie}, timeout=60)
    assert response.status_code < 500 or response.status_code == 503
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance, response_schema_conformance])


def test_every_address_says_what_it_answers() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            good = [code for code in operation["responses"] if code.startswith("2")]
            assert good, f"{method} {path}"
            assert operation.get("description") or operation.get("summary"), f"{method} {path}"
            assert (method, path) in ANSWERS or path in ("/metrics", "/api/encounters/export"), f"{method} {path}"


def test_no_reference_leads_nowhere() -> None:
    text = json.dumps(DOCUMENT)
    known = DOCUMENT["components"]["schemas"]
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= set(known)
    assert {"ClientFrame", "ServerFrame", "View", "Changes", "OddsData", "Error"} <= set(known)
