"""Words to be rearranged so that together they spell the same string."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from textwrap import wrap

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option, is_word
from tilewright.model.lattices import LINE, Cell
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.wording import quoted

MAX_SIGNS = 20_000  # the longest string that words may spell
MAX_USES = 2_000_000  # the most signs that all places of all words may cover together, each place by itself

_SIGNALS = """
.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. --
-. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..
"""
MORSE_CODE = dict(zip(ascii_uppercase, _SIGNALS.split(), strict=True))
"""The letters in international Morse code (ITU-R M.1677-1)."""

CODES = {"morse": MORSE_CODE}  # the codes that words may be written in: what each letter becomes


def words(words: Sequence[str], code: str | None = None, *, moved: bool = False) -> AnyPuzzle:
    """Words to be rearranged so that together, without gaps, they spell the same string.

    ``code`` names one of CODES, in which the words are written. Equal words are interchangeable. With
    ``moved`` no word may keep its place: such a puzzle has items and options, any other a line of cells
    coloured by their signs. PuzzleError for words that cannot be written.
    """
    if len(words) < 1:
        raise PuzzleError("expected at least one word")
    for word in words:
        if not is_word(word):
            raise PuzzleError(
                f"{quoted(word)} is not a word; expected visible characters without ':' and '|'"
            )
    if code is not None and code not in CODES:
        raise PuzzleError(f"there is no code {quoted(code)}; known codes: {', '.join(CODES)}")
    spelt = {word: _spelt(word, code) for word in words}
    whole = "".join(spelt[word] for word in words)
    if len(whole) > MAX_SIGNS:
        raise PuzzleError(f"the words have {len(whole):,} signs; at most {MAX_SIGNS:,} are accepted")
    tally = Counter(words)
    shown = " ".join(words) if len(words) <= 12 else f"{len(words)} words"
    title = f"The same string in another order: {shown}" + (f" in {code}" if code else "")
    if moved:
        return _moved(words, spelt, whole, title)
    pieces = tuple(
        Piece.of(word, _cells(spelt[word]), lattice=LINE, copies=times, motions="fixed")
        for word, times in tally.items()
    )
    return Puzzle(Board.of(_cells(whole)), pieces, title, lattice=LINE)


def _cells(signs: str) -> dict[Cell, str]:
    """The cells of a line that bear these signs."""
    return {(at,): sign for at, sign in enumerate(signs)}


def morse(*, moved: bool = False) -> AnyPuzzle:
    """The 26 letters in Morse code without gaps, to be rearranged to the same signal."""
    return words(tuple(MORSE_CODE), "morse", moved=moved)


def _spelt(word: str, code: str | None) -> str:
    if code is None:
        return word
    signs = []
    for letter in word:
        if letter.upper() not in CODES[code]:
            where = f"{quoted(letter)} in {quoted(word)}"
            raise PuzzleError(f"{where} cannot be written in {code} code; expected letters A to Z")
        signs.append(CODES[code][letter.upper()])
    return "".join(signs)


def _moved(words: Sequence[str], spelt: dict[str, str], whole: str, title: str) -> ExactCoverPuzzle:
    home: set[tuple[str, int]] = set()
    at = 0
    for word in words:
        home.add((word, at))
        at += len(spelt[word])
    uses = sum(len(spelt[word]) for word in spelt for _ in _found(spelt[word], whole))
    if uses > MAX_USES:
        raise PuzzleError(f"the words have too many places, which cover {uses:,} signs; at most {MAX_USES:,}")
    starts = sorted((start, word) for word in spelt for start in _found(spelt[word], whole))
    options = [
        Option(
            (*((f"sign-{start + k + 1}", "") for k in range(len(spelt[word]))), (f"word-{word}", "")),
            f"{_entry(word, spelt)} from {start + 1}",
        )
        for start, word in starts
        if (word, start) not in home
    ]
    signs = [Item(f"sign-{number}") for number in range(1, len(whole) + 1)]
    counts = [Item(f"word-{word}", times, times) for word, times in Counter(words).items()]
    entries = "   ".join(_entry(word, spelt).replace(" ", "\0") for word in spelt)
    about = [*(line.replace("\0", " ") for line in _wrapped(entries)), "", "Together:", *_wrapped(whole)]
    return ExactCoverPuzzle(
        (*signs, *counts), tuple(options), f"{title}, no word in its place", description="\n".join(about)
    )


def _entry(word: str, spelt: dict[str, str]) -> str:
    """A word and what it is in code, such as ``A .-``."""
    return word if spelt[word] == word else f"{word} {spelt[word]}"


def _wrapped(text: str) -> list[str]:
    return wrap(text, 78, break_on_hyphens=False)


def _found(word: str, whole: str) -> Iterator[int]:
    """The positions of a word in a string, overlapping ones included."""
    at = whole.find(word)
    while at >= 0:
        yield at
        at = whole.find(word, at + 1)
