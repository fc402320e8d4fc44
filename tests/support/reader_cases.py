"""Texts for readers of puzzles, good and damaged, and what any reader owes to any text."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence

from tilewright import catalogue
from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.formats import FORMATS
from tilewright.model.puzzle import Puzzle

READ = [name for name, format in FORMATS.items() if format.loads]
SAMPLES: dict[str, list[str]] = {name: [] for name in READ}
for _puzzle in (catalogue.load("tetrominoes-3x7-hole"), catalogue.load("dominoes-4x4")):
    for _name in READ:
        _dumps = FORMATS[_name].dumps
        if _dumps is None:
            continue
        try:
            SAMPLES[_name].append(_dumps(_puzzle))
        except UnsupportedError:  # other samples of the format are left
            continue
SAMPLES["dlx"].append("| c\na 2|b 0:3|c | x y\na b x:red |4\nb c y |-2 x:red\nx\nc\n")
SAMPLES["ec"].append("0110 a\n1001\n1100 b c\n")
SAMPLES["ec-numeric"].append("0,2 a\n1,3 b\n0,1\n")
SAMPLES["ec-sets"].append("c a comment\np ec 4\ns 1 3\ns 2 4\ns 1 2\n")
SAMPLES["ec-counted"].append("4 3\n2 1 3\n2 2 4\n2 1 2\n")
SAMPLES["ec-matrix"].append("1 0 1 0\n0,1,0,1\n1;1;0;0\n")
SAMPLES["dpf"].append("6 3 2 2 0 1 2 2 3 3 2 0 2 2 2 4 2 4 5 2 2 1 3 2 3 5")
SAMPLES["compact-dpf"].append("3 1 2 0 0 0 1 0 0 1 2 1 2 3 0 0 0 1 0 1 0 2")
SAMPLES["puzzlesolver3d"].append("PIECE 2,2,1\nAA\nA \nPIECE 1,1,1\nB\nRESULT 2,2,1\nAA\nAA\n")
assert all(SAMPLES.values()), "a format that is only read needs a sample here"
TOKENS = [
    "0", "1", "2", "7", "-1", "1e9", "99999999", "9" * 30, "0x1", "٣", "|", "||", ":", "a", "b:c", "2|a",
    "0:9|b", "|5", "0,1", ",", "01", "10", "#", "\n", "\n\n", "\r\n", " ", "\t", "\x0c", "\u2028", "\u200b",
    "[board]", "<puzzle", ">", "</", "&lt;", "]]>", '"', "=", "\\",
]  # fmt: skip


def damaged_text(dice: random.Random, samples: Sequence[str]) -> str:
    """A good text with a few pieces cut out, doubled or replaced; or words that are none at all."""
    if not dice.randrange(8):
        return dice.choice(["", " "]).join(dice.choices(TOKENS, k=dice.randrange(25)))
    text = dice.choice(samples)
    for _ in range(dice.randint(1, 4)):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.randint(0, 9))
        new = dice.choice(["", text[start:end] * 2, dice.choice(TOKENS), chr(dice.randrange(1, 0xD800))])
        text = text[:start] + new + text[end:]
    return text


def check(name: str, text: str) -> None:
    """Reading gives a puzzle or an error that says where, within the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        try:
            puzzle = FORMATS[name].read(text)
        except FormatError as error:
            assert error.message
            assert "\n" not in error.message
            assert 0 <= error.line <= len(text.splitlines()) + 1
            assert error.column >= 0
            return
        except (PuzzleError, UnsupportedError) as error:
            assert str(error)
            return
    if isinstance(puzzle, Puzzle):
        assert puzzle.board.cells
    dumps = FORMATS[name].dumps
    if dumps is None:
        return
    try:
        written = dumps(puzzle)
    except UnsupportedError:  # as a page whose cells have colours and none
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormatWarning)
        lattice = (*FORMATS[name].lattices, "")[0]  # so that none is chosen with a warning
        assert FORMATS[name].read(written, lattice=lattice) is not None
