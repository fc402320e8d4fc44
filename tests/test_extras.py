"""What is said about optional libraries that cannot be imported."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from support.cli import run
from tilewright.extras import EXTRAS, import_failure

DEVELOPMENT = {"bench", "dev", "docs", "lint", "test"}
"""Extras that no user of the program needs."""


def failure_of(module: str, extra: str) -> str:
    with pytest.raises(ImportError) as caught:
        __import__(module)
    return import_failure("this needs", extra, caught.value)


def test_the_extras_are_those_of_the_package() -> None:
    path = Path(__file__).resolve().parents[1] / "pyproject.toml"
    listed = tomllib.loads(path.read_text())["project"]["optional-dependencies"]
    libraries = {
        extra: tuple(re.split("[<>=]", requirement)[0] for requirement in requirements)
        for extra, requirements in listed.items()
    }
    assert {extra: libraries[extra] for extra in libraries.keys() - DEVELOPMENT} == EXTRAS


@pytest.mark.parametrize(
    ("extra", "library"), [(extra, library) for extra, libraries in EXTRAS.items() for library in libraries]
)
def test_a_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch, extra: str, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    expected = (
        f"this needs {library}, which the extra '{extra}' installs (in a checkout: pip install '.[{extra}]')"
    )
    assert failure_of(library, extra) == expected


@pytest.mark.parametrize(
    "cause",
    [
        "import a_missing_library",
        "raise ImportError('libhighs.so: bad', name='ortools')",
        "raise ImportError('libhighs.so: bad')",
    ],
)
def test_a_broken_library_says_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cause: str) -> None:
    (tmp_path / "ortools.py").write_text(cause)
    monkeypatch.delitem(sys.modules, "ortools", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    said = failure_of("ortools", "models")
    assert "cannot be imported: " in said and ("a_missing_library" in said or "libhighs.so: bad" in said)
    assert "the extra 'models'" in said and "pip install" not in said


def test_the_web_pages_name_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("tilewright.web.server")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("serve")
    assert result.exit_code == 2
    assert "the web pages need uvicorn, which the extra 'web' installs" in result.stderr
