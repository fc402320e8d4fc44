"""The docs name every command, format and engine, and name none that is not there.

The Python examples in README.md and docs/ run as doctests of their own (see pyproject.toml).
"""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest
from markdown import markdown

from support.console_blocks import with_output
from tilewright.cli.program import command_summaries, program
from tilewright.families.gunport.cli.board import BoardGroup
from tilewright.formats import FORMATS
from tilewright.solve.engines.registry import ENGINES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def headed(page: str) -> set[str]:
    """All words, in small letters, of the headings of a page in docs/."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    return {word for line in lines if line.startswith("#") for word in re.findall(r"[\w-]+", line.lower())}


def shell_lines() -> list[tuple[str, str]]:
    """(page, line) for every line in a shell block of the pages that calls tilewright or make."""
    found = []
    for page in PAGES:
        for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
            if language not in ("sh", "shell", "bash", "console"):
                continue
            for line in block.replace("\\\n", " ").splitlines():
                words = line.strip().removeprefix("$ ").removeprefix(".venv/bin/")
                if words.split(" ")[0] in ("tilewright", "make"):
                    found.append((page.name, words))
    return found


def test_the_generated_reference_has_every_command() -> None:
    page = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    html = markdown(page, extensions=["mkdocs-click", "attr_list"])
    headings = re.findall(r"<h\d[^>]*>(.*?)</h\d>", html)
    assert {
        name for name in command_summaries() if not any(name in text.split() for text in headings)
    } == set()


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_heading(name: str) -> None:
    assert name in headed("reference/formats.md")


@pytest.mark.parametrize("name", list(ENGINES))
def test_every_engine_has_a_heading(name: str) -> None:
    assert name in headed("explanation/engines.md")


def test_the_readme_shows_shell_lines() -> None:
    assert "README.md" in {page for page, _ in shell_lines()}


@pytest.mark.parametrize(("page", "line"), shell_lines())
def test_shell_lines_use_what_there_is(page: str, line: str) -> None:
    words = shlex.split(line, comments=True)
    for stop in ("|", ">", "&&", ";"):
        words = words[: words.index(stop)] if stop in words else words
    if words[0] == "make":
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert set(words[1:]) <= set(targets)
        return
    command: click.Command = program
    for word in words[1:]:
        if word.startswith("-") and word != "-":
            with click.Context(command) as context:
                known = {name for parameter in command.get_params(context) for name in parameter.opts}
            assert word.partition("=")[0] in known, f"{page}: {command.name} has no option {word}"
        elif isinstance(command, click.Group):
            with click.Context(command) as context:
                found = command.get_command(context, word)
            if isinstance(command, BoardGroup) and found is None:
                continue  # the word is a board
            assert found is not None, f"{page}: there is no command {word}"
            command = found


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")])
def test_console_blocks_show_what_is_printed(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_output(text, tmp_path) == text, "run python -m support.console_blocks on the page, in tests"


def python_program(page: Path) -> str:
    """The Python examples of a page as one program."""
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    return "".join(example.source for example in examples)


def test_the_programs_of_the_pages_pass_strict_type_checks(tmp_path: Path) -> None:
    mypy = pytest.importorskip("mypy.api")
    programs = []
    for page in PAGES:
        if program_text := python_program(page):
            programs.append(tmp_path / f"page_{page.stem.replace('-', '_').replace('.', '_')}.py")
            programs[-1].write_text(program_text, encoding="utf-8")
    assert len(programs) > 10
    # With the project's settings, so that its cache is used.
    report, errors, status = mypy.run(["--config-file", str(ROOT / "pyproject.toml"), *map(str, programs)])
    assert status == 0, report + errors
