"""The conflict graph of options in DIMACS form: a vertex an option, an edge two that exclude each other.

For programs that look for independent sets (or, in the complement, cliques): an independent set whose
weights add up to the number of items that must be covered is a solution, and each solution is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.errors import UnsupportedError
from tilewright.formats.cover_program import first_line
from tilewright.formats.to_exact_cover import check_size, numbering_hint, to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option, times_text
from tilewright.wording import quoted

MAX_EDGES = 5_000_000  # the most edges that are written


def looks_like(text: str) -> bool:
    """Whether the first line that is no comment says ``p edge`` or ``p col``."""
    return first_line(text, r"c(?:\s|$)").split()[:2] in (["p", "edge"], ["p", "col"])


def dumps(puzzle: AnyPuzzle) -> str:
    """The graph; comments say which option each vertex is.

    The weight of a vertex (a line ``n``) is the number of items that its option covers and that must be
    covered. UnsupportedError for items that are covered several times, for costs, and for more than MAX_EDGES
    edges.
    """
    cover, needed = graph_puzzle(puzzle)
    edges = _edges(cover)
    texts = [" ".join(text.split()) for text in (cover.title, cover.source) if text.split()]
    texts.append(f"Options, one a vertex: {len(cover.options)}")
    texts += [f"{k} = {option.label}" for k, option in enumerate(cover.options, start=1)]
    texts.append(f"Solutions are the independent sets of weight {len(needed)}.")
    weights = [_weight(option, needed) for option in cover.options]
    return "\n".join(
        [
            *(f"c {text}" for text in texts),
            f"p edge {len(cover.options)} {len(edges)}",
            *(f"n {vertex} {weight}" for vertex, weight in enumerate(weights, start=1)),
            *edges,
            "",
        ]
    )


def graph_puzzle(puzzle: AnyPuzzle) -> tuple[ExactCoverPuzzle, set[str]]:
    """The puzzle as items and options, and the items that must be covered.

    UnsupportedError for what a conflict graph cannot express.
    """
    cover = to_exact_cover_puzzle(puzzle)
    check_size(len(cover.options), sum(len(option.uses) for option in cover.options))
    needed = {item.name for item in cover.items if _is_needed(item, puzzle)}
    if cover.has_costs:
        raise UnsupportedError("a conflict graph cannot express costs; use lp or mps")
    return cover, needed


def _is_needed(item: Item, puzzle: AnyPuzzle) -> bool:
    """Whether an item must be covered; UnsupportedError when it may be covered several times, or never."""
    if item.primary and item.most != 1:
        often = times_text(item.least, item.most)
        hint = numbering_hint(puzzle) if item.most > 1 and item.least in (0, item.most) else ""
        raise UnsupportedError(
            f"a conflict graph cannot express that {quoted(item.name)} must be covered {often}{hint}"
        )
    return item.primary and item.least == 1


def _weight(option: Option, needed: set[str]) -> int:
    return sum(name in needed for name, _ in option.uses)


def conflicts_of(puzzle: ExactCoverPuzzle) -> Iterator[set[int]]:
    """For each option the numbers, from 1, of the others that give an item no common colour with it."""
    users: dict[str, set[int]] = {}
    painted: dict[tuple[str, str], set[int]] = {}
    for vertex, option in enumerate(puzzle.options, start=1):
        for name, colour in option.uses:
            users.setdefault(name, set()).add(vertex)
            if colour:
                painted.setdefault((name, colour), set()).add(vertex)
    for vertex, option in enumerate(puzzle.options, start=1):
        conflicts: set[int] = set()
        for name, colour in option.uses:
            conflicts |= users[name] - painted[name, colour] if colour else users[name]
        yield conflicts - {vertex}


def _edges(puzzle: ExactCoverPuzzle) -> list[str]:
    """A line for each two options that exclude each other."""
    edges: list[str] = []
    for vertex, conflicts in enumerate(conflicts_of(puzzle), start=1):
        edges += [f"e {vertex} {other}" for other in sorted(conflicts) if other > vertex]
        if len(edges) > MAX_EDGES:
            raise UnsupportedError(f"there would be more than {MAX_EDGES:,} edges")
    return edges
