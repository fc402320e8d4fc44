"""Texts of the user in messages: nothing that controls a terminal, and no message without an end."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cli import run
from tilewright.errors import FormatError, TilewrightError
from tilewright.formats.registry import FORMATS
from tilewright.formats.toml import loads
from tilewright.wording import MAX_QUOTED, MAX_WORD, quoted, visible

MOST = 500  # characters of a message
HOSTILE = ("\u2028", "\x1b[31m", "\u202e", "\x00", "9" * 4_000)
NAMES = ("line separator", "escape", "right to left", "NUL", "digits")

hostile_texts = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20)), min_size=1).map("".join)


def check(message: str) -> None:
    assert all(c.isprintable() or c == "\n" for c in message), ascii(message)
    assert len(message) < MOST, message


@given(hostile_texts | st.lists(hostile_texts) | st.dictionaries(hostile_texts, st.integers()))
def test_quoted_is_short_and_visible(value: object) -> None:
    text = quoted(value)
    assert len(text) <= MAX_QUOTED and text.isprintable()


class Hostile:
    def __repr__(self) -> str:
        return "".join(HOSTILE[:-1]) + "\n"


@pytest.mark.parametrize("value", [Hostile(), [Hostile()], {"a": Hostile()}], ids=["alone", "list", "dict"])
def test_quoted_escapes_what_other_values_say_of_themselves(value: object) -> None:
    assert quoted(value).isprintable() and "\\u2028" in quoted(value)


def test_quoted_needs_no_digits_that_python_refuses_to_write() -> None:
    assert quoted(int("f" * 9_000, 16)) == "a number of about 10,837 digits"
    assert quoted([1, "a"]) == "[1, 'a']"
    assert quoted("9" * 4_000) == "'" + "9" * 55 + "...'"


@given(hostile_texts)
def test_errors_hold_no_raw_control_characters(text: str) -> None:
    error = FormatError(text, file=text)
    assert all(c.isprintable() or c == "\n" for c in f"{error}{error.message}")
    assert max(map(len, re.split(r"[\s/]", visible(text)))) <= MAX_WORD


def test_paths_and_letters_stay_as_they_are() -> None:
    for path in ("/" + "/".join(["d" * 255] * 12) + "/Größe 数独 ключ é.toml", "a/" * 2_000):
        assert str(FormatError("no puzzle", file=path)) == f"{path}: no puzzle"
        message = f"cannot read '{path}': no such file"
        assert str(TilewrightError(message)) == message


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if one.reads])
def test_readers_report_hostile_text(name: str, text: str) -> None:
    for content in (text, f"{text}\n{text}", f"1 {text} 2", f'title = "{text}"', f"<puzzle {text}>"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                read = FORMATS[name].loads
                assert read is not None
                read(content)
        except TilewrightError as error:
            check(str(error))


EXPECT = """board = "3x4"
pieces = [{{ cells = "XX", copies = 6 }}]
[[expect]]
count = {}
"""


@pytest.mark.parametrize(
    "value", ['"\\u2028"', "0x" + "f" * 4_000, '"' + "x9" * 4_000 + '"', '"\\u001b[31m"']
)
def test_expected_counts_report_hostile_text(value: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(EXPECT.format(value))
    check(str(caught.value))


@pytest.mark.parametrize(
    "text", [*HOSTILE[:3], HOSTILE[4]], ids=[*NAMES[:3], NAMES[4]]
)  # no argument has a NUL
@pytest.mark.parametrize(
    "words",
    [
        ("{}",),
        ("solve", "{}"),
        ("solve", "catalog:{}"),
        ("solve", "catalog:dominoes-6x6", "--time", "{}"),
        ("solve", "catalog:dominoes-6x6", "--nodes", "{}"),
        ("solve", "catalog:dominoes-6x6", "--seed", "x{}"),
        ("solve", "catalog:dominoes-6x6", "--engine", "{}"),
        ("solve", "catalog:dominoes-6x6", "--memory", "{}"),
        ("solve", "catalog:dominoes-6x6", "--from", "{}"),
        ("solve", "catalog:dominoes-6x6", "--lattice", "{}"),
        ("solve", "catalog:dominoes-6x6", "--{}"),
        ("solve", "catalog:dominoes-6x6", "-o", "{}"),
        ("make", "{}"),
    ],
    ids=" ".join,
)
def test_options_report_hostile_text(words: tuple[str, ...], text: str) -> None:
    result = run(*(word.format(text) for word in words))
    assert result.exit_code == 2
    check(result.stderr)
