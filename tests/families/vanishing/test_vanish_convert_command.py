"""The command that writes a board as text or XML."""

from __future__ import annotations

from pathlib import Path

from support.cli import run

BOARD = "4;3\nh;0;1;0;0\nv;2;0;2;1\n"


def test_text_and_xml(tmp_path: Path) -> None:
    text, xml, back = tmp_path / "board.txt", tmp_path / "board.xml", tmp_path / "back.txt"
    text.write_text(BOARD, encoding="utf-8")
    shown = run("vanish", "convert", text, xml)
    assert (shown.exit_code, shown.stdout) == (0, f"wrote {xml}: 2 pieces\n")
    assert xml.read_text(encoding="utf-8").startswith('<domino_board width="4" height="3">')
    assert run("vanish", "convert", xml, back).exit_code == 0
    assert back.read_text(encoding="utf-8") == BOARD


def test_an_order_that_is_not_written_is_named(tmp_path: Path) -> None:
    board, order, back = tmp_path / "board.txt", tmp_path / "order.xml", tmp_path / "back.xml"
    board.write_text(BOARD, encoding="utf-8")
    run("vanish", "solve", board, "-o", order)
    shown = run("vanish", "convert", order, back)
    assert shown.exit_code == 0
    assert shown.stderr == f"tilewright: {order} also has an order of removal, which is not written\n"
    assert run("vanish", "convert", back, board).stderr == ""


def test_bad_files(tmp_path: Path) -> None:
    text = tmp_path / "board.txt"
    text.write_text(BOARD, encoding="utf-8")
    wrong = run("vanish", "convert", text, tmp_path / "board.svg")
    assert wrong.exit_code == 2 and ".txt, .xml" in wrong.stderr
    same = run("vanish", "convert", text, text)
    assert same.exit_code == 2 and "is not overwritten" in same.stderr
    assert text.read_text(encoding="utf-8") == BOARD


def test_boards_numbered_from_the_right(tmp_path: Path) -> None:
    right, same, left, back = (tmp_path / name for name in ("right.txt", "same.xml", "left.xml", "back.txt"))
    right.write_text("5;2\nh;0;1;0;0\nv;2;3;4;0\n", encoding="utf-8")
    assert run("vanish", "convert", "--from-right", right, same).exit_code == 0
    assert 'x="0" y="0" orientation="horizontal" value1="0" value2="1"' in same.read_text(encoding="utf-8")
    assert run("vanish", "convert", "--from-right", "--renumber", same, left).exit_code == 0
    assert run("vanish", "convert", left, back).exit_code == 0
    assert back.read_text(encoding="utf-8") == "5;2\nh;1;0;3;0\nv;2;3;0;0\n"
    assert run("vanish", "convert", "--renumber", left, back).exit_code == 0
    assert back.read_text(encoding="utf-8") == right.read_text(encoding="utf-8")
