"""``tilewright --version``, with and without ``--verbose``."""

from __future__ import annotations

import platform
from importlib import metadata

import pytest

import tilewright
from support.cli import run
from tilewright import _core
from tilewright.cli.version import version_text
from tilewright.extras import EXTRAS


def test_the_version_is_one_line() -> None:
    result = run("--version")
    assert result.stdout == f"tilewright {tilewright.__version__}\n"
    assert result.exit_code == 0


def test_verbose_names_compiler_instruction_sets_and_extras() -> None:
    result = run("--version", "--verbose")
    rows = dict(line.strip().split("  ", 1) for line in result.stdout.splitlines()[1:])
    rows = {name: value.strip() for name, value in rows.items()}
    assert rows["Python"].startswith(platform.python_version())
    assert rows["compiler"].startswith(("g++ ", "clang "))
    used = rows["instruction sets in use"].split(", ")
    assert used == _core.vector_units()
    assert used == rows["instruction sets compiled"].split(", ")[: len(used)]
    assert f"fastapi {metadata.version('fastapi')}" in rows["extra web"]
    assert not {"extra test", "extra docs"} & set(rows)


def test_an_extra_that_is_missing_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "web", ("no-such-package",))
    assert "extra web" in (text := version_text(verbose=True))
    assert "no-such-package (not installed)" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [(["--verbose"], "--verbose requires --version"), (["--debug"], "Missing command")],
)
def test_options_without_a_command_are_refused(words: list[str], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
