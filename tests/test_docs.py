"""The docs name every command, format and engine, and name none that is not there.

The Python examples in README.md and docs/ run as doctests of their own (see pyproject.toml).
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from markdown import markdown

from support.console_blocks import with_output
from support.shell_lines import PageFile, ShellLine, environment
from support.shell_lines import steps as shell_steps
from tilewright.cli.program import command_summaries, program
from tilewright.families.gunport.cli.board import BoardGroup
from tilewright.formats import FORMATS
from tilewright.solving.engines.registry import ENGINES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def headed(page: str) -> set[str]:
    """All words, in small letters, of the headings of a page in docs/."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    return {word for line in lines if line.startswith("#") for word in re.findall(r"[\w-]+", line.lower())}


def shell_lines() -> list[tuple[str, str]]:
    """(page, line) for every line in a shell block of the pages that calls tilewright or make."""
    pairs = []
    for page in PAGES:
        for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
            if language not in ("sh", "shell", "bash", "console"):
                continue
            for line in block.replace("\\\n", " ").splitlines():
                words = line.strip().removeprefix("$ ").removeprefix(".venv/bin/")
                if words.split(" ")[0] in ("tilewright", "make"):
                    pairs.append((page.name, words))
    return pairs


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
                command_found = command.get_command(context, word)
            if isinstance(command, BoardGroup) and command_found is None:
                continue  # the word is a board
            assert command_found is not None, f"{page}: there is no command {word}"
            command = command_found


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")])
def test_console_blocks_show_what_is_printed(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_output(text, tmp_path) == text, "run python -m support.console_blocks on the page, in tests"


def python_program(page: Path) -> str:
    """The Python examples of a page as one program."""
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    return "".join(example.source for example in examples)


def test_the_programs_of_the_pages_pass_strict_type_checks(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    programs = []
    for page in PAGES:
        if program_text := python_program(page):
            programs.append(tmp_path / f"page_{page.stem.replace('-', '_').replace('.', '_')}.py")
            programs[-1].write_text(program_text, encoding="utf-8")
    assert len(programs) > 10
    # With the project's settings, so that its cache is used.
    settings = ("--config-file", ROOT / "pyproject.toml")
    line = [sys.executable, "-m", "mypy", *map(str, (*settings, *programs))]
    done = subprocess.run(line, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


PAGES_OF_COMMANDS = [page for page in PAGES if any(shell_steps(page.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("page", PAGES_OF_COMMANDS)
def test_shell_lines_run_in_an_empty_directory(page: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, **environment(tmp_path), "PATH": path}
    wrong = []
    for step in shell_steps(page.read_text(encoding="utf-8")):
        if isinstance(step, PageFile):
            (work / step.name).write_text(step.content, encoding="utf-8")
        elif not step.skipped:
            command = ["sh", "-c", step.text]
            done = subprocess.run(
                command, cwd=work, env=environ, capture_output=True, text=True, stdin=subprocess.DEVNULL
            )
            where = f"line {step.number}: {step.text}"
            if done.returncode != step.code:
                wrong.append(f"{where}: exit code {done.returncode}\n{done.stderr}")
            wrong += [f"{where}: drawn wider than 80 columns: {line}" for line in too_wide(done.stdout)]
    assert wrong == []


def too_wide(text: str) -> list[str]:
    """The lines of drawings that do not fit into 80 columns."""
    return [line for line in text.splitlines() if len(line) > 80 and set(line) & set("│╱╲")]


@pytest.mark.parametrize("page", PAGES)
def test_drawings_fit_into_80_columns(page: Path) -> None:
    assert too_wide(page.read_text(encoding="utf-8")) == []


def test_few_lines_are_not_run() -> None:
    """Few of the guides; those of results may take long, or need what programs beside the page write."""
    pages = [page for page in PAGES if page.parent.name != "results"]
    steps = [step for page in pages for step in shell_steps(page.read_text(encoding="utf-8"))]
    lines = [step for step in steps if isinstance(step, ShellLine)]
    assert sum(bool(line.skipped) for line in lines) <= 25 < len(lines)


def test_marks_of_shell_lines() -> None:
    page = (
        '<!-- skip "two": no file -->\n<!-- add "--nodes 9" to "one" -->\n<!-- exit 1 for "one" -->\n'
        "```sh\ntilewright one   # a remark\ntilewright two\nmake three\n```\n"
        '```text title="a.txt"\nA\n```\n'
    )
    assert list(shell_steps(page)) == [
        ShellLine(5, "tilewright one --nodes 9", code=1),
        ShellLine(6, "tilewright two", skipped="no file"),
        PageFile("a.txt", "A\n"),
    ]
    with pytest.raises(ValueError, match=r"words that no line has: \['four'\]"):
        list(shell_steps(page.replace('skip "two"', 'skip "four"')))
    with pytest.raises(ValueError, match="is no mark"):
        list(shell_steps(page.replace("exit 1", "exit")))


def test_the_package_is_nowhere_said_to_be_on_an_index() -> None:
    texts = [
        *PAGES,
        *(ROOT / "docs").rglob("*.ipynb"),
        ROOT / "pyproject.toml",
        *(ROOT / "src").rglob("*.py"),
    ]
    said = re.compile(r"pip install '?tilewright\b|pypi\.org/project/tilewright")
    assert [str(path) for path in texts if said.search(path.read_text(encoding="utf-8"))] == []


def test_the_architecture_page_names_modules_that_exist() -> None:
    """Paths such as ``solving/planner.py`` and ``native/simd/kernels.cpp`` are those of files."""
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.(?:py|cpp|hpp|h))`", page))
    assert len(paths) > 10
    roots = (ROOT, ROOT / "src" / "tilewright")
    assert not sorted(path for path in paths if not any((root / path).exists() for root in roots))
