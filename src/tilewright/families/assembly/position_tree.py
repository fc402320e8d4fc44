"""The positions of a survey as a tree: each below the one from which it was reached first, level by level."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilewright.families.assembly.position_text import counted_positions
from tilewright.families.assembly.positions import PositionSurvey
from tilewright.model.lattices import Point
from tilewright.render.palette import COLOURS, FAINT, INK, PAPER, QUIET
from tilewright.render.scene import Dots, Label, Primitive, Scene, Stroke, text_width
from tilewright.wording import counted

MAX_DRAWN = 300
"""The most positions of a tree that is drawn whole; of larger ones so many are drawn."""

WAYS_DRAWN = 12  # ways out whose positions are drawn in any case
ALL_MOVES = 60  # of trees with so many positions, moves outside of the tree are drawn as well


class Kind(StrEnum):
    """What a position is in the picture."""

    START = "start"
    WAY_OUT = "way_out"
    DEAD_END = "dead_end"
    OTHER = "other"


@dataclass(frozen=True)
class TreePosition:
    """A position in the tree, at ``x`` (the next one to the right is 1 farther) and as far down as ``level``.

    ``parent``: the position that it was reached from first, None for the start. ``is_shortest``: a way out
    with the fewest moves leads through it. ``left_out``: how many positions below it are not drawn.
    """

    position: int
    level: int
    x: float
    parent: int | None
    kind: Kind
    is_shortest: bool
    left_out: int


@dataclass(frozen=True)
class PositionTree:
    """The positions that are drawn, in the order of their numbers, and moves outside of the tree."""

    positions: tuple[TreePosition, ...]
    moves: tuple[tuple[int, int], ...]
    width: float
    left_out: int


def position_tree(survey: PositionSurvey, most: int = MAX_DRAWN) -> PositionTree:
    """At most so many positions of a survey as a tree: shortest ways out first, then the nearest ones."""
    graph = survey.graph
    drawn = _drawn(survey, most)
    children: dict[int, list[int]] = {position: [] for position in drawn}
    left_out = dict.fromkeys(drawn, 0)
    above = [0] * survey.positions  # the position itself, or the next one above it that is drawn
    for position in range(1, survey.positions):
        parent = graph.parent(position)
        if position in children:
            children[parent].append(position)
            above[position] = position
        else:
            above[position] = above[parent]
            left_out[above[position]] += 1
    across = _places(drawn, children)
    dead = {position for positions in survey.dead_ends or () for position in positions}
    shortest = _on_shortest(survey)
    free = survey.is_way_out
    nodes = []
    for position in drawn:
        is_out = position < len(free) and bool(free[position])
        kind = Kind.WAY_OUT if is_out else Kind.DEAD_END if position in dead else Kind.OTHER
        nodes.append(
            TreePosition(
                position,
                survey.distances[position],
                across[position],
                graph.parent(position) if position else None,
                kind if position or is_out else Kind.START,
                position in shortest,
                left_out[position],
            )
        )
    others = _other_moves(survey, drawn) if len(drawn) <= ALL_MOVES else ()
    return PositionTree(tuple(nodes), others, max(across.values()), survey.positions - len(drawn))


def _drawn(survey: PositionSurvey, most: int) -> list[int]:
    """Which positions are drawn; with each the one that it was reached from."""
    if survey.positions <= most:
        return list(range(survey.positions))
    chosen = {0}
    outs = (position for position, is_free in enumerate(survey.is_way_out) if is_free)
    for _, position in zip(range(WAYS_DRAWN), outs, strict=False):
        way = survey.way_to(position)
        if len(chosen) + len(way) > most:
            break
        chosen.update(way)
    for position in range(survey.positions):  # in their order each comes after its parent
        if len(chosen) >= most:
            break
        chosen.add(position)
    return sorted(chosen)


def _on_shortest(survey: PositionSurvey) -> set[int]:
    """The positions on shortest ways out; when not all are known, on those that were reached first."""
    if survey.level is None:
        return set()
    if not survey.is_complete:
        first = next(position for position, is_free in enumerate(survey.is_way_out) if is_free)
        return set(survey.way_to(first))
    out = survey.graph.distances_out()
    least = survey.level - 1
    return {
        position
        for position, (distance, rest) in enumerate(zip(survey.distances, out, strict=True))
        if distance + rest == least
    }


def _other_moves(survey: PositionSurvey, drawn: list[int]) -> tuple[tuple[int, int], ...]:
    shown = set(drawn)
    pairs = {
        (min(position, other), max(position, other))
        for position in drawn
        for other in survey.graph.neighbours(position)
        if other in shown
    }
    return tuple(sorted(pair for pair in pairs if survey.graph.parent(pair[1]) != pair[0]))


def _places(drawn: list[int], children: dict[int, list[int]]) -> dict[int, float]:
    """Where each position is across: above the middle of those below it, subtrees as near as they fit.

    The outlines of subtrees are compared level by level (E. Reingold and J. Tilford, Tidier drawings of
    trees, 1981).
    """
    shift: dict[int, float] = {}  # of a subtree against the position above it
    left: dict[int, list[float]] = {}
    right: dict[int, list[float]] = {}  # outlines by depth, from the position itself
    for position in reversed(drawn):
        own_left: list[float] = []
        own_right: list[float] = []
        at: list[float] = []
        for child in children[position]:
            # Positions of one level are at least 1 apart.
            place = max((1 + r - x for r, x in zip(own_right, left[child], strict=False)), default=0.0)
            at.append(place)
            outline = [place + x for x in left.pop(child)]
            own_left += outline[len(own_left) :]
            outline = [place + x for x in right.pop(child)]
            own_right[: len(outline)] = outline
        middle = (at[0] + at[-1]) / 2 if at else 0.0
        for child, place in zip(children[position], at, strict=True):
            shift[child] = place - middle
        left[position] = [0.0, *(x - middle for x in own_left)]
        right[position] = [0.0, *(x - middle for x in own_right)]
    across = {0: -min(left[0])}
    for position in drawn:
        for child in children[position]:
            across[child] = across[position] + shift[child]
    return across


# --- The picture

ROW, MARGIN, AXIS, LETTER, PIXELS = 1.6, 0.8, 1.6, 0.42, 22.0
RADIUS = 0.26
WAY, DEAD = COLOURS[2], COLOURS[5]
LEGEND = ((Kind.START, "start"), (Kind.WAY_OUT, "way out"), (Kind.DEAD_END, "dead end"))


def tree_scene(survey: PositionSurvey, title: str, most: int = MAX_DRAWN) -> Scene:
    """The tree as a picture: levels from top to bottom, ways out and dead ends marked."""
    tree = position_tree(survey, most)
    top = 3.2
    words = counted_positions(survey)
    if tree.left_out:
        words += f"; {len(tree.positions):,} drawn, +n: positions below that are not"
    levels = 1 + max(one.level for one in tree.positions)
    bottom = top + ROW * (levels - 1)
    at = {one.position: (AXIS + MARGIN + one.x, top + ROW * one.level) for one in tree.positions}
    right = AXIS + 2 * MARGIN + tree.width
    legend, legend_end = _legend(survey, tree)
    marks: list[Primitive] = [
        Label((MARGIN, 0.8), title, 1.3 * LETTER, INK, "start"),
        Label((MARGIN, 1.6), words, LETTER, QUIET, "start"),
        *legend,
    ]
    for level in range(levels):
        y = top + ROW * level
        marks.append(Stroke((((AXIS, y), (right - MARGIN / 2, y)),), "#e9e7e1", 0.03))
        marks.append(Label((MARGIN, y), f"{level}", LETTER, QUIET))
    others = tuple((at[a], at[b]) for a, b in tree.moves if a in at and b in at)
    if others:
        marks.append(Stroke(tuple(map(_bent, others)), "#d8d4ca", 0.03))
    plain: list[tuple[Point, Point]] = []
    best: list[tuple[Point, Point]] = []
    shortest = {one.position for one in tree.positions if one.is_shortest}
    for one in tree.positions:
        if one.parent is not None:
            is_best = one.position in shortest and one.parent in shortest
            (best if is_best else plain).append((at[one.parent], at[one.position]))
    marks += [Stroke(tuple(plain), FAINT, 0.05)] if plain else []
    marks += [Stroke(tuple(best), WAY, 0.12)] if best else []
    for one in tree.positions:
        marks += _mark(one.kind, at[one.position])
        if one.left_out:
            x, y = at[one.position]
            marks.append(Label((x, y + 0.6), f"+{one.left_out:,}", 0.75 * LETTER, QUIET))
    width = max(
        right,
        legend_end,
        2 * MARGIN + text_width(words, LETTER),
        2 * MARGIN + text_width(title, 1.3 * LETTER),
    )
    return Scene(width, bottom + 1.4, tuple(marks), PIXELS, title, words)


def _bent(line: tuple[Point, Point]) -> tuple[Point, ...]:
    """A move outside of the tree: those along a level go below it, so that none hides another."""
    (x, y), (end_x, end_y) = line
    if y != end_y:
        return line
    dip = y + min(0.6, 0.25 + 0.05 * abs(end_x - x))
    return ((x, y), (0.75 * x + 0.25 * end_x, dip), (0.25 * x + 0.75 * end_x, dip), (end_x, end_y))


def _mark(kind: Kind, at: Point) -> list[Primitive]:
    """A start is a disc, a way out a ring around a dot, a dead end a cross, other positions small dots."""
    x, y = at
    match kind:
        case Kind.START:
            return [Dots((at,), RADIUS, INK)]
        case Kind.WAY_OUT:
            return [Dots((at,), RADIUS + 0.06, WAY), Dots((at,), RADIUS - 0.04, PAPER), Dots((at,), 0.1, WAY)]
        case Kind.DEAD_END:
            arm = 0.2
            lines = (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm)))
            return [Stroke(lines, DEAD, 0.12)]
    return [Dots((at,), 0.17, QUIET)]


def _legend(survey: PositionSurvey, tree: PositionTree) -> tuple[list[Primitive], float]:
    """The legend, and where it ends on the right."""
    x, y = MARGIN + 0.3, 2.35
    marks: list[Primitive] = []
    for kind, words in LEGEND:
        if any(one.kind is kind for one in tree.positions):
            marks += _mark(kind, (x, y))
            marks.append(Label((x + 0.5, y), words, LETTER, INK, "start"))
            x += 1.4 + text_width(words, LETTER)
    if survey.level is not None and survey.level > 1:
        words = f"shortest way out: {counted(survey.level, 'move')}"
        marks.append(Stroke((((x - 0.2, y), (x + 0.4, y)),), WAY, 0.12))
        marks.append(Label((x + 0.7, y), words, LETTER, INK, "start"))
        x += 1.6 + text_width(words, LETTER)
    return marks, x


# --- Other files


def graph_dot(survey: PositionSurvey) -> str:
    """All positions and moves as an undirected graph for Graphviz."""
    tree = position_tree(survey, survey.positions)
    shapes = {Kind.START: "box", Kind.WAY_OUT: "doublecircle", Kind.DEAD_END: "diamond", Kind.OTHER: "circle"}
    lines = ["graph positions {"]
    for one in tree.positions:
        lines.append(f'  {one.position} [shape={shapes[one.kind]}, distance={one.level}, kind="{one.kind}"];')
    free = survey.is_way_out
    for position in range(survey.graph.expanded):
        for other in survey.graph.neighbours(position):
            if other > position or (other < len(free) and free[other]):
                lines.append(f"  {position} -- {other};")
    return "\n".join([*lines, "}"]) + "\n"
