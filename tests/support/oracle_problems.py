"""The problems that the words of ``oracles.toml`` stand for.

``BUILDERS`` is the vocabulary: a kind to the function that builds it; the other words of an entry are the
function's arguments. Tilings become a Puzzle, all else a CoverProblem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

from support.oracle_boards import copies_of, polyforms
from tilewright.errors import PuzzleError
from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.model.pieces import piece_set, polyomino
from tilewright.model.puzzle import Board, Piece, Puzzle

Vertex = tuple[int, ...]
Edges = list[tuple[Vertex, Vertex]]


# Tilings


def tiling(
    *,
    pieces: Sequence[str],
    size: Sequence[int] = (),
    board: str = "rectangle",
    order: int = 0,
    holes: Sequence[Sequence[int]] = (),
    copies: int | Sequence[int] | str = "any",
) -> Puzzle:
    """A board filled with copies of pieces; ``any`` number of each, or so many, or from so many to so many.

    ``holes`` are rectangles that do not belong to the board: x and y of a corner, width and height.
    """
    if board == "rectangle":
        cells = set(product(range(size[0]), range(size[1])))
    elif board == "aztec diamond":
        near = range(-order, order)
        cells = {(x, y) for x in near for y in near if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order}
    else:
        raise ValueError(f"there is no board {board!r}")
    gone = {(x + a, y + b) for x, y, w, h in holes for a, b in product(range(w), range(h))}
    if not gone <= cells:
        raise ValueError(f"the holes {sorted(gone - cells)} are not on the board")
    cells -= gone
    named = [piece for word in pieces for piece in _pieces(word, max(size, default=0))]
    return Puzzle(
        Board.of(cells),
        tuple(
            Piece.of(name, shape, copies=copies_of(copies, -(-len(cells) // len(shape))))
            for name, shape in named
            if len(shape) <= len(cells)
        ),
    )


def _pieces(word: str, longest: int) -> list[tuple[str, Sequence[Vertex]]]:
    """What a word for pieces stands for: a rectangle such as 2x2, a family of them, a set, a polyomino."""
    sides = [(a, b) for a in range(1, longest + 1) for b in range(a, longest + 1)]
    families = {
        "squares": [(a, b) for a, b in sides if a == b],
        "rectangles": sides,
        "oblongs": [(a, b) for a, b in sides if a != b],
    }
    if word in families:
        return [_rectangle(a, b) for a, b in families[word]]
    if word[:1].isdigit():
        a, _, b = word.partition("x")
        return [_rectangle(int(a), int(b))]
    try:
        return [(word, polyomino(word))]
    except PuzzleError:
        return list(piece_set(word))


def _rectangle(a: int, b: int) -> tuple[str, Sequence[Vertex]]:
    return f"{a}x{b}", list(product(range(a), range(b)))


# Graphs


def _grid(size: Sequence[int]) -> Edges:
    return [
        (v, (*v[:axis], v[axis] + 1, *v[axis + 1 :]))
        for v in product(*map(range, size))
        for axis in range(len(size))
        if v[axis] + 1 < size[axis]
    ]


def _torus(size: Sequence[int]) -> Edges:
    if min(size) < 3:
        raise ValueError("a torus has at least three vertices around; else two have two edges")
    return [
        (v, (*v[:axis], (v[axis] + 1) % size[axis], *v[axis + 1 :]))
        for v in product(*map(range, size))
        for axis in range(len(size))
    ]


def _king(size: Sequence[int]) -> Edges:
    steps = ((0, 1), (1, -1), (1, 0), (1, 1))
    vertices = set(product(range(size[0]), range(size[1])))
    pairs = [((x, y), (x + a, y + b)) for x, y in sorted(vertices) for a, b in steps]
    return [(v, w) for v, w in pairs if w in vertices]


def _complete(size: Sequence[int]) -> Edges:
    return [((i,), (j,)) for i, j in combinations(range(size[0]), 2)]


def _bipartite(size: Sequence[int]) -> Edges:
    return [((0, i), (1, j)) for i in range(size[0]) for j in range(size[1])]


def _hexagon(size: Sequence[int]) -> Edges:
    """The triangles of a hexagon with sides of this length, each with its up to three neighbours."""
    side = size[0]
    cells = list(product(range(2 * side), repeat=2))
    up = {(i, j) for i, j in cells if side <= i + j < 3 * side}
    down = {(i, j) for i, j in cells if side <= i + j + 1 < 3 * side}
    beside = [((i, j), (i - a, j - b)) for i, j in sorted(up) for a, b in ((1, 0), (0, 1), (0, 0))]
    return [((i, j, 1), (k, m, 0)) for (i, j), (k, m) in beside if (k, m) in down]


GRAPHS: dict[str, Callable[[Sequence[int]], Edges]] = {
    "grid": _grid,
    "torus": _torus,
    "king": _king,
    "complete": _complete,
    "bipartite": _bipartite,
    "hexagon": _hexagon,
}


def _graph(graph: str, size: Sequence[int]) -> tuple[list[Vertex], Edges]:
    edges = GRAPHS[graph](size)
    return sorted({v for edge in edges for v in edge}), edges


def edge_sets(*, graph: str, size: Sequence[int], degree: int | Sequence[int]) -> CoverProblem:
    """Edges such that each vertex is at this many of them, or from so many to so many."""
    vertices, edges = _graph(graph, size)
    least, most = (degree, degree) if isinstance(degree, int) else degree
    return _problem([(v, (least, most)) for v in vertices], edges)


def independent_sets(*, graph: str, size: Sequence[int]) -> CoverProblem:
    """Vertices of which no two are neighbours; each edge is an item that may be covered once."""
    vertices, edges = _graph(graph, size)
    return _problem([(e, (0, 1)) for e in edges], [[e for e in edges if v in e] for v in vertices])


def dominating_sets(*, graph: str, size: Sequence[int]) -> CoverProblem:
    """Vertices such that each vertex is one of them or beside one."""
    vertices, edges = _graph(graph, size)
    near = {v: {v} | {w for e in edges if v in e for w in e} for v in vertices}
    return _problem([(v, (1, len(near[v]))) for v in vertices], [sorted(near[v]) for v in vertices])


def colourings(*, graph: str, size: Sequence[int], colours: int) -> CoverProblem:
    """Colours of the vertices, neighbours different, the first vertex's given; an option colours an edge."""
    vertices, edges = _graph(graph, size)
    first = vertices[0]
    coloured = [
        [(edge, 0), (edge[0], a), (edge[1], b)]
        for edge in edges
        for a, b in permutations(range(1, colours + 1), 2)
        if (edge[0] != first or a == 1) and (edge[1] != first or b == 1)
    ]
    return _coloured([(e, (1, 1)) for e in edges], vertices, coloured)


def clumsy_dominoes(*, size: Sequence[int]) -> CoverProblem:
    """Dominoes on a rectangle that leave no room for another: each edge has one at an end or two."""
    cells, edges = _graph("grid", size)
    touched = [[e, *(other for other in edges if other != e and set(other) & set(e)), *e] for e in edges]
    return _problem([(e, (1, 2)) for e in edges], touched, cells)


# Arrangements and designs


def queens(*, n: int, board: str = "plane") -> CoverProblem:
    """Queens on an n by n board that do not attack each other; on a torus diagonals go around."""
    if board not in ("plane", "torus"):
        raise ValueError(f"there is no board {board!r}")
    around = n if board == "torus" else 2 * n
    placed = [
        [("file", x), ("rank", y), ("rising", (x - y) % around), ("falling", (x + y) % around)]
        for x, y in product(range(n), repeat=2)
    ]
    lines = [(("file", i), (1, 1)) for i in range(n)] + [(("rank", i), (1, 1)) for i in range(n)]
    diagonals = sorted({item for option in placed for item in option[2:]})
    return _problem(lines, placed, diagonals)


def langford(*, n: int, between: int = 1) -> CoverProblem:
    """Pairs of 1 to n in a line of 2n places; the two k are k + ``between`` places apart."""
    pairs = [
        [("pair", k), ("place", i), ("place", i + k + between)]
        for k in range(1, n + 1)
        for i in range(2 * n - k - between)
    ]
    items = [("pair", k) for k in range(1, n + 1)] + [("place", i) for i in range(2 * n)]
    return _problem([(item, (1, 1)) for item in items], pairs)


def latin_squares(*, n: int, box: Sequence[int] = ()) -> CoverProblem:
    """Latin squares of order n; with ``box`` = [w, h] each box of w by h places has all symbols, too."""
    wide, high = box or (n, 1)
    filled = []
    for x, y, symbol in product(range(n), repeat=3):
        uses = [("place", x, y), ("file", x, symbol), ("rank", y, symbol)]
        if box:
            uses.append(("box", x // wide * n + y // high, symbol))
        filled.append(uses)
    return _exact(filled)


def set_partitions(*, n: int) -> CoverProblem:
    """Partitions of a set of n: disjoint parts, of any size but 0, that cover it."""
    return _exact([part for k in range(1, n + 1) for part in combinations(range(n), k)])


def triple_systems(*, n: int) -> CoverProblem:
    """Steiner triple systems: triples of n points such that each two points are in one of them."""
    return _exact([list(combinations(triple, 2)) for triple in combinations(range(n), 3)])


def one_factorizations(*, n: int) -> CoverProblem:
    """Partitions of the edges of the complete graph with n vertices into perfect matchings."""

    def matchings(free: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not free:
            yield ()
        for k in range(1, len(free)):
            for rest in matchings(free[1:k] + free[k + 1 :]):
                yield ((free[0], free[k]), *rest)

    return _exact(list(matchings(tuple(range(n)))))


def alternating_sign_matrices(*, n: int) -> CoverProblem:
    """Alternating sign matrices of order n, as square ice: colours on the borders between places are the sums
    of what comes before along the rank and along the file, plus one, always 0 or 1 plus one."""
    placed: list[list[tuple[Any, int]]] = []
    for x, y, left, top, sign in product(range(n), range(n), (0, 1), (0, 1), (-1, 0, 1)):
        borders = [
            (("across", x, y), left),
            (("across", x + 1, y), left + sign),
            (("down", x, y), top),
            (("down", x, y + 1), top + sign),
        ]
        at_rim = {("across", 0, y): 0, ("across", n, y): 1, ("down", x, 0): 0, ("down", x, n): 1}
        if all(value in (0, 1) and at_rim.get(border, value) == value for border, value in borders):
            inner = [(border, value + 1) for border, value in borders if border not in at_rim]
            placed.append([((x, y), 0), *inner])
    borders_inside = sorted({use[0] for option in placed for use in option[1:]})
    return _coloured([(p, (1, 1)) for p in product(range(n), repeat=2)], borders_inside, placed)


SOMA = ("000 010 100", "000 010 020 100", "000 010 020 110", "000 010 110 120")
SOMA_SOLID = ("000 010 100 001", "000 010 100 101", "000 010 100 011")


def soma() -> CoverProblem:
    """Piet Hein's Soma: a cube of 27 from all irregular pieces of three and four cubes, by rotations only."""
    options = []
    for piece, drawing in enumerate((*SOMA, *SOMA_SOLID)):
        cubes = [tuple(map(int, word)) for word in drawing.split()]
        laid = set()
        for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
            inversions = sum(order[i] > order[j] for i, j in combinations(range(3), 2))
            if (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1:
                turned = [tuple(signs[i] * cube[order[i]] for i in range(3)) for cube in cubes]
                for shift in product(range(-2, 3), repeat=3):
                    moved = sorted(tuple(a + b for a, b in zip(c, shift, strict=True)) for c in turned)
                    if all(0 <= a < 3 for c in moved for a in c):
                        laid.add(tuple(moved))
        options += [[(piece,), *cells] for cells in sorted(laid)]
    return _exact(options)


# Cover problems from items and options by name


def _exact(options: Sequence[Sequence[Any]]) -> CoverProblem:
    """An exact cover of all that the options name."""
    return _problem([(item, (1, 1)) for item in sorted({i for o in options for i in o})], options)


def _problem(
    primary: Iterable[tuple[Any, tuple[int, int]]],
    options: Sequence[Sequence[Any]],
    secondary: Sequence[Any] = (),
) -> CoverProblem:
    """A cover problem without colours."""
    return _coloured(primary, secondary, [[(item, 0) for item in option] for option in options])


def _coloured(
    primary: Iterable[tuple[Any, tuple[int, int]]],
    secondary: Sequence[Any],
    options: Sequence[Sequence[tuple[Any, int]]],
) -> CoverProblem:
    """A cover problem: primary items with their bounds, secondary items, options as items with colours."""
    bounded = list(primary)
    keys = [*(item for item, _ in bounded), *secondary]
    index = {key: number for number, key in enumerate(keys)}
    numbered: list[tuple[Use, ...]] = [
        tuple(sorted((index[item], colour) for item, colour in option)) for option in options
    ]
    return CoverProblem(tuple(map(str, keys)), tuple(bounds for _, bounds in bounded), tuple(numbered))


BUILDERS: dict[str, Callable[..., Puzzle | CoverProblem]] = {
    "tiling": tiling,
    "polyforms": polyforms,
    "edge sets": edge_sets,
    "independent sets": independent_sets,
    "dominating sets": dominating_sets,
    "colourings": colourings,
    "clumsy dominoes": clumsy_dominoes,
    "queens": queens,
    "langford": langford,
    "latin squares": latin_squares,
    "set partitions": set_partitions,
    "steiner triple systems": triple_systems,
    "one-factorizations": one_factorizations,
    "alternating sign matrices": alternating_sign_matrices,
    "soma": soma,
}
