"""The known numbers of ``oracles.toml``: reading them, and refusing what is not as its head says."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from support.oracle_problems import BUILDERS
from tilewright.errors import PuzzleError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.model.puzzle import Puzzle

FILE = Path(__file__).with_name("oracles.toml")

COUNTED = ("solutions", "unique", "labelled", "coefficients", "least", "most")
NODES = ("small", "large", "huge")
ENGINES = ("planner", "dense", "dancing-cells", "bitmask", "frontier", "profile-sweep", "kasteleyn")
OWN_WORDS = ("kind", "counted", "of", "number", "source", "nodes", "engines")

Number = int | tuple[int, ...]


@dataclass(frozen=True)
class Oracle:
    """A known number: the problem in words, what is counted, the number, and who published it.

    ``of`` is the piece whose copies the coefficients go by. ``engines`` overrules who is asked.
    """

    kind: str
    arguments: Mapping[str, Any]
    counted: str
    of: str
    number: Number
    source: str
    nodes: str
    engines: tuple[str, ...]

    @property
    def name(self) -> str:
        """The problem and what is counted, in a few words; no two entries have the same."""
        words = [self.kind, *(f"{key}={_shown(value)}" for key, value in self.arguments.items())]
        return " ".join([*words, self.counted, *([f"of={self.of}"] if self.of else [])])

    def build(self) -> Puzzle | CoverProblem:
        """The problem; ValueError for words that its kind does not understand."""
        if self.kind not in BUILDERS:
            raise ValueError(f"there is no kind {self.kind!r}; expected one of {', '.join(BUILDERS)}")
        try:
            return BUILDERS[self.kind](**self.arguments)
        except (TypeError, PuzzleError) as error:
            raise ValueError(f"{self.name}: {error}") from error


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ("x" if all(isinstance(v, int) for v in value) else "+").join(map(_shown, value))
    return str(value)


def load(text: str) -> tuple[Oracle, ...]:
    """The entries of a text like ``oracles.toml``; ValueError for one that is not as its head says."""
    return tuple(_entry(entry) for entry in tomllib.loads(text)["oracle"])


@cache
def oracles() -> tuple[Oracle, ...]:
    """The entries of ``oracles.toml``."""
    return load(FILE.read_text(encoding="utf-8"))


def _entry(entry: dict[str, Any]) -> Oracle:
    for key in ("kind", "counted", "number", "source"):
        if key not in entry:
            raise ValueError(f"{entry}: {key} is missing")
    if entry["counted"] not in COUNTED:
        raise ValueError(f"{entry}: counted should be one of {', '.join(COUNTED)}")
    if entry.get("nodes", "large") not in NODES:
        raise ValueError(f"{entry}: nodes should be one of {', '.join(NODES)}")
    if not set(entry.get("engines", ())) <= set(ENGINES):
        raise ValueError(f"{entry}: engines should be some of {', '.join(ENGINES)}")
    if (entry["counted"] == "coefficients") != isinstance(entry["number"], list):
        raise ValueError(f"{entry}: coefficients are a list of numbers, and nothing else is")
    number = entry["number"]
    return Oracle(
        kind=entry["kind"],
        arguments={key: value for key, value in entry.items() if key not in OWN_WORDS},
        counted=entry["counted"],
        of=entry.get("of", ""),
        number=tuple(map(_whole, number)) if isinstance(number, list) else _whole(number),
        source=entry["source"],
        nodes=entry.get("nodes", "large"),
        engines=tuple(entry.get("engines", ())),
    )


def _whole(number: int | str) -> int:
    """A number as it is written: a TOML integer, or a string where that has more than 64 bits."""
    value = int(number)
    if isinstance(number, bool) or value < 0 or isinstance(number, str) != (value >= 2**63):
        raise ValueError(f"{number!r}: expected a whole number, in quotes from 2^63 on and only then")
    return value
