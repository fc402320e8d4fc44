"""The library: what is entered, what replaces what, and what is refused."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from support.library_cases import (
    BEST_L,
    DOMINO_RULES,
    FULL_L,
    L_SHAPE,
    LONG,
    LONG_7,
    LONG_8,
    LONG_10,
    OTHER_LONG_7,
    answer,
    find,
)
from tilewright.errors import LibraryError
from tilewright.families.gunport.board import (
    Arrangement,
    GunportBoard,
    Rules,
    board_symmetries,
    canonical,
    faults,
)
from tilewright.families.gunport.drawing import dumps, loads
from tilewright.families.gunport.library import LIBRARY_FORMAT, Library, Submission, shipped
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportQuery
from tilewright.families.gunport.registry import ENGINES
from tilewright.families.gunport.solve import solve_board

EXACT = next(iter(ENGINES))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A fresh library."""
    return Library(tmp_path / "boards.sqlite")


def test_a_new_library_has_the_shipped_boards_and_no_file(library: Library) -> None:
    entries = library.entries()
    assert [entry.key.size for entry in entries] == [(m, n) for m in range(1, 15) for n in range(m, 15)]
    assert library.entries(source="own") == []
    entry = library.best(GunportBoard.rectangle(8, 10))
    assert entry is not None and (entry.pieces, entry.ports, entry.proven, entry.shipped) == (
        27,
        26,
        True,
        True,
    )
    assert library.best(LONG) is None
    assert library.verify() == (105, [])
    assert not library.path.exists()


def test_boards_are_given_as_they_are_asked_for(library: Library) -> None:
    for rows, columns in ((5, 9), (9, 5), (1, 14), (14, 1)):
        board = GunportBoard.rectangle(rows, columns)
        entry = library.best(board)
        assert entry is not None and entry.on(board).board == board
        assert faults(entry.on(board), DOMINO_RULES) == []


def test_shipped_boards_are_valid() -> None:
    for entry in shipped().values():
        assert entry.faults == [] and entry.proven and entry.shipped
        assert entry.pieces + entry.pieces + entry.ports == len(entry.key.gunport_board.cells)


def test_better_replaces_worse_and_nothing_else_does(library: Library) -> None:
    results = []
    for arrangement in (LONG_8, LONG_10, LONG_8, LONG_7, LONG_8, LONG_7):
        outcome = library.enter([find(arrangement, who=f"finder of {len(arrangement.pieces)}")])[0]
        best = library.best(LONG)
        assert best is not None and best == outcome.entry
        results.append((outcome.result, outcome.fewer, best.pieces, best.who, best.proven))
    assert results == [
        ("new", 0, 8, "finder of 8", False),
        ("known", 0, 8, "finder of 8", False),
        ("known", 0, 8, "finder of 8", False),
        ("better", 1, 7, "finder of 7", False),
        ("known", 0, 7, "finder of 7", False),
        ("known", 0, 7, "finder of 7", False),
    ]
    assert outcome.entry.on(LONG) == LONG_7


def test_an_equal_board_enters_only_its_proof(library: Library) -> None:
    other = Arrangement.of(LONG, [[(19 - x, 0) for x, _ in piece] for piece in LONG_7.pieces])
    assert other != LONG_7
    library.enter([find(LONG_7, who="Ada", found="2020-02-02T02:02:02Z")])
    outcome = library.enter([find(other, who="machine", bound=6, proof=EXACT)])[0]
    assert (outcome.result, outcome.entry.lower_bound, outcome.entry.proven) == ("bound", 6, False)
    assert library.enter([find(other, who="machine", bound=5, proof=EXACT)])[0].result == "known"
    outcome = library.enter([find(other, who="machine", bound=7, proof="frontier")])[0]
    assert (outcome.result, outcome.entry.proven, outcome.entry.proof) == ("proven", True, "frontier")
    assert (outcome.entry.who, outcome.entry.found) == ("Ada", "2020-02-02T02:02:02Z")
    assert outcome.entry.on(LONG) == LONG_7
    assert library.enter([find(other, bound=7, proof="frontier")])[0].result == "known"


def test_arrangements_that_are_as_good_are_kept_once_each(library: Library) -> None:
    mirrored = Arrangement.of(LONG, [[(19 - x, 0) for x, _ in piece] for piece in OTHER_LONG_7.pieces])
    arrangements = [LONG_8, LONG_7, mirrored, OTHER_LONG_7, LONG_7]
    results = [
        library.enter([find(one, who=f"number {number}")])[0] for number, one in enumerate(arrangements)
    ]
    assert [outcome.result for outcome in results] == ["new", "better", "another", "known", "known"]
    best = library.best(LONG)
    assert best is not None and best == results[-1].entry and best in library.entries(source="own")
    assert (best.kept, best.who, [other.who for other in best.others]) == (2, "number 1", ["number 2"])
    group = board_symmetries(LONG, DOMINO_RULES)
    assert best.all_on(LONG) == (LONG_7, canonical(OTHER_LONG_7, group))
    assert library.verify() == (106, [])


def test_a_better_arrangement_replaces_all_that_were_kept(library: Library) -> None:
    eights = [loads(".<>" * 4 + "<>" * 4), loads("<>" * 4 + "<>." * 4), loads("<>.<>" * 4)]
    library.enter([find(one) for one in eights[:2]])
    assert library.enter([find(eights[2])])[0].entry.kept == 2
    outcome = library.enter([find(LONG_7)])[0]
    assert (outcome.result, outcome.entry.kept) == ("better", 1)
    best = library.best(LONG)
    assert best is not None and best.others == () and library.enter([find(eights[2])])[0].result == "known"


def test_others_are_kept_beside_a_shipped_board(library: Library) -> None:
    board = GunportBoard.rectangle(5, 5)
    answer = solve_board(board, query=GunportQuery(count=True, arrangements=None))
    outcome = library.record(answer, exact=EXACT)
    assert outcome is not None and outcome.entered
    best = library.best(board)
    assert best is not None and best.proven and best.kept == best.classes == answer.up_to_symmetry
    group = board_symmetries(board, DOMINO_RULES)
    assert {canonical(one, group) for one in best.all_on(board)} == {
        canonical(one, group) for one in answer.arrangements
    }
    again = library.record(answer, exact=EXACT)
    assert again is not None and again.result == "known" and library.verify() == (106, [])


def test_no_more_than_the_limit_are_kept(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.families.gunport.library.entries.MAX_ARRANGEMENTS", 2)
    rows = [".<>" * k + "<>" + ".<>" * (6 - k) for k in (6, 5, 4, 3)]
    results = [library.enter([find(loads(row))])[0].result for row in rows]
    assert results == ["new", "another", "full", "full"]
    best = library.best(LONG)
    assert best is not None and best.kept == 2
    assert library.enter([find(LONG_7, bound=7, proof=EXACT)])[0].result == "proven"


def test_how_many_there_are_is_kept_where_it_was_counted(library: Library) -> None:
    library.enter([find(LONG_7)])
    counted = replace(find(LONG_7, bound=7, proof=EXACT), classes=5)
    assert library.enter([counted])[0].entry.classes == 5
    assert library.enter([find(OTHER_LONG_7)])[0].entry.classes == 5
    with pytest.raises(LibraryError, match="1 arrangements up to symmetry were counted, but the library"):
        library.enter([replace(counted, classes=1)])
    best = library.best(LONG)
    assert best is not None and (best.kept, best.classes) == (2, 5)


def test_a_library_of_the_version_before_is_read_and_extended(library: Library) -> None:
    first = replace(LIBRARY_FORMAT, migrations=LIBRARY_FORMAT.migrations[:1])
    with closing(first.connect(library.path, create=True)) as connection:
        first.migrate(connection, library.path)
        columns = "board, piece, no_slide, pieces, ports, lower_bound, proof, who, found, arrangement"
        row = ("1x20", "domino", 0, 7, 6, 0, "", "Ada", "2020-02-02T02:02:02Z", dumps(LONG_7))
        connection.execute(f"INSERT INTO best ({columns}) VALUES ({', '.join('?' * 10)})", row)
    best = library.best(LONG)
    assert best is not None and (best.who, best.kept, best.classes) == ("Ada", 1, 0)
    assert library.enter([find(OTHER_LONG_7)])[0].result == "another"


def test_a_worse_board_with_a_better_bound_leaves_the_board(library: Library) -> None:
    library.enter([find(LONG_7)])
    outcome = library.enter([find(LONG_8, bound=7, proof=EXACT)])[0]
    assert (outcome.result, outcome.entry.pieces, outcome.entry.proven) == ("proven", 7, True)
    assert outcome.entry.on(LONG) == LONG_7


def test_an_import_meets_a_bound_that_was_proven_before(library: Library) -> None:
    library.enter([find(LONG_8, bound=7, proof=EXACT)])
    outcome = library.enter([find(LONG_7, who="Ada")])[0]
    assert (outcome.result, outcome.entry.proven, outcome.entry.proof) == ("better", True, EXACT)


@pytest.mark.parametrize("proof", ["", "Ada says so", "monomino, cp-sat", "greed"])
def test_only_exact_engines_prove_bounds(library: Library, proof: str) -> None:
    with pytest.raises(ValueError, match="is not an exact engine"):
        library.enter([find(LONG_7, bound=7, proof=proof)])
    assert not library.path.exists()


@pytest.mark.parametrize(
    ("arrangement", "words"),
    [
        (loads("." * 20), "another domino fits"),
        (loads("<>.." + "<>" * 8), "another domino fits"),
        (Arrangement.of(LONG, [[(0, 0), (1, 0)], [(1, 0), (2, 0)]]), "covered twice"),
        (Arrangement.of(LONG, [[(0, 0), (1, 0), (2, 0)]]), "is not the domino"),
        (Arrangement.of(LONG, [[(19, 0), (20, 0)]]), "not on the board"),
    ],
)
def test_one_invalid_submission_refuses_all(library: Library, arrangement: Arrangement, words: str) -> None:
    with pytest.raises(LibraryError, match=words):
        library.enter([find(LONG_7), find(arrangement)])
    assert library.entries(source="own") == []


@pytest.mark.parametrize("who", ["", "two\nlines", "x" * 201, "bell\a"])
def test_finders_have_names_of_one_line(library: Library, who: str) -> None:
    with pytest.raises(LibraryError, match="is not a finder"):
        library.enter([find(LONG_7, who=who)])


def test_a_time_is_a_time(library: Library) -> None:
    with pytest.raises(LibraryError, match="'yesterday' is not a time"):
        library.enter([find(LONG_7, found="yesterday")])


def test_boards_of_any_shape_and_their_images(library: Library) -> None:
    assert library.enter([find(FULL_L)])[0].result == "new"
    turned = Arrangement.of(
        GunportBoard(frozenset((-y, x) for x, y in L_SHAPE.cells)),
        [[(-y, x) for x, y in piece] for piece in BEST_L.pieces],
    )
    assert library.enter([find(turned)])[0].result == "better"
    entry = library.best(L_SHAPE)
    assert entry is not None and entry.key.name == "board of 6 cells"
    assert len(entry.on(L_SHAPE).pieces) == 2 and faults(entry.on(L_SHAPE), DOMINO_RULES) == []


def test_rules_are_kept_apart(library: Library) -> None:
    board = GunportBoard.rectangle(1, 4)
    still = Rules(no_slide=True)
    trominoes = rules_for("I3")
    assert library.enter([Submission(loads("<><>"), still, "Ada")])[0].result == "new"
    assert library.enter([Submission(loads("AAA.", "shapes"), trominoes, "Ada")])[0].result == "new"
    pieces = [
        entry.pieces for rules in (DOMINO_RULES, still, trominoes) if (entry := library.best(board, rules))
    ]
    assert pieces == [1, 2, 1]
    with pytest.raises(LibraryError, match="can slide onto"):
        library.enter([Submission(loads(".<>."), still, "Ada")])


def test_given_ports_make_another_board(library: Library) -> None:
    board = GunportBoard(LONG.cells, ports=frozenset({(0, 0)}))
    library.enter([find(LONG_7)])
    assert library.best(board) is None
    library.enter([find(Arrangement(board, LONG_7.pieces))])
    entry = library.best(board)
    assert entry is not None and entry.on(board).board == board
    with pytest.raises(LibraryError, match="is a given port, but it is covered"):
        library.enter([find(Arrangement(board, LONG_10.pieces))])


def test_a_contradiction_is_an_error_and_changes_nothing(library: Library) -> None:
    library.enter([find(LONG_8, bound=8, proof=EXACT)])
    with pytest.raises(LibraryError, match=r"7 pieces passes the checker, but .* proved that 8 are needed"):
        library.enter([find(LONG_7)])
    other = Library(library.path.with_name("other.sqlite"))
    other.enter([find(LONG_7)])
    with pytest.raises(LibraryError, match="proved that 8 are needed"):
        other.enter([find(LONG_8, bound=8, proof=EXACT)])
    with pytest.raises(LibraryError, match="proved that 9 are needed"):
        Library(library.path.with_name("third.sqlite")).enter([find(LONG_8, bound=9, proof=EXACT)])
    kept = library.best(LONG), other.best(LONG)
    assert [entry and entry.pieces for entry in kept] == [8, 7]


def test_answers_are_recorded(library: Library) -> None:
    outcome = library.record(answer(LONG_8, 7))
    assert outcome is not None and outcome.result == "new"
    assert (outcome.entry.lower_bound, outcome.entry.who) == (0, "Tilewright, frontier")
    outcome = library.record(answer(LONG_7, 7), exact="frontier", who="Tilewright")
    assert outcome is not None and (outcome.result, outcome.entry.proven) == ("better", True)
    assert library.record(answer(None, 0)) is None


def test_a_bound_alone_is_added_to_what_is_there(library: Library) -> None:
    assert library.record(answer(None, 7), exact="frontier") is None
    library.record(answer(LONG_7, 0))
    outcome = library.record(answer(None, 7), exact="frontier")
    assert outcome is not None and outcome.result == "proven"
    assert outcome.entry.who == "Tilewright, frontier"
    assert library.record(answer(None, 3)) is None


def test_an_answer_that_is_known_makes_no_file(library: Library) -> None:
    board = GunportBoard.rectangle(4, 4)
    entry = library.best(board)
    assert entry is not None
    outcome = library.record(answer(entry.on(board), entry.pieces), exact=EXACT)
    assert outcome is not None and not outcome.entered
    assert not library.path.exists()


def test_the_better_of_own_and_shipped_counts(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was entered stays when a newer Tilewright brings worse, and gives way when it brings better."""
    library.enter([find(LONG_8, who="Ada")])
    own = library.best(LONG)
    assert own is not None
    better = Library(library.path.with_name("x.sqlite")).enter([find(LONG_7, bound=7, proof=EXACT)])[0].entry
    along = replace(better, shipped=True)
    monkeypatch.setattr("tilewright.families.gunport.library.store.shipped", lambda: {along.key: along})
    seen = library.best(LONG)
    assert seen is not None and (seen.pieces, seen.shipped) == (7, True)
    assert library.entries(source="own") == []
    worse = replace(own, pieces=10, ports=0, lower_bound=7, proof=EXACT, drawing="<>" * 10, shipped=True)
    monkeypatch.setattr("tilewright.families.gunport.library.store.shipped", lambda: {worse.key: worse})
    seen = library.best(LONG)
    assert seen is not None and (seen.pieces, seen.who, seen.lower_bound) == (8, "Ada", 7)
    assert [entry.pieces for entry in library.entries()] == [8]


def test_the_best_stays_whatever_the_order_of_submissions(tmp_path: Path) -> None:
    finds = [find(a) for a in (LONG_7, LONG_8, LONG_10)] + [
        find(LONG_10, bound=b, proof=EXACT) for b in (3, 7)
    ]
    chance = random.Random(1)
    for trial in range(12):
        library = Library(tmp_path / f"{trial}.sqlite")
        chance.shuffle(finds)
        for one in finds:
            library.enter([one])
        entry = library.best(LONG)
        assert entry is not None and (entry.pieces, entry.lower_bound, entry.proven) == (7, 7, True)


def tamper(path: Path, change: str, table: str = "best") -> None:
    """Change the library behind its back, checks of the table left out."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute(f"UPDATE {table} SET {change} WHERE board = '1x20'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("arrangement = '<>'", "not drawn on the cells of its board"),
        ("arrangement = '<>..<><><><><><><><>'", "another domino fits"),
        ("arrangement = 'xxxx'", "'x' is here"),
        ("pieces = 6", "says 6 pieces and 6 ports, but the arrangement has 7 and 6"),
        ("ports = 9", "says 7 pieces and 9 ports"),
        ("lower_bound = 8, proof = 'frontier'", "says that at least 8 pieces are needed"),
        ("lower_bound = 7", "must come with the engine that proved it"),
        ("found = 'once'", "'once' is not a time"),
        ("no_slide = 1, arrangement = '.<>.<>.<>.<>.<>.<><>'", "can slide onto"),
    ],
)
def test_what_was_changed_by_hand_is_found_and_never_given_out(
    library: Library, change: str, words: str
) -> None:
    library.enter([find(LONG_7), find(BEST_L)])
    tamper(library.path, change)
    rules = Rules(no_slide="no_slide" in change)
    with pytest.raises(LibraryError, match=f"entry for 1x20 is wrong: .*{words}"):
        library.best(LONG, rules)
    total, wrong = library.verify()
    assert (total, len(wrong)) == (107, 1) and words in wrong[0][1][0]
    library.verify(remove=True)
    assert library.verify() == (106, [])
    assert library.best(LONG) is None and library.best(L_SHAPE) is not None


@pytest.mark.parametrize(
    ("table", "change", "words"),
    [
        ("others", "arrangement = '<>'", "not drawn on the cells of its board"),
        ("others", f"arrangement = '{'<>' * 10}'", "a further arrangement has 10 pieces, the first has 7"),
        ("others", f"arrangement = '{dumps(LONG_7)[::-1].strip()}'", "'>' is here"),
        ("others", "found = 'once'", "'once' is not a time"),
        ("others", f"arrangement = '{'.<>' * 4}<>.<>.<>'", "another domino fits|not stored as the canonical"),
        ("best", "classes = 1", "says that there are 1 arrangements up to symmetry, but it has 2"),
        ("best", "classes = 5", "not proven to be the best"),
    ],
)
def test_wrong_others_are_found_and_never_given_out(
    library: Library, table: str, change: str, words: str
) -> None:
    library.enter([find(LONG_7), find(OTHER_LONG_7)])
    tamper(library.path, change, table)
    with pytest.raises(LibraryError, match=words):
        library.best(LONG)
    total, wrong = library.verify(remove=True)
    assert (total, len(wrong)) == (106, 1) and library.verify() == (105, [])


def test_a_row_that_holds_no_text_is_damage(library: Library) -> None:
    library.enter([find(LONG_7)])
    tamper(library.path, "who = x'00'")
    for act in (library.entries, library.verify, lambda: library.best(LONG)):
        with pytest.raises(LibraryError, match="the library is damaged: a row is"):
            act()


def test_a_wrong_entry_gives_way_to_any_right_one(library: Library) -> None:
    library.enter([find(LONG_7, bound=7, proof=EXACT)])
    tamper(library.path, "pieces = 1, lower_bound = 1")
    outcome = library.enter([find(LONG_8)])[0]
    assert (outcome.result, outcome.entry.pieces, outcome.entry.proven) == ("new", 8, False)
    assert library.verify() == (106, [])
