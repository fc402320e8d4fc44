"""``tilewright vanish show``: text, pictures, strips, animations, errors."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from support.cli import printed_json, run

BOARD = """\
4;3
h;0;1;0;0
h;3;3;2;0
h;0;3;0;1
v;2;0;2;1
v;3;2;3;1
h;0;1;0;2
"""
ORDER = """\
2
h;0;1;0;0
h;0;3;0;1
v;2;0;2;1
h;0;1;0;2
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.fixture
def order(tmp_path: Path) -> Path:
    path = tmp_path / "order.txt"
    path.write_text(ORDER, encoding="utf-8")
    return path


def test_the_board_on_the_screen(board: Path) -> None:
    result = run("vanish", "show", board)
    assert result.exit_code == 0 and "│[0] [1]│ 3   3 │" in result.stdout
    assert result.stdout.endswith("\n3 x 4, 6 pieces; 4 removable now: those in brackets\n")
    plain = run("vanish", "show", "-", "--ascii", text=BOARD).stdout
    assert plain.isascii() and "|[0] [1]| 3   3 |" in plain
    nothing = run("vanish", "show", "-", text="3;1\nh;9;9;0;0\n").stdout
    assert nothing.endswith("\n1 x 3, 1 piece; none removable now\n") and "[" not in nothing


def test_json(board: Path, order: Path) -> None:
    body = printed_json(run("vanish", "show", board, "--order", order, "--at", 2, "--json"))
    assert (body["command"], body["width"], body["height"], body["left"]) == ("vanish show", 4, 3, 4)
    assert body["removed"] == ["h;0;1;0;0", "h;0;3;0;1"] and body["pieces"] == BOARD.split()[1:]
    assert body["removable"] == ["v;2;0;2;1", "h;0;1;0;2"] and body["output"] is None
    assert printed_json(run("vanish", "show", board, "--order", order, "--json"))["left"] == 2


def test_one_moment(board: Path, order: Path) -> None:
    result = run("vanish", "show", board, "--order", order, "--at", 3)
    assert "3 x 4, 3 of 6 pieces; 1 removable now" in result.stdout and result.stdout.count("[") == 2


def test_a_strip_of_text(board: Path, order: Path, tmp_path: Path) -> None:
    shown = run("vanish", "show", board, "--order", order, "--ascii").stdout
    heads = [line for line in shown.splitlines() if "left" in line or "start" in line]
    assert heads == ["6 pieces at the start", *(f"{n} removed, {6 - n} left" for n in range(1, 5))]
    out = tmp_path / "out.txt"
    result = run("vanish", "show", board, "--order", order, "--frames", 2, "-o", out, "--ascii")
    assert result.stdout == f"wrote {out}: 2 frames\n"
    text = out.read_text(encoding="utf-8")
    assert text.isascii() and text.count("+-------+-------+") == 2 and text.count("[") == 8


@pytest.mark.parametrize("more", [[], ["--at", 1], ["--frames", 3]])
@pytest.mark.parametrize("suffix", [".svg", ".png", ".PNG"])
def test_pictures(board: Path, order: Path, tmp_path: Path, more: list[object], suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    result = run("vanish", "show", board, "--order", order, *more, "-o", out)
    assert result.exit_code == 0 and result.stdout.startswith(f"wrote {out}")
    if suffix == ".svg":
        words = [node.text for node in ET.parse(out).iter("{http://www.w3.org/2000/svg}text")]
        assert "board" in words
        assert [word for word in words if word and " removed, " in word] == {
            0: [f"{n} removed, {6 - n} left" for n in range(1, 5)],
            1: [],
            3: ["2 removed, 4 left", "4 removed, 2 left"],
        }[int(str(more[1])) if more else 0]
    else:
        with Image.open(out) as picture:
            assert picture.format == "PNG" and min(picture.size) > 100


def test_animations(board: Path, order: Path, tmp_path: Path) -> None:
    gif, svg = tmp_path / "animation.gif", tmp_path / "animation.svg"
    assert run("vanish", "show", board, "--order", order, "-o", gif).stdout == f"wrote {gif}: 5 frames\n"
    with Image.open(gif) as picture:
        assert getattr(picture, "n_frames", 1) == 5
    result = run("vanish", "show", board, "--order", order, "--animate", "--frames", 3, "-o", svg)
    assert result.stdout == f"wrote {svg}: 3 frames\n"
    assert len(list(ET.parse(svg).iter("{http://www.w3.org/2000/svg}animate"))) == 2 * 4 - 2 + 3


def test_numbers_of_pieces(board: Path, order: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"

    def words() -> list[str]:
        return [node.text or "" for node in ET.parse(out).iter("{http://www.w3.org/2000/svg}text")]

    run("vanish", "show", board, "--numbers", "-o", out)
    assert [word for word in words() if word in ("4", "5", "6")] == ["4", "5", "6"]  # no value is so large
    run("vanish", "show", board, "--order", order, "--at", 1, "--numbers", "-o", out)
    assert words().count("5") == 1 and words().count("1") == 1  # the value of piece 6; piece 1 is gone
    run("vanish", "show", board, "--order", order, "--numbers", "--animate", "-o", out)
    assert [words().count(number) for number in ("4", "5", "6")] == [2, 1, 2]  # removed pieces: marked, too
    plain, gif = tmp_path / "plain.gif", tmp_path / "numbers.gif"
    run("vanish", "show", board, "--order", order, "-o", plain)
    run("vanish", "show", board, "--order", order, "--numbers", "-o", gif)
    with Image.open(plain) as bare, Image.open(gif) as picture:
        assert getattr(picture, "n_frames", 1) == 5
        middle = (10 + 44, 10 + 22 - 4)  # between the halves of piece 1, above its number
        assert bare.convert("RGB").getpixel(middle) != picture.convert("RGB").getpixel(middle)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--numbers"], "--numbers draws into pictures; it requires -o with .svg, .png or .gif"),
        (["--numbers", "-o", "out.txt"], "--numbers draws into pictures"),
        (["-o", "out.bmp"], "expected one of .svg, .png, .txt, .gif"),
        (["-o", "out.gif"], "a GIF shows an order of removal; name its file with --order"),
        (["--at", "1"], "--at shows an order of removal"),
        (["--frames", "3"], "--frames shows an order of removal"),
        (["--animate", "-o", "out.svg"], "--animate shows an order of removal"),
        (["--order", "order.txt", "--animate"], "--animate requires -o with one of .gif, .svg"),
        (
            ["--order", "order.txt", "--animate", "-o", "out.png"],
            "--animate requires -o with one of .gif, .svg",
        ),
        (["--order", "order.txt", "--at", "5"], "--at is 5, but the order has 4 removals"),
        (["--order", "order.txt", "--at", "1", "--frames", "2"], "--at shows one board"),
        (["--order", "order.txt", "--at", "1", "-o", "out.gif"], "--at shows one board"),
        (
            ["--order", "wrong.txt", "-o", "out.svg"],
            "wrong.txt: removal 1: piece 2 (h;3;3;2;0) cannot",
        ),
        (["--order", "board.txt"], "board.txt, line 1: found '4;3'"),
        (["--order", "order.txt", "-o", "order.txt"], "this is an input file"),
        (["-o", "board.txt"], "this is an input file"),
        (["-o", "no/out.svg"], "there is no directory no"),
    ],
)
def test_errors(
    board: Path, order: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_text("5\nh;3;3;2;0\n", encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    result = run("vanish", "show", "board.txt", *words)
    assert result.exit_code == 2 and message in result.stderr, result.stderr
    assert result.stdout == "" and board.read_text() == BOARD and order.read_text() == ORDER
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_standard_input_holds_one_thing() -> None:
    result = run("vanish", "show", "-", "--order", "-", text=BOARD)
    assert result.exit_code == 2 and "cannot hold both" in result.stderr


@pytest.mark.parametrize("suffix", [None, ".txt", ".svg", ".png"])
def test_a_board_that_is_too_large(tmp_path: Path, suffix: str | None) -> None:
    out = [] if suffix is None else ["-o", tmp_path / f"out{suffix}"]
    result = run("vanish", "show", "-", *out, text="2000;2000\nh;0;0;0;0\n")
    assert result.exit_code == 2 and "4,000,000" in result.stderr and not list(tmp_path.iterdir())
