"""Every reader takes any text: a puzzle comes out, or one clear error, in little time and memory."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.own_process import in_own_process, peak_memory_kb
from support.reader_cases import READ, SAMPLES, TOKENS, check
from tilewright.errors import FormatError
from tilewright.formats import FORMATS
from tilewright.formats.files import choose


@st.composite
def damaged(draw: st.DrawFn, samples: list[str]) -> str:
    """A good text with a few pieces cut out, doubled, moved or replaced."""
    text = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, start + draw(st.integers(0, 9)))
        new = draw(st.sampled_from(["", text[start:end] * 2, draw(st.sampled_from(TOKENS))]))
        text = text[:start] + new + text[end:]
    return text


tokens = st.lists(st.sampled_from(TOKENS), max_size=25).map("".join) | st.lists(
    st.sampled_from(TOKENS), max_size=25
).map(" ".join)


@pytest.mark.parametrize("name", READ)
@settings(max_examples=35)
@given(st.data())
def test_damaged_texts(name: str, data: st.DataObject) -> None:
    check(name, data.draw(damaged(SAMPLES[name])))


@pytest.mark.parametrize("name", READ)
@settings(max_examples=30)
@given(tokens)
@example("1 " * 50)
@example("|")
@example("\ufeff")
def test_any_words(name: str, text: str) -> None:
    check(name, text)


@given(tokens | damaged([text for samples in SAMPLES.values() for text in samples]))
def test_the_format_is_detected_or_the_text_refused(text: str) -> None:
    try:
        chosen = choose("", text)
    except FormatError as error:
        assert error.message
        return
    assert chosen.loads is not None


@pytest.mark.parametrize("name", READ)
def test_valid_texts_are_detected_by_content(name: str) -> None:
    for text in SAMPLES[name]:
        assert choose("", text).name == name


BOMBS = {
    "dlx": 3,
    "ec": 4,
    "ec-sets": 3,
    "ec-counted": 2,
    "ec-matrix": 3,
    "ec-numeric": 3,
    "dpf": 4,
    "compact-dpf": 3,
}
"""The number of texts of ``bombs`` for each format."""


def bombs(name: str) -> list[str]:
    """Texts of megabytes, or with absurd numbers; each is refused, and before much is made of it."""
    texts = {
        "dlx": ["a\n" + "a\n" * 2_100_000, "a " * 300_000, "a\na" + ":" * 2_000_000],
        "ec": ["1" * 2_000_000, ("1" * 4000 + "\n") * 1100, "1\n" * 2_100_000, "1 " + "n" * 2_000_000 + "|"],
        "ec-sets": ["p ec 999999999\n", "p ec 9\n" + "s 1\n" * 2_100_000, "p ec 200000\ns " + "1 " * 300_000],
        "ec-counted": ["9 999999999\n" + "1 1\n" * 2_100_000, "999999999 1\n1 1\n"],
        "ec-matrix": ["1 " * 2_000_000, "1 1\n" * 2_100_000, ("1 " * 4000 + "\n") * 1100],
        "ec-numeric": ["0," * 200_000 + "1", "199999\n" * 2_000_001, "9" * 2_000_000],
        "dpf": [
            "100000 999999999 " + "0 " * 300_000,
            "5 200000 " + "0 " * 199_999,
            "5 1 999999999 1",
            "9" * 2_000_000,
        ],
        "compact-dpf": [
            "1 0 100000 " + "5 " * 300_000,
            "1 0 1 0 999999 " + "1 1 0 " * 300_000,
            "3 0 99999999 1 1",
        ],
    }
    return texts[name]


@pytest.mark.parametrize(
    ("name", "number"), [(name, k) for name, texts in BOMBS.items() for k in range(texts)]
)
def test_huge_texts_are_refused_in_little_memory(name: str, number: int) -> None:
    assert in_own_process(memory_to_refuse, name, number) < 400_000


def memory_to_refuse(name: str, number: int) -> int:
    """The kilobytes of memory that it takes to refuse a text."""
    text = bombs(name)[number]
    before = peak_memory_kb()
    with pytest.raises(FormatError):
        FORMATS[name].read(text)
    return peak_memory_kb() - before
