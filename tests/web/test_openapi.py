"""The OpenAPI document is correct: responses to requests generated from it match it, and none breaks the
server.

TILEWRIGHT_EXAMPLES sets the number of requests for each operation.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from support.serving_cases import running_server
from support.waiting import HANGS_S
from support.web_cases import LIMITS
from tilewright.web.app import create_api
from tilewright.web.errors import ERROR_DESCRIPTIONS
from tilewright.web.settings import ServerSettings
from tilewright.web.state import AppState

EXAMPLES = int(os.environ.get("TILEWRIGHT_EXAMPLES", "8"))


def document() -> dict[str, Any]:
    """The document, created without a server."""
    return create_api(AppState.create(ServerSettings())).openapi()


OPERATIONS = {
    operation["operationId"]: (path, method, operation)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    import schemathesis  # here, as it is large: each worker imports all modules

    limits = replace(LIMITS, request_time_s=2.0, solve_time_s=1.0, max_solves=4)
    with running_server(tmp_path_factory.mktemp("web"), limits) as address:
        yield schemathesis.openapi.from_url(f"{address}/api/openapi.json")


@pytest.mark.parametrize("name", OPERATIONS)
def test_responses_match_the_document(name: str, api: Any) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance

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
        case.call_and_validate(timeout=HANGS_S, excluded_checks=[positive_data_acceptance])

    ask()


def test_every_operation_documents_its_errors() -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        missing = {str(status) for status in ERROR_DESCRIPTIONS} - operation["responses"].keys()
        assert not missing, f"{name} leaves out {missing}"
        for status in ERROR_DESCRIPTIONS:
            (schema,) = operation["responses"][str(status)]["content"].values()
            assert schema["schema"]["$ref"].endswith("/ErrorBody")


def test_every_operation_has_a_description() -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        assert operation["description"].endswith((".", "?")), name
        assert operation["tags"], name
