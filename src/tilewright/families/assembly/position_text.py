"""A survey of positions as text."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.families.assembly.positions import PositionSurvey
from tilewright.wording import counted

SHOWN_LEVELS = 30
SHOWN_GROUPS = 12


def position_text(survey: PositionSurvey, names: Sequence[str]) -> str:
    """The numbers of a survey, one a line; ``names`` are those of all pieces of the assembly."""
    levels = [f"{count:,}" for count in survey.levels[:SHOWN_LEVELS]]
    more = ", ..." if len(survey.levels) > SHOWN_LEVELS else ""
    is_whole = survey.is_complete
    rows = [
        ("positions", f"{survey.positions:,}", f"by moves from the start: {', '.join(levels)}{more}"),
        ("moves", f"{survey.moves:,}", "pairs of positions that are one move apart"),
        ("ways out", f"{survey.ways_out:,}", _first_words(survey)),
    ]
    if not is_whole:
        last = len(survey.levels) - 1
        rows[0] = (
            "positions",
            f"{survey.positions:,}",
            f"and more, not complete; all known up to {counted(last, 'move')} from the start: "
            f"{', '.join(levels)}{more}",
        )
    if survey.shortest_ways is not None and survey.level is not None:
        on_ways = counted(survey.on_shortest_ways or 0, "position lies", "positions lie")
        rows.append(("shortest ways", f"{survey.shortest_ways:,}", f"{on_ways} on them"))
    if survey.dead_ends is not None:
        rows.append(("dead ends", f"{len(survey.dead_ends):,}", "where one can only go back"))
    if survey.no_gain is not None and survey.level is not None:
        rows.append(("no gain", f"{survey.no_gain:,}", "positions no nearer to a way out than the start"))
    if survey.level is not None:
        walk = "unknown" if survey.random_moves is None else short_figure(survey.random_moves)
        rows.append(("random moves", walk, "until pieces leave, on average (difficulty)"))
    width = max(len(number) for _, number, _ in rows)
    heading = ", ".join(names[piece] for piece in survey.pieces)
    lines = [f"  {name:<13} {number:>{width}}   {words}" for name, number, words in rows]
    if survey.first_groups:
        lines.append(f"  first to leave: {first_groups_text(survey, names)}")
    return "\n".join([f"{heading}:", *lines])


def counted_positions(survey: PositionSurvey) -> str:
    """Positions, moves, ways out and dead ends in one line."""
    words = [
        counted(survey.positions, "position") + ("" if survey.is_complete else " and more, not complete"),
        counted(survey.moves, "move"),
        counted(survey.ways_out, "way out", "ways out"),
    ]
    if survey.dead_ends is not None:
        words.append(counted(len(survey.dead_ends), "dead end"))
    return ", ".join(words)


def first_groups_text(survey: PositionSurvey, names: Sequence[str]) -> str:
    """Which groups can leave first, each with the least number of moves."""
    shown = [
        f"{' '.join(names[piece] for piece in group.pieces)} ({counted(group.moves, 'move')})"
        for group in survey.first_groups[:SHOWN_GROUPS]
    ]
    more = len(survey.first_groups) - len(shown)
    return ", ".join(shown) + (f" and {counted(more, 'other group', 'other groups')}" if more else "")


def short_figure(value: float) -> str:
    """A number to four figures, or all figures before the point: 8.5, 123.4, 12,345."""
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.4g}"


def _first_words(survey: PositionSurvey) -> str:
    if survey.level is not None:
        return f"positions where pieces are free; the first leave with move {survey.level:,}"
    return "no position has free pieces" if survey.is_complete else "none of those that were examined"
