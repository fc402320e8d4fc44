"""The registry of engines: a name to an engine. A new engine is one line here."""

from __future__ import annotations

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import CoverProblem
from tilewright.solve.engines.base import Engine
from tilewright.solve.engines.counters import COUNTERS
from tilewright.solve.engines.native import native_engine
from tilewright.solve.engines.reference import REFERENCE

_ALL = (
    native_engine(
        "dense",
        "fewest-ways-first search on rows of bits: whatever fits in 96 MB of them, with copies and colours",
    ),
    native_engine(
        "ahead",
        "the search of dense without options that leave an item none: far fewer nodes that take longer",
    ),
    native_engine(
        "dancing",
        "fewest-ways-first search on sparse sets: large problems, colours, and items covered several times",
    ),
    native_engine(
        "bitmask",
        "cell after cell in a fixed order on bit sets: narrow boards and boards with many solutions",
    ),
    REFERENCE,
)

ENGINES: dict[str, Engine] = {engine.name: engine for engine in _ALL}


def engine_for(name: str, problem: CoverProblem) -> Engine:
    """The engine of this name; UnsupportedError when there is none or it does not take the problem."""
    engine = ENGINES.get(name)
    if engine is None:
        names = ", ".join(sorted([*ENGINES, *COUNTERS]))
        raise UnsupportedError(f"there is no engine named {name!r}; there are {names}")
    reason = engine.unsupported(problem)
    if reason:
        raise UnsupportedError(f"the engine {name!r} cannot take this puzzle: {reason}")
    return engine
