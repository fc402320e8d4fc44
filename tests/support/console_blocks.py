"""Console blocks of a page: the commands in them are run, and their output is what the page shows.

``text`` blocks with a title are files. ``python -m support.console_blocks PAGE ...``, run in ``tests``,
writes today's output into the pages.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from tilewright.cli.program import program

BLOCK = re.compile(
    r"^```(text title=\"(?P<title>[^\"]+)\"|console)\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL
)
SECONDS = re.compile(r"\b\d+\.\d\d s\b")


def with_output(page: str, folder: Path) -> str:
    """The page with the output of its commands, run in order in a folder; seconds are shown as 0.00 s."""

    def block(match: re.Match[str]) -> str:
        if match["title"]:
            (folder / match["title"]).write_text(match["body"])
            return match[0]
        lines = []
        for command in re.findall(r"^\$ (.*)$", match["body"], re.MULTILINE):
            words = shlex.split(command)
            assert words[0] == "tilewright", f"only tilewright can be run here, not {words[0]}"
            lines += [f"$ {command}", *_output(words[1:], folder)]
        return "\n".join(["```console", *lines, "```"])

    return BLOCK.sub(block, page)


def _output(words: list[str], folder: Path) -> list[str]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        result = CliRunner().invoke(program, words)
    finally:
        os.chdir(before)
    return [line.rstrip() for line in SECONDS.sub("0.00 s", result.output).rstrip().splitlines()]


def main() -> None:
    """Write the output into the pages that are named."""
    for name in sys.argv[1:]:
        path = Path(name)
        with tempfile.TemporaryDirectory() as folder:
            path.write_text(with_output(path.read_text(), Path(folder)))


if __name__ == "__main__":
    main()
