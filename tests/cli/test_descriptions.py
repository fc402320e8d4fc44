"""Puzzles of items and options with a description: what they mean is printed, not the names of items."""

from __future__ import annotations

from support.cli import run


def test_the_morse_alphabet_is_printed_with_its_signal() -> None:
    shown = run("show", "catalog:morse-moved").stdout
    assert "A .-   B -...   C -.-." in shown and ".--...-.-.-.....-.--" in shown
    solved = run("solve", "catalog:morse-moved").stdout
    assert "E . from 1\n" in solved
    assert "sign-" not in shown + solved and "word-" not in shown + solved
