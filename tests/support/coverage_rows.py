"""What published systems do, row by row, and how it is done here.

The rows are data in ``docs/reference/coverage``, one file for each system.
``python -m support.coverage_rows``, run in ``tests``, writes them into the tables of the page
``docs/reference/coverage.md``.
"""

from __future__ import annotations

import os
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

from support.cli import run
from support.shell_lines import environment

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "docs" / "reference" / "coverage"
PAGE = ROOT / "docs" / "reference" / "coverage.md"

State = Literal["works", "not here", "open"]
"""``open`` is what nobody can compute today."""

SYSTEMS: dict[str, int] = {"gunport": 55, "vanishing": 45, "dpf": 63, "models": 45, "students": 107}
"""The systems, and how many features of each were found in what its authors published."""

_TABLE = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


@dataclass(frozen=True)
class CoverageRow:
    """A feature, option, format or figure of a system.

    ``run`` are commands that show it here, in order, in a folder that holds ``files``; the last one ends
    with ``code``, and what they print is found by the regular expressions ``prints``. ``writes`` are the
    files they write, each with regular expressions that are found in it. With ``bench`` they take longer
    than two seconds of one core, and ``make bench`` runs them in place of the tests. ``docs`` are pages
    below ``docs/``, mostly with an anchor, ``page`` is a page of the web server, and ``test`` the browser
    test that uses it. ``why`` says why it is not here or open, or what differs. ``needs`` are packages that
    an installation of Tilewright may lack.
    """

    id: str
    feature: str
    state: State = "works"
    files: Mapping[str, str] = field(default_factory=dict)
    run: tuple[str, ...] = ()
    prints: tuple[str, ...] = ()
    writes: Mapping[str, list[str]] = field(default_factory=dict)
    code: int = 0
    bench: bool = False
    docs: tuple[str, ...] = ()
    page: str = ""
    test: str = ""
    why: str = ""
    needs: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> CoverageRow:
        """The row of a table in the data; ValueError names what is wrong with it."""
        which, known = data.get("id", "a row without id"), [one.name for one in fields(cls)]
        for key in data:
            if key not in known:
                raise ValueError(f"{which}: there is no key {key!r}; expected one of {', '.join(known)}")
        if missing := {"id", "feature"} - data.keys():
            raise ValueError(f"{which}: {min(missing)!r} is missing")
        several = {"run", "prints", "docs", "needs"}
        values: dict[str, Any] = {
            name: tuple(value) if name in several else value for name, value in data.items()
        }
        row = cls(**values)
        if row.state not in get_args(State):
            raise ValueError(f"{row.id}: the state is one of {', '.join(get_args(State))}, not {row.state!r}")
        if row.state == "works" and not (row.run or row.docs or row.page):
            raise ValueError(
                f"{row.id}: it works, but no command, page of the documentation or web page shows it"
            )
        if row.state != "works" and not row.why:
            raise ValueError(f"{row.id}: say why it is {row.state}")
        if row.run and not (row.prints or row.writes or row.code):
            raise ValueError(f"{row.id}: say what its commands print or write")
        if row.bench and not row.run:
            raise ValueError(f"{row.id}: make bench has no command to run")
        if bool(row.page) != bool(row.test):
            raise ValueError(f"{row.id}: a web page comes with the test that uses it")
        return row

    @property
    def missing_packages(self) -> list[str]:
        """Those of the needed packages that are not installed."""
        return [package for package in self.needs if find_spec(package) is None]

    def missing_words(self, folder: Path) -> list[str]:
        """Run the commands in a folder; what is wrong about their exit codes and output."""
        for name, text in self.files.items():
            (folder / name).write_text(text, encoding="utf-8")
        before, printed, wrong = Path.cwd(), "", []
        os.chdir(folder)
        try:
            for number, line in enumerate(self.run, start=1):
                result = run(*shlex.split(line)[1:], **environment(folder))
                printed += result.output
                code = self.code if number == len(self.run) else 0
                if result.exit_code != code:
                    wrong.append(f"{line}: exit code {result.exit_code}, not {code}: {result.output}")
        finally:
            os.chdir(before)
        wrong += [
            f"{text!r} is not printed: {printed}" for text in self.prints if not re.search(text, printed)
        ]
        for name, texts in self.writes.items():
            path = folder / name
            written = path.read_bytes().decode("latin-1") if path.exists() else "no such file"
            wrong += [
                f"{text!r} is not in {name}: {written}" for text in texts if not re.search(text, written)
            ]
        return wrong


def rows_of(system: str) -> list[CoverageRow]:
    """The rows of a system in the order of their numbers."""
    data = tomllib.loads((DATA / f"{system}.toml").read_text(encoding="utf-8"))
    return [CoverageRow.of(table) for table in data["row"]]


ROWS = [row for system in SYSTEMS for row in rows_of(system)]


def with_tables(page: str) -> str:
    """The page with the tables of today's rows."""
    return _TABLE.sub(lambda text: f"{text[1]}{_table(text[2])}{text[3]}", page)


def _table(name: str) -> str:
    if name == "states":
        count = Counter((row.id.partition("-")[0], row.state) for row in ROWS)
        lines = [
            f"| {system} | {' | '.join(str(count[system, state]) for state in get_args(State))} | {total} |"
            for system, total in SYSTEMS.items()
        ]
        head = f"| system | {' | '.join(get_args(State))} | rows |"
        return "\n".join([head, "|---|--:|--:|--:|--:|", *lines, ""])
    if name not in SYSTEMS:
        raise ValueError(f"there are no rows of {name!r}; expected one of {', '.join(SYSTEMS)}")
    lines = [f"| {row.id[-3:]} | {_cell(row.feature)} | {_shown(row)} |" for row in rows_of(name)]
    return "\n".join(["| | there | here |", "|---|---|---|", *lines, ""])


def _shown(row: CoverageRow) -> str:
    """What the page says about how a feature is had here."""
    parts = [f"`` {line} ``" if "`" in line else f"`{line}`" for line in row.run]
    parts += [f"[{_title(link)}](../{link})" for link in row.docs]
    parts += [f"page `{row.page}`"] if row.page else []
    said = "; ".join(_cell(part) for part in parts) + (" (run by `make bench`)" if row.bench else "")
    before = {"works": "", "not here": "**not here**", "open": "**open**"}[row.state]
    why = _cell(row.why)
    return ": ".join(part for part in (before, ". ".join(part for part in (said, why) if part)) if part)


def _title(link: str) -> str:
    """The heading of a page of the documentation."""
    text = (ROOT / "docs" / link.partition("#")[0]).read_text(encoding="utf-8")
    return text[text.index("# ") + 2 :].partition("\n")[0]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> None:
    """Write today's rows into the page."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
