"""XML read with care: the tree, its places, and all that is refused with bounded work."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import FormatError
from tilewright.formats import xml_tree
from tilewright.formats.xml_tree import Element, parse


def test_the_tree_and_its_places() -> None:
    root = parse(
        '<?xml version="1.0"?>\n<a n="1">x<b/>y\n  <!-- c --><c k="&lt;&#65;">é<![CDATA[<]]></c>\n<b/></a>'
    )
    assert (root.name, root.attributes, root.text) == ("a", {"n": "1"}, "xy\n  \n")
    assert [(e.name, e.line, e.column) for e in root.children] == [("b", 2, 11), ("c", 3, 13), ("b", 4, 1)]
    c = root.only("c")
    assert c is not None and (c.attributes, c.text) == ({"k": "<A"}, "é<")
    assert root.only("d") is None and len(root.all("b")) == 2
    with pytest.raises(FormatError, match="a second <b>") as caught:
        root.only("b")
    assert (caught.value.line, caught.value.column) == (4, 1)


def test_elements_that_are_passed_over() -> None:
    root = parse("<a>x<skip>y<a/><skip/></skip>z<b/></a>", ignored=("skip",))
    assert [e.name for e in root.children] == ["b"] and root.text == "xz"
    for nothing in ("", "<skip/>"):
        with pytest.raises(FormatError, match="there is no element"):
            parse(nothing, ignored=("skip",))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("no xml", 1, 1),
        ("<a>\n<b></a>", 2, 6),
        ("<a>\n", 2, 1),
        ("<a/><b/>", 1, 5),
        ("<a x='1' x='2'/>", 1, 10),
        ("<a>\0</a>", 1, 4),
        ("<a>&unknown;</a>", 1, 4),
        ("<a><b:c xmlns:b=''/></a>", 1, 4),
    ],
)
def test_what_is_not_xml(text: str, line: int, column: int) -> None:
    with pytest.raises(FormatError, match="not XML") as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


LAUGHS = (
    '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY b0 "ha">\n'
    + "".join(f'<!ENTITY b{k} "{f"&b{k - 1};" * 10}">\n' for k in range(1, 10))
    + "]>\n<a>&b9;</a>"
)


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE a>\n<a/>",
        '<!DOCTYPE a SYSTEM "file:///etc/passwd">\n<a/>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://localhost/x">%p;]>\n<a/>',
        "<!DOCTYPE a [<!ELEMENT a ANY>]>\n<a/>",
        LAUGHS,
    ],
)
def test_document_types_and_entities_are_refused(text: str) -> None:
    with pytest.raises(FormatError, match="document type or an entity") as caught:
        parse(text)
    assert caught.value.line == (2 if text is LAUGHS else 1)


@pytest.mark.parametrize("name", ["utf-8", "ISO-8859-1", "nonsense"])
def test_a_text_is_decoded_already_whatever_it_declares(name: str) -> None:
    assert parse(f"<?xml version='1.0' encoding='{name}'?><a>é</a>").text == "é"


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(FormatError, match="cannot hold"):
        parse("<a>\ud800</a>")


def test_nesting_and_numbers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = xml_tree.MAX_DEPTH
    parse("<a>" * deep + "</a>" * deep)
    for skipped in ((), ("a",)):
        with pytest.raises(FormatError, match=f"more than {deep} elements lie within") as caught:
            parse("<a>" * 1_000_000, ignored=skipped)
        assert (caught.value.line, caught.value.column) == (1, 3 * deep + 1)
    monkeypatch.setattr(xml_tree, "MAX_ELEMENTS", 1_000)
    with pytest.raises(FormatError, match="there are more than 1,000 elements"):
        parse("<a><s>" + "<b/>" * 1_000, ignored=("s",))
    with pytest.raises(FormatError, match="there are more than 1,000 elements"):
        parse("<a>" + "<b/>" * 1_000)
    assert len(parse("<a>" + "<b/>" * 999 + "</a>").children) == 999


def test_a_large_text_takes_memory_in_proportion() -> None:
    text = "<a>" + "<s x='1'>much</s>" * 30_000 + "kept" * 250_000 + "</a>"
    tracemalloc.start()
    root = parse(text, ignored=("s",))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(root.text) == 1_000_000 and peak < 4 * len(text)


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    for whole in (text, f"<a>{text}</a>", f"<a {text}/>"):
        try:
            assert isinstance(parse(whole), Element)
        except FormatError as error:
            assert str(error)
