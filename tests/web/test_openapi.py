"""The OpenAPI document is true: answers to requests made from it are as it says, and none breaks the server.

TILEWRIGHT_EXAMPLES sets how many requests each operation gets; a longer look is taken by hand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from support.serving_cases import serving
from support.web_cases import LIMITS
from tilewright.web.app import create_app
from tilewright.web.errors import SENTENCES
from tilewright.web.state import ServerSettings

EXAMPLES = int(os.environ.get("TILEWRIGHT_EXAMPLES", "8"))


def document() -> dict[str, Any]:
    """The document, made without a server."""
    made: dict[str, Any] = create_app(ServerSettings()).app.openapi()  # type: ignore[attr-defined]
    return made


OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    limits = replace(LIMITS, ask_seconds=2.0, solve_seconds=1.0, solves=4)
    with serving(tmp_path_factory.mktemp("web"), limits) as address:
        yield schemathesis.openapi.from_url(f"{address}/api/openapi.json")


@pytest.mark.parametrize("name", OPERATIONS)
def test_answers_are_as_described(name: str, api: Any) -> None:
    path, method, _ = OPERATIONS[name]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=api[path][method].as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(timeout=60, excluded_checks=[positive_data_acceptance])

    ask()


def test_every_operation_says_how_it_may_refuse() -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        missing = {str(status) for status in SENTENCES} - operation["responses"].keys()
        assert not missing, f"{name} leaves out {missing}"
        for status in SENTENCES:
            (schema,) = operation["responses"][str(status)]["content"].values()
            assert schema["schema"]["$ref"].endswith("/Fault")


def test_every_operation_is_described() -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        assert operation["description"].endswith((".", "?")), name
        assert operation["tags"], name
