"""Sets of pieces by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilewright.errors import PuzzleError
from tilewright.model.lattices import (
    CUBE,
    DRAFTER,
    HEXAGON,
    KITE,
    LINE,
    PRISM,
    QUARTER_SQUARE,
    RHOMBIC_TETRAHEDRON,
    SPHERE,
    SQUARE,
    STICK,
    TETRA_OCTAHEDRON,
    TRIANGLE,
    Lattice,
)
from tilewright.model.lattices.lattice import Polyforms
from tilewright.model.pieces import (
    KINDS,
    SETS,
    canonical,
    name_of,
    piece_set,
    polyforms,
    set_copies,
    set_lattice,
    set_motions,
)


def test_free_sets() -> None:
    assert [name for name, _ in SETS["pentominoes"]] == list("FILNPTUVWXYZ")
    assert [name for name, _ in SETS["tetrominoes"]] == ["I4", "L4", "O4", "S4", "T4"]
    assert SETS["domino"] == (("I2", ((0, 0), (1, 0))),)
    assert len(SETS["hexominoes"]) == 35
    assert len(SETS["heptominoes"]) == 108


def test_one_sided_and_fixed_sets() -> None:
    assert [name for name, _ in piece_set("one-sided tetrominoes")] == [
        "I4", "L4", "L4'", "O4", "S4", "S4'", "T4",
    ]  # fmt: skip
    assert len(piece_set("one-sided pentominoes")) == 18
    assert len(piece_set("one-sided hexominoes")) == 60
    assert len(piece_set("fixed tetrominoes")) == 19


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("size", range(1, 7))
def test_names_and_shapes_are_apart(kind: str, size: int) -> None:
    pieces = piece_set(f"{kind} polyominoes {size}")
    assert len({name for name, _ in pieces}) == len(pieces)
    mode = KINDS[kind]
    assert set_motions(f"{kind} polyominoes {size}") == mode
    assert len({canonical(shape, mode) for _, shape in pieces}) == len(pieces)


def test_ranges_and_other_names_of_sets() -> None:
    assert len(piece_set("polyominoes 1-5")) == 21
    assert piece_set("polyominoes 4") == piece_set("Tetromino")
    assert piece_set("free  pentominoes") == piece_set("pentominoes")
    assert set_motions("pentominoes") == "all"


def test_the_mapping_knows_its_names() -> None:
    names = list(SETS)
    assert len(names) == len(SETS) == len(set(names)) > 100
    assert {"pentominoes", "fixed hexominoes", "pentacubes", "free pentacubes", "soma"} <= set(names)
    assert "one-sided pentacubes" not in names
    assert "one-sided pentacubes" in SETS
    assert "pentagons" not in SETS


@pytest.mark.parametrize(
    "name",
    [
        "",
        "pentagons",
        "polyominoes 5-1",
        "polyominoes 0-3",
        "polyominoes 4-11",
        "free",
        "flat pentominoes",
        "solid",
        "polycubes 1-7",
        "polyiamonds 0",
        "bars 101",
        "free soma",
        "polyominoes 1-999999999",
    ],
)
def test_names_that_are_no_set(name: str) -> None:
    with pytest.raises(PuzzleError, match="no set of pieces named"):
        piece_set(name)


def test_an_error_lists_what_there_is() -> None:
    with pytest.raises(PuzzleError) as caught:
        piece_set("pentacube set")
    assert all(word in str(caught.value) for word in ("polyominoes 1-10", "polysticks", "soma", "hexiamonds"))


@pytest.mark.parametrize(
    ("name", "lattice", "motions", "count"),
    [
        ("tetracubes", CUBE, "rotation", 8),
        ("pentacubes", CUBE, "rotation", 29),
        ("one-sided pentacubes", CUBE, "rotation", 29),
        ("free pentacubes", CUBE, "all", 23),
        ("flat pentacubes", CUBE, "rotation", 12),
        ("solid pentacubes", CUBE, "rotation", 17),
        ("free solid pentacubes", CUBE, "all", 11),
        ("hexacubes", CUBE, "rotation", 166),
        ("flat hexacubes", CUBE, "rotation", 35),
        ("fixed tetracubes", CUBE, "fixed", 86),
        ("trihexes", HEXAGON, "all", 3),
        ("tetrahexes", HEXAGON, "all", 7),
        ("one-sided tetrahexes", HEXAGON, "rotation", 10),
        ("pentahexes", HEXAGON, "all", 22),
        ("one-sided pentahexes", HEXAGON, "rotation", 33),
        ("hexahexes", HEXAGON, "all", 82),
        ("diamond", TRIANGLE, "all", 1),
        ("tetriamonds", TRIANGLE, "all", 3),
        ("pentiamonds", TRIANGLE, "all", 4),
        ("hexiamonds", TRIANGLE, "all", 12),
        ("one-sided hexiamonds", TRIANGLE, "rotation", 19),
        ("heptiamonds", TRIANGLE, "all", 24),
        ("tristicks", STICK, "all", 5),
        ("tetrasticks", STICK, "all", 16),
        ("one-sided tetrasticks", STICK, "rotation", 25),
        ("fixed tetrasticks", STICK, "fixed", 88),
        ("bars 1-5", LINE, "all", 5),
        ("soma", CUBE, "rotation", 7),
        ("bedlam", CUBE, "rotation", 13),
        ("tetris cube", CUBE, "rotation", 12),
        ("conway", CUBE, "rotation", 4),
        ("tetraspheres", SPHERE, "rotation", 25),
        ("flat tetraspheres", SPHERE, "rotation", 11),  # 7 tetrahexes and 5 tetrominoes; the bar is both
        ("free solid tetraspheres", SPHERE, "all", 9),
        ("triprisms", PRISM, "rotation", 3),
        ("flat tetraprisms", PRISM, "rotation", 3),
        ("rhombic polytetrahedra 3", RHOMBIC_TETRAHEDRON, "rotation", 6),
        ("free rhombic polytetrahedra 3", RHOMBIC_TETRAHEDRON, "all", 4),
        ("tetra-octahedral polyforms 4", TETRA_OCTAHEDRON, "rotation", 12),
        ("tetrakis tetraboloes", QUARTER_SQUARE, "all", 6),
        ("one-sided tetrakis tetraboloes", QUARTER_SQUARE, "rotation", 8),
        ("tetraboloes", QUARTER_SQUARE, "all", 14),  # A006074
        ("pentaboloes", QUARTER_SQUARE, "all", 30),
        ("hexaboloes", QUARTER_SQUARE, "all", 107),
        ("polyaboloes 1-3", QUARTER_SQUARE, "all", 1 + 3 + 4),
        ("one-sided pentaboloes", QUARTER_SQUARE, "rotation", 56),  # A151519
        ("fixed diaboloes", QUARTER_SQUARE, "fixed", 9),
        ("tetrakites", KITE, "all", 10),
        ("pentakites", KITE, "all", 27),
        ("kisrhombille tetradrafters", DRAFTER, "all", 9),
        ("didrafters", DRAFTER, "all", 6),  # A056842
        ("tridrafters", DRAFTER, "all", 14),
        ("one-sided tridrafters", DRAFTER, "rotation", 28),  # A217720
        ("tetradrafters", DRAFTER, "all", 64),
    ],
)
def test_sets_of_every_lattice(name: str, lattice: Lattice, motions: str, count: int) -> None:
    pieces = piece_set(name)
    assert (set_lattice(name), set_motions(name), len(pieces)) == (lattice, motions, count)
    assert len({own for own, _ in pieces}) == count
    assert len({canonical(cells, motions, lattice) for _, cells in pieces}) == count
    assert len(set_copies(name)) == count
    for _, cells in pieces:
        assert lattice.normalise(cells) == cells
        assert len(lattice.components(cells)) == 1


def test_of_two_sets_with_one_name_that_of_the_lattice_given_counts() -> None:
    """As where another package has a lattice whose polyforms are called like those of a built-in one."""
    family = Polyforms("polyaboloes", ("moniabolo", "diabolo"), "es", 2, 2)
    other = replace(QUARTER_SQUARE, name="other", polyforms=family, block_polyforms=None)
    assert set_lattice("diaboloes") is QUARTER_SQUARE and len(piece_set("diaboloes")) == 3
    assert set_lattice("diaboloes", other) is other and len(piece_set("diaboloes", other)) == 2
    assert set_copies("diaboloes", other) == (1, 1)
    assert set_lattice("pentominoes", other) is SQUARE


@pytest.mark.parametrize(
    ("lattice", "all_sizes", "largest"),
    [
        (SQUARE, "polyominoes", 6),
        (CUBE, "polycubes", 5),
        (HEXAGON, "polyhexes", 5),
        (TRIANGLE, "polyiamonds", 7),
        (STICK, "polysticks", 5),
        (PRISM, "polyprisms", 5),
        (SPHERE, "polyspheres", 4),
        (RHOMBIC_TETRAHEDRON, "rhombic polytetrahedra", 5),
        (TETRA_OCTAHEDRON, "tetra-octahedral polyforms", 5),
        (QUARTER_SQUARE, "tetrakis polyaboloes", 6),
        (KITE, "polykites", 5),
        (DRAFTER, "kisrhombille polydrafters", 6),
    ],
)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_sets_are_all_polyforms(lattice: Lattice, all_sizes: str, largest: int, kind: str) -> None:
    """The shapes that have names, and those that are numbered, are just those that are generated."""
    mode = KINDS[kind]
    for size in range(1, largest + 1):
        pieces = piece_set(f"{kind} {all_sizes} {size}")
        shapes = [canonical(cells, mode, lattice) for _, cells in pieces]
        assert sorted(shapes) == list(polyforms(size, mode, lattice))


def names(set_name: str) -> str:
    return " ".join(name for name, _ in piece_set(set_name))


def test_names_of_every_lattice() -> None:
    assert names("hexiamonds") == (
        "bar crook crown sphinx snake yacht chevron signpost lobster hook hexagon butterfly"
    )
    assert names("tetrahexes") == "bar worm pistol propeller arch bee wave"
    assert names("tetrasticks") == "F H I J L N O P R T U V W X Y Z"
    assert names("tetracubes") == "I4 L4 O4 S4 T4 A4 B4 P4"
    assert names("solid pentacubes") == "A J1 J2 J4 L1 L2 L3 L4 N1 N2 Q S1 S2 T1 T2 V1 V2"
    assert names("bars 1-5") == "1 2 3 4 5"
    assert names("soma") == "V L T Z A B P"


def test_two_sizes_may_share_a_name_in_a_range() -> None:
    both = names("polycubes 4-5").split()
    assert both.count("L4") == both.count("L4.2") == 1
    assert both.index("L4") < both.index("L4.2")


def test_famous_sets_fill_their_boxes() -> None:
    volumes = {"soma": 27, "slothouber-graatsma": 27, "diabolical cube": 27, "bedlam": 64, "tetris cube": 64}
    for name, volume in {**volumes, "conway": 125}.items():
        pieces = piece_set(name)
        assert sum(n * len(cells) for n, (_, cells) in zip(set_copies(name), pieces, strict=True)) == volume
    assert set_copies("conway") == (13, 1, 1, 3)
    assert set_copies("slothouber-graatsma") == (6, 3)


def test_famous_pieces_can_be_held_in_so_many_ways() -> None:
    """Counts of orientations as S. Kurowski publishes them for the two cubes (2006)."""

    def ways(name: str) -> list[int]:
        motions = CUBE.motions["rotation"]
        cell_sets = [{CUBE.normalise(map(m, cells)) for m in motions} for _, cells in piece_set(name)]
        return sorted(map(len, cell_sets))

    assert ways("bedlam") == [3, *[12] * 5, *[24] * 7]
    assert ways("tetris cube") == [12] * 2 + [24] * 10


def test_the_pieces_of_soma_are_the_crooked_ones() -> None:
    """All polycubes of three and four cubes but for those that are boxes."""
    crooked = [cells for _, cells in piece_set("polycubes 3-4") if len(cells) != _box(cells)]
    assert {canonical(c, "rotation", CUBE) for c in crooked} == {
        canonical(c, "rotation", CUBE) for _, c in piece_set("soma")
    }


def _box(cells: tuple[tuple[int, ...], ...]) -> int:
    """The volume of the smallest box around cells."""
    volume = 1
    for coordinates in zip(*cells, strict=True):
        volume *= max(coordinates) - min(coordinates) + 1
    return volume


def test_mirror_images_have_different_names_only_in_space() -> None:
    mirrors = {"A4": "B4", "L1": "J1", "L2": "J2", "L4": "J4", "S1": "N1", "S2": "N2", "V1": "V2"}
    mirrors |= {b: a for a, b in mirrors.items()}
    for name, cells in [*piece_set("tetracubes"), *piece_set("pentacubes")]:
        turned_over = tuple((-x, y, z) for x, y, z in cells)
        alone = name == "L4" and len(cells) == 4
        assert name_of(turned_over, CUBE) == (name if alone else mirrors.get(name, name))
    for name, cells in piece_set("hexiamonds"):
        assert name_of(cells, TRIANGLE) == name
        assert name_of(cells, STICK) is None or name_of(cells, STICK) != name
