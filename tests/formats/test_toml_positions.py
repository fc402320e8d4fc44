"""Positions of keys in TOML texts."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import FormatError
from tilewright.formats.toml import positions
from tilewright.formats.toml.emitter import quoted
from tilewright.formats.toml.positions import KeyPath, key_positions, refuse_long_keys, refuse_many_values

TEXT = """# a = 1
a = 1  # b = 2
[t.u]
  "b c" = [1, [2,
    3], { x = "]" }, '''
  [not.a.table]
'''] # and so on
[[v]]
[[v]]
d.e = \"\"\"
f = 1 \\\"\"\" \"\"\"\"\"
[v.w]
g = { h = [0, 0] }
[[v]]
g = 1
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("a",), (2, 1)),
        (("b",), (0, 0)),
        (("t", "u"), (3, 1)),
        (("t", "u", "b c"), (4, 3)),
        (("t", "u", "b c", 0), (4, 12)),
        (("t", "u", "b c", 1), (4, 15)),
        (("t", "u", "b c", 1, 1), (4, 15)),
        (("t", "u", "b c", 2), (5, 9)),
        (("t", "u", "b c", 3), (5, 22)),
        (("v", 0), (8, 1)),
        (("v", 1), (9, 1)),
        (("v", 1, "d", "e"), (10, 1)),
        (("f",), (0, 0)),
        (("v", 1, "w"), (12, 1)),
        (("v", 1, "w", "g", "h", 1), (13, 1)),
        (("v", 2), (14, 1)),
        (("v", 2, "g"), (15, 1)),
    ],
)
def test_places(path: KeyPath, place: tuple[int, int]) -> None:
    assert key_positions(TEXT).of(path) == place


def test_a_character_within_a_string_has_its_place() -> None:
    all_positions = key_positions(
        'x = \'\'\'\nab\ncd\'\'\'\ny = """ab\ncd"""\nz = \'a\\b\'\nw = """a\\\nb"""\nv = "ab"\n'
    )
    assert all_positions.inside(("x",), 2, 1) == (3, 1)
    assert all_positions.inside(("y",), 1, 2) == (4, 9)
    assert all_positions.inside(("y",), 2, 2) == (5, 2)
    assert all_positions.inside(("z",), 1, 3) == (6, 8)
    assert all_positions.inside(("w",), 1, 2) == (7, 1)
    assert all_positions.inside(("v",), 1, 2) == (9, 7)
    assert all_positions.inside(("u",), 1, 2) == (0, 0)


def test_drawings_and_comments_may_have_dots() -> None:
    refuse_long_keys("x = '''\n" + "a." * 100 + "'''\n# " + "a." * 100 + '\ny = "' + "a." * 100 + '"')
    with pytest.raises(FormatError, match="line 2, column 2"):
        refuse_long_keys("\n[" + "a . 'b'." * 50 + "c]")


keys = st.one_of(st.sampled_from(["a", "b", "c-d", "1"]), st.text(st.characters(codec="utf-8"), max_size=3))
values = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), st.text(st.characters(codec="utf-8"), max_size=5)),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


def _written(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    return "[" + ", ".join(map(_written, value)) + "]" if isinstance(value, list) else str(value)


@given(st.lists(st.dictionaries(keys, values, max_size=4), max_size=4))
def test_every_key_and_element_of_random_texts_is_found(tables: list[dict[str, Any]]) -> None:
    lines: list[str] = []
    where: dict[KeyPath, tuple[int, int]] = {}
    for i, table in enumerate(tables):
        lines.append("[[t]]")
        where["t", i] = (len(lines), 1)
        for key, value in table.items():
            plain = key.replace("\\", "").replace('"', "")
            plain = "".join(c for c in plain if c.isprintable())
            if ("t", i, plain) in where:
                continue
            lines.append(f"{quoted(plain)} = {_written(value)}")
            where["t", i, plain] = (len(lines), 1)
            if isinstance(value, list) and value:
                where["t", i, plain, 0] = (len(lines), len(quoted(plain)) + 5)
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)
    all_positions = key_positions(text)
    for path, place in where.items():
        assert all_positions.of(path) == place


def test_many_values_are_refused_before_the_text_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "MAX_VALUES", 4)
    refuse_many_values("cells = [1, 2, 3] # = , = , = ,")
    refuse_many_values('cells = [1, ", = , = ,", 3]')
    with pytest.raises(FormatError, match="more than 4 values"):
        refuse_many_values("cells = [1, 2, 3, 4, 5]")
    with pytest.raises(FormatError, match="more than 4 values"):
        refuse_many_values("a = 1\n" * 5)
