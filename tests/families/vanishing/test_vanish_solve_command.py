"""``tilewright vanish solve``, ``compare``, ``verify``, ``why`` and ``make``: output, errors, signals."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from support.cli import parse_json, printed_json, run, signalled
from tilewright.families.vanishing.files import dumps, dumps_xml, load, loads
from tilewright.families.vanishing.generation import BoardSpec, random_board
from tilewright.families.vanishing.methods import APPROXIMATIONS

BOARD = "4;3\nh;0;1;0;0\nh;3;3;2;0\nh;0;3;0;1\nv;2;0;2;1\nv;3;2;3;1\nh;0;1;0;2\n"
"""6 pieces, of which 2 must remain."""

KEYS = {"left", "lower_bound", "proven", "order", "states", "seconds", "method"}


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.fixture
def xml_board(tmp_path: Path) -> Path:
    path = tmp_path / "board.xml"
    path.write_text(dumps_xml(loads(BOARD)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board of 5,000 pieces that takes long."""
    path = tmp_path_factory.mktemp("vanish") / "large.txt"
    path.write_text(dumps(random_board(BoardSpec(100, 100), seed=1)), encoding="utf-8")
    return path


def refused(*words: object, text: str | None = None) -> str:
    """The error of a wrong call: one sentence on stderr, nothing on stdout, exit code 2."""
    result = run("vanish", *words, text=text)
    assert result.exit_code == 2, result.output
    assert result.stdout == "" and "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.parametrize("suffix", ["txt", "xml"])
@pytest.mark.parametrize("source", ["board.txt", "board.xml", "-"])
def test_solve_and_verify(tmp_path: Path, board: Path, xml_board: Path, source: str, suffix: str) -> None:
    out = tmp_path / f"order.{suffix}"
    file = "-" if source == "-" else {"board.txt": board, "board.xml": xml_board}[source]
    result = run("vanish", "solve", file, "-o", out, text=BOARD)
    assert result.exit_code == 0, result.output
    assert "2 of 6 pieces remain; no order leaves fewer" in result.stdout and f"wrote {out}" in result.stdout
    checked = run("vanish", "verify", file, out, text=BOARD)
    assert (checked.exit_code, checked.stdout) == (0, "valid: 4 removals, 2 of 6 pieces remain\n")
    if suffix == "xml":
        assert load(out) == loads(BOARD)  # a solution is a board again
        assert run("vanish", "solve", out).exit_code == 0
    else:
        assert out.read_text(encoding="utf-8").startswith("2\n")


@pytest.mark.parametrize("method", [None, *APPROXIMATIONS])
def test_json(board: Path, method: str | None) -> None:
    body = printed_json(
        run("vanish", "solve", board, "--json", *(() if method is None else ("--approx", method)))
    )
    assert body.keys() >= KEYS | {"pieces", "status", "output", "file", "command"}
    assert body["method"] == (method or "exact") and body["status"] == "complete"
    assert body["proven"] is (method is None) and body["lower_bound"] == (2 if method is None else 0)
    assert body["left"] >= 2 and len(body["order"]) == 6 - body["left"] and body["output"] is None
    assert set(body["order"]) <= set(BOARD.splitlines()[1:])


def test_text_shows_the_order_and_the_remaining_pieces(board: Path) -> None:
    result = run("vanish", "solve", board, "--ascii")
    order = printed_json(run("vanish", "solve", board, "--json"))["order"]
    assert result.stdout.startswith("  ".join(f"{n}.{piece}" for n, piece in enumerate(order, start=1)))
    assert "+---" in result.stdout and result.stdout.isascii()
    approximate = run("vanish", "solve", board, "--approx", "waiting").stdout
    assert "remain; not proven" in approximate


def test_boards_without_a_removal_and_without_pieces() -> None:
    stuck = run("vanish", "solve", "-", text="2;1\nh;9;9;0;0\n")
    assert stuck.exit_code == 0 and "no piece can be removed" in stuck.stdout
    assert "1 of 1 piece remains; no order leaves fewer" in stuck.stdout
    body = printed_json(run("vanish", "solve", "-", "--json", text="3;3\n"))
    assert (body["left"], body["proven"], body["order"]) == (0, True, [])


def test_repetitions_of_random_games(board: Path) -> None:
    words = ("vanish", "solve", board, "--approx", "random", "--seed", 2, "--json")
    one, many = (printed_json(run(*words, "--repetitions", number)) for number in (1, "1k"))
    assert one["states"] < many["states"] and one["left"] >= many["left"] == 2
    wrong = run("vanish", "solve", board, "--repetitions", 5)
    assert wrong.exit_code == 2 and "--repetitions requires --method random" in wrong.stderr


def test_compare(board: Path, xml_board: Path) -> None:
    result = run("vanish", "compare", board, xml_board)
    assert result.exit_code == 0
    head, first, second, _ = result.stdout.splitlines()
    assert head.split() == ["board", "pieces", "exact", *APPROXIMATIONS]
    assert first.split()[:3] == [str(board), "6", "2"] and second.split()[:3] == [str(xml_board), "6", "2"]
    body = printed_json(run("vanish", "compare", board, xml_board, "--json"))
    assert [row["file"] for row in body["boards"]] == [str(board), str(xml_board)]
    for row in body["boards"]:
        assert row["exact"].keys() >= KEYS and row["exact"]["left"] == 2
        assert [value["method"] for value in row["methods"]] == list(APPROXIMATIONS)
        assert all(outcome.keys() >= KEYS and outcome["left"] >= 2 for outcome in row["methods"])


def test_verify_reports_errors(tmp_path: Path, board: Path) -> None:
    order = tmp_path / "order.txt"
    order.write_text("5\nh;3;3;2;0\n", encoding="utf-8")
    result = run("vanish", "verify", board, order)
    assert result.exit_code == 1 and "removal 1: piece 2 (h;3;3;2;0) cannot be removed" in result.stdout
    body = printed_json(run("vanish", "verify", board, order, "--json"))
    assert body["valid"] is False and len(body["faults"]) == 1
    order.write_text("4\nh;0;1;0;0\n", encoding="utf-8")
    assert "the file says that 4 pieces are left, but removes 1 of 6" in refused("verify", board, order)
    order.write_text("5\nh;9;9;0;0\n", encoding="utf-8")
    assert "the board has no piece h;9;9;0;0" in refused("verify", board, order)


def test_make(tmp_path: Path) -> None:
    text = run("vanish", "make", "5x6", "--seed", "3").stdout
    assert loads(text).width == 6 and run("vanish", "make", "5x6", "--seed", "3").stdout == text
    out = tmp_path / "made.xml"
    result = run("vanish", "make", "5x6", "--seed", "3", "-o", out)
    assert result.exit_code == 0 and load(out) == loads(text)
    body = printed_json(run("vanish", "make", "5x6", "--difficulty", "easy", "--json"))
    cleared = run("vanish", "solve", "-", "--json", text="\n".join(["6;5", *body["pieces"]]))
    assert printed_json(cleared)["left"] == 0
    for words in (["6"], ["6x"], ["axb"], ["0x4"], ["5x6", "--values", "-1"], ["5x6", "--blanks", "2"]):
        refused("make", *words)
    refused("make", "5x6", "-o", tmp_path / "made.pdf")


def test_why(tmp_path: Path, board: Path) -> None:
    result = run("vanish", "explain", board)
    assert result.exit_code == 0 and "2 pieces remain: " in result.stdout
    body = printed_json(run("vanish", "why", board, "--json"))
    assert body["left"] == len(body["pieces"]) == 2 and body["proven"] is True
    order = tmp_path / "order.txt"
    run("vanish", "solve", board, "--approx", "waiting", "-o", order)
    assert printed_json(run("vanish", "why", board, "--order", order, "--json"))["proven"] is False
    order.write_text("5\nh;3;3;2;0\n", encoding="utf-8")
    assert "order.txt: removal 1: piece 2" in refused("explain", board, "--order", order)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("4;x\n", "expected width and height of the board"),
        ("4;0\n", "a side of the board is '0'"),
        ("4;999999999999\n", "a side of the board is"),
        ("4;3\nh;0;1;0\n", "line 2: 'h;0;1;0' has 4 parts"),
        ("4;3\nd;0;1;0;0\n", "line 2: the orientation is 'd'"),
        ("4;3\nh;0;-1;0;0\n", "line 2: '-1' is not a number"),
        ("4;3\nh;0;1;3;0\n", "line 2: piece 1 (h;0;1;3;0) lies outside the board"),
        ("4;3\nh;0;1;0;0\nv;0;1;1;0\n", "line 3: piece 2 (v;0;1;1;0) overlaps piece 1"),
        ("<!DOCTYPE domino_board []><domino_board/>", "a document type or an entity is declared"),
        ('<domino_board width="4"/>', "lacks the attribute 'height'"),
        ('<domino_board width="4" height="3"><piece x="0" y="0"/></domino_board>', "lacks the attribute"),
        ('<domino_board width="4" height="3">', "line 1"),
        ("<puzzle/>", "expected <domino_board>"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "compare", "explain"])
def test_wrong_boards(command: str, text: str, message: str) -> None:
    errors = refused(command, "-", text=text)
    assert message in errors and "standard input" in errors


def test_wrong_calls(tmp_path: Path, board: Path) -> None:
    out = tmp_path / "out.txt"
    for command in ("solve", "compare", "explain"):
        assert "none.txt" in refused(
            command, tmp_path / "none.txt", *(["-o", out] if command == "solve" else [])
        )
    assert not out.exists()
    refused("verify", board, tmp_path / "none.txt")
    refused("compare")
    assert "expected one of .txt, .xml" in refused("solve", board, "-o", tmp_path / "out.svg")
    refused("solve", board, "-o", board)
    assert board.read_text(encoding="utf-8") == BOARD
    assert "magic" in refused("solve", board, "--approx", "magic")
    refused("solve", board, "--time", "soon")
    refused("solve", board, "--seed", "-1")


@pytest.mark.usefixtures("ticking_clock")
def test_time_ends_a_search_with_its_bounds(tmp_path: Path, large: Path) -> None:
    out = tmp_path / "order.txt"
    result = run("vanish", "solve", large, "--time", "200", "-o", out, "--quiet")
    assert result.exit_code == 3 and "the time or memory limit was reached" in result.stderr
    assert "of 5,000 pieces remain; at least " in result.stdout
    assert run("vanish", "verify", large, out).exit_code == 0
    body = printed_json(run("vanish", "solve", large, "--time", "200", "--json"))
    assert body["status"] == "limit" and not body["proven"]
    assert 0 < body["lower_bound"] < body["left"] == 5000 - len(body["order"])


@pytest.mark.event
@pytest.mark.parametrize("how", [(), ("--approx", "bounded")])
def test_a_signal_keeps_the_bounds(large: Path, how: tuple[str, ...]) -> None:
    done = signalled("searched", signal.SIGINT, "vanish", "solve", large, "--json", *how)
    assert done.returncode == 130, done.stderr
    assert "stopped" in done.stderr and "Traceback" not in done.stderr
    body = parse_json(done.stdout)
    assert body["status"] == "cancelled" and not body["proven"]
    assert 0 <= body["lower_bound"] < body["left"] == 5000 - len(body["order"])


def test_method_graph_agrees_with_the_exact_search(board: Path) -> None:
    exact = printed_json(run("vanish", "solve", board, "--json"))
    graph = printed_json(run("vanish", "solve", board, "--method", "graph", "--json"))
    assert (graph["method"], graph["left"], graph["proven"]) == ("graph", exact["left"], True)
    assert graph["states"] == printed_json(run("vanish", "graph", board, "--json"))["states"]


def test_method_graph_claims_nothing_when_it_stops(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["tilewright.families.vanishing.cli.solve"], "MAX_STATES", 3)
    result = run("vanish", "solve", board, "--method", "graph", "--json")
    body = parse_json(result.stdout)
    assert result.exit_code == 3 and (body["status"], body["lower_bound"]) == ("limit", 0)
    assert "more than 3 states can be reached" in result.stderr


def test_random_game_is_one_game(board: Path) -> None:
    one = printed_json(run("vanish", "solve", board, "--method", "random-game", "--seed", 5, "--json"))
    same = ("--approx", "random", "--repetitions", 1, "--seed", 5, "--json")
    assert one["order"] == printed_json(run("vanish", "solve", board, *same))["order"]


def test_one_method_only(board: Path) -> None:
    assert "not both" in refused("solve", board, "--method", "graph", "--approx", "random")
    assert "--repetitions requires" in refused("solve", board, "--method", "graph", "--repetitions", 2)


def test_boards_numbered_from_the_right(tmp_path: Path) -> None:
    board, order, xml = tmp_path / "board.txt", tmp_path / "order.txt", tmp_path / "order.xml"
    board.write_text("6;1\nh;0;1;0;0\nh;1;0;3;0\n", encoding="utf-8")
    shown = run("vanish", "solve", board, "--from-right", "--method", "greedy-scan", "--ascii")
    assert "1.h;0;1;0;0" in shown.stdout and "\n| . | 0   1 | .   .   . |\n" in shown.stdout
    for file in (order, xml):
        assert run("vanish", "solve", board, "--from-right", "-o", file).exit_code == 0
        assert run("vanish", "verify", board, file, "--from-right").stdout.startswith("valid: 2 removals")
        body = printed_json(run("vanish", "show", board, "--order", file, "--from-right", "--json"))
        assert body["removed"] == ["h;1;0;3;0", "h;0;1;0;0"]
    assert order.read_text(encoding="utf-8") == "0\nh;1;0;3;0\nh;0;1;0;0\n"
    order.write_text("1\nh;0;1;0;0\n", encoding="utf-8")
    words = run("vanish", "explain", board, "--from-right", "--order", order).stdout
    assert "  left:  the square (5, 0), where the next piece would have to be, is empty" in words
