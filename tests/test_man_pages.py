"""The manual pages have what ``--help`` has, and are correct for groff."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tilewright.cli.program import program

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with all pages."""
    made = tmp_path_factory.mktemp("man")
    subprocess.run([sys.executable, ROOT / "tools" / "man_pages.py", made], check=True)
    return made


def contexts(context: click.Context) -> list[click.Context]:
    """The contexts of a command and of all its commands."""
    all_contexts = [context]
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command is not None
            all_contexts += contexts(click.Context(command, info_name=name, parent=context))
    return all_contexts


def page_name(context: click.Context) -> str:
    """The words of a command, joined by hyphens."""
    above = f"{page_name(context.parent)}-" if context.parent else ""
    return f"{above}{context.info_name}"


def test_each_command_has_a_page_with_all_its_options(folder: Path) -> None:
    every = contexts(click.Context(program, info_name="tilewright"))
    assert {path.stem for path in folder.iterdir()} == set(map(page_name, every))
    for context in every:
        text = (folder / f"{page_name(context)}.1").read_text(encoding="utf-8")
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                assert all(name.replace("-", "\\-") in text for name in option.opts), option.opts
        assert ".SH NAME\n" in text and ".SH SYNOPSIS\n" in text and "\b" not in text


def test_pages_refer_to_pages(folder: Path) -> None:
    for path in folder.iterdir():
        for name in re.findall(r"(tilewright[\w\\-]*)\(1\)", path.read_text(encoding="utf-8")):
            assert (folder / f"{name.replace(chr(92), '')}.1").exists(), name


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_groff_has_no_warnings(folder: Path) -> None:
    command = ["groff", "-man", "-ww", "-Tutf8", "-z", *sorted(map(str, folder.iterdir()))]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    assert done.stderr == ""
