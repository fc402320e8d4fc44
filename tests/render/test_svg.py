from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from support.render_cases import filled_puzzles, mirrors, pentominoes
from tilewright.model.lattices import SQUARE, Cell, Point
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import RenderOptions, palette, to_svg
from tilewright.render.svg import xml_text

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert("1")</script> & \x00\x1b[31m ]]> \ud800 \ufffe'
SAFE_TAGS = {SVG + tag for tag in ("svg", "title", "desc", "rect", "g", "path", "text")}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode())


def test_hostile_names_and_titles_are_only_text() -> None:
    puzzle = Puzzle(Board.of([(0, 0), (1, 0)]), (Piece.of(HOSTILE, [(0, 0)], copies=2),), title=HOSTILE)
    solution = Solution.of([Placement(HOSTILE, ((x, 0),)) for x in (0, 1)])
    for solutions in ([], [solution], [solution, solution]):
        root = parsed(
            to_svg(puzzle, solutions, RenderOptions(captions=(HOSTILE,) * len(solutions), labels=True))
        )
        assert {element.tag for element in root.iter()} <= SAFE_TAGS
        title = root.find(SVG + "title")
        assert title is not None and title.text is not None
        assert title.text.startswith('<script>alert("1")</script> &')


@given(st.text())
def test_any_text_becomes_xml(words: str) -> None:
    root = ElementTree.fromstring(f'<a b="{xml_text(words)}">{xml_text(words)}</a>'.encode())
    assert root.tag == "a" and len(root) == 0


@given(filled_puzzles())
def test_pictures_are_xml_that_stands_alone(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    for solutions in ([], [solution], [solution] * 3):
        svg = to_svg(puzzle, solutions)
        root = parsed(svg)
        left, top, wide, high = map(float, root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        assert (
            abs(float(root.attrib["width"]) / float(root.attrib["height"]) - wide / high) < 0.02 * wide / high
        )
        assert root.find(SVG + "title") is not None and root.find(SVG + "desc") is not None
        assert {element.tag for element in root.iter()} <= SAFE_TAGS
        assert "href" not in svg and "url(" not in svg
        assert "nan" not in svg.split("<g ")[1].split("<text")[0]


def fills(svg: str) -> dict[str, str]:
    """The fill of the area with this path."""
    paths = [e for e in parsed(svg).iter(SVG + "path") if e.attrib["fill"] != "none"]
    return {e.attrib["d"]: e.attrib["fill"] for e in paths}


def test_a_piece_has_its_colour_in_all_solutions() -> None:
    puzzle = pentominoes()
    for solution in mirrors():
        for i, piece in enumerate(puzzle.pieces):
            alone = Solution.of(p for p in solution.placements if p.piece == piece.name)
            board = replace(puzzle.board, required=alone.placements[0].cells)
            used = set(
                fills(to_svg(replace(puzzle, board=board), [alone], RenderOptions(labels=False))).values()
            )
            assert used == {palette.COLOURS[i]}
        whole = fills(to_svg(puzzle, [solution]))
        assert set(whole.values()) == set(palette.COLOURS)


def test_labels_captions_and_counts_are_there() -> None:
    def words(solutions: list[Solution], options: RenderOptions) -> list[str]:
        root = parsed(to_svg(pentominoes(), solutions, options))
        return [element.text or "" for element in root.iter(SVG + "text")]

    assert words([], RenderOptions()) == ["6x10", "60 cells, 12 pieces", *"FILNPTUVWXYZ"]
    assert sorted(words(mirrors()[:1], RenderOptions())) == sorted(["6x10", *"FILNPTUVWXYZ"])
    assert words(mirrors()[:1], RenderOptions(labels=False, title="")) == []
    assert words(mirrors(), RenderOptions()) == ["6x10", "4 solutions", "1", "2", "3", "4"]
    options = RenderOptions(
        title="9,356 solutions (2,339 up to symmetry)", total=9356, limit=2, captions=("a", "b")
    )
    assert words(mirrors(), options) == [
        "9,356 solutions (2,339 up to symmetry)",
        "first 2 of 9,356",
        "a",
        "b",
    ]


def hexagon(cell: Cell) -> tuple[Point, ...]:
    q, r = cell
    x, y = 3**0.5 * (q + r / 2), 1.5 * r
    around = (
        (0, -1),
        (3**0.5 / 2, -0.5),
        (3**0.5 / 2, 0.5),
        (0, 1),
        (-(3**0.5) / 2, 0.5),
        (-(3**0.5) / 2, -0.5),
    )
    return tuple((x + dx, y + dy) for dx, dy in around)


def hexagon_neighbours(cell: Cell) -> tuple[Cell, ...]:
    q, r = cell
    return ((q, r - 1), (q + 1, r - 1), (q - 1, r), (q + 1, r), (q - 1, r + 1), (q, r + 1))


HEXAGONS = replace(SQUARE, name="hexagon-like", outline=hexagon, neighbours=hexagon_neighbours)


def test_another_lattice_is_drawn_by_its_outline() -> None:
    cells = [(q, r) for q in range(3) for r in range(2)]
    pieces = (Piece.of("A", cells[:3]), Piece.of("B", cells[3:]))
    puzzle = Puzzle(Board.of(cells), pieces, lattice=HEXAGONS)
    solution = Solution.of([Placement("A", tuple(cells[:3])), Placement("B", tuple(cells[3:]))])
    areas = list(fills(to_svg(puzzle, [solution])))
    # Three hexagons, each touching the next two: 18 sides less 2 for each of 3 or 2 contacts.
    contacts = [
        sum(b in hexagon_neighbours(a) for a in part for b in part) // 2 for part in (cells[:3], cells[3:])
    ]
    assert sorted(path.count(",") for path in areas) == sorted(18 - 2 * n for n in contacts)
