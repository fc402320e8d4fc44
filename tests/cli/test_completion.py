"""What the shell completes, through the scripts of click."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright import catalogue


def completed(*words: str) -> list[tuple[str, str]]:
    """(kind, text) of the completions of the last word."""
    line = {"COMP_WORDS": " ".join(("tilewright", *words)), "COMP_CWORD": str(len(words))}
    environment = {**os.environ, **line, "_TILEWRIGHT_COMPLETE": "bash_complete"}
    command = [sys.executable, "-c", "from tilewright.cli import main; main()"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8")
    assert not done.stderr, done.stderr
    return [(kind, text) for kind, _, text in (line.partition(",") for line in done.stdout.splitlines())]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("cou",), {("plain", "count")}),
        (("count", "--engine", "fr"), {("plain", "frontier")}),
        (("count", "--motions", "ref"), {("plain", "reflection")}),
        (("count", "--conf"), {("plain", "--confirm")}),
        (("solve", ""), {("file", ""), ("plain", "catalog:")}),
        (("solve", "soma-cub"), {("plain", "soma-cube"), ("file", "soma-cub")}),
        (("solve", "catalog:soma-cub"), {("plain", "catalog:soma-cube")}),
        (("catalog", "show", "soma-cub"), {("plain", "soma-cube")}),
        (("verify", "catalog:soma-cube", ""), {("file", "")}),
        (("gunport", "lib"), {("plain", "library"), ("file", "lib")}),
        (("gunport", "library", "ver"), {("plain", "verify")}),
        (("vanish", "solve", "so"), {("file", "so")}),
    ],
)
def test_words_are_completed(words: tuple[str, ...], expected: set[tuple[str, str]]) -> None:
    assert set(completed(*words)) == expected


def test_all_puzzles_of_the_catalogue_are_completed() -> None:
    names = {text for kind, text in completed("show", "catalog:") if kind == "plain"}
    assert names == {f"catalog:{name}" for name in catalogue.names()}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_script_works_in_bash(tmp_path: Path) -> None:
    program = tmp_path / "tilewright"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from tilewright.cli import main; main()" "$@"\n'
    )
    program.chmod(0o755)
    script = (
        'eval "$(_TILEWRIGHT_COMPLETE=bash_source tilewright)"; '
        "COMP_WORDS=(tilewright count --engine fron); COMP_CWORD=3; "
        '_tilewright_completion tilewright; echo "${COMPREPLY[@]}"; complete -p tilewright'
    )
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": path},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.stdout.splitlines()[0] == "frontier", done.stderr
    assert "_tilewright_completion" in done.stdout.splitlines()[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str) -> None:
    environment = {**os.environ, "_TILEWRIGHT_COMPLETE": f"{shell}_source"}
    command = [sys.executable, "-c", "from tilewright.cli import main; main()"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, encoding="utf-8")
    assert "_TILEWRIGHT_COMPLETE" in done.stdout and f"{shell}_complete" in done.stdout
