"""The OpenAPI document is complete, and what the service answers is what it says."""

from __future__ import annotations

import itertools
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
from quintain.table.client import Seat, Server
from quintain.table.config import Config
from quintain.table.openapi import ANSWERS
from tests.support import many
from tests.table.phone import check, conforms
from tests.table.running import serving

DOCUMENT = make_app(Config(data="unused")).openapi()
schema = schemathesis.openapi.from_dict(json.loads(json.dumps(DOCUMENT)))
LEAVING = itertools.count()
schema.config.generation.update(allow_x00=False)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """The GM's seat at a server with one table."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    with serving(folder, limits="none") as address:
        server = Server(address)
        gm, _ = server.open("clash/spines", seats=["Ann"])
        yield gm


@schema.parametrize()
@settings(
    max_examples=many(4, 300), deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_no_answer_is_undocumented_and_none_is_a_fault(case: Any, running: Seat) -> None:
    gm, cookie = running, running.server.cookie_header()
    if case.path_parameters and "t" in case.path_parameters:
        case.path_parameters["t"] = gm.table
    if case.path_parameters and case.path_parameters.get("seat") == "gm":  # whose cookie is worth nothing after a renewal
        case.path_parameters["seat"] = "Ann"
    if case.operation.path.endswith("/leave"):
        link = gm.call("POST", "/seats", {"seat": f"Leo{next(LEAVING)}"})["url"]
        cookie = Server(gm.server.address).enter(link).server.cookie_header()
    response = case.call(base_url=gm.server.address, headers={"cookie": cookie}, timeout=60)
    assert response.status_code < 500 or response.status_code == 503
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance, response_schema_conformance])


def test_every_address_says_what_it_answers() -> None:
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            good = [code for code in operation["responses"] if code.startswith("2")]
            assert good, f"{method} {path}"
            assert operation.get("description") or operation.get("summary"), f"{method} {path}"
            assert (method, path) in ANSWERS or path in ("/metrics", "/api/encounters/export"), f"{method} {path}"


WITHOUT = {"/api/import", "/api/replay", "/api/fair"}
"""Addresses that take whole files."""


def test_every_request_and_answer_has_an_example_that_is_one() -> None:
    """Answers that are data of the rules have none: views, records, encounters, forms."""
    for path, operations in DOCUMENT["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            assert body is None or "example" in body or path in WITHOUT, f"{method} {path} has no example of what to send"
            if body is not None and "example" in body:
                conforms(body["schema"], body["example"])
            code = next(code for code in operation["responses"] if code.startswith("2"))
            answer = operation["responses"][code]["content"].get("application/json", {})
            name = answer.get("schema", {}).get("$ref", "").rsplit("/", 1)[-1]
            example = answer.get("example") or DOCUMENT["components"]["schemas"].get(name, {}).get("example")
            assert not name or name == "View" or example, f"{method} {path} has no example of its answer"
            if example:
                check(name, example)


def test_the_check_of_examples_notices_one_that_is_none() -> None:
    with pytest.raises(AssertionError, match="seat"):
        check("Link", {"seat": 1})
    with pytest.raises(AssertionError, match="frights"):
        check("LabJob", {"kind": "forecast", "frights": 3})


def test_no_reference_leads_nowhere() -> None:
    text = json.dumps(DOCUMENT)
    known = DOCUMENT["components"]["schemas"]
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= set(known)
    assert {"ClientFrame", "ServerFrame", "View", "Changes", "OddsData", "Error"} <= set(known)
