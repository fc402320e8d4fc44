"""XML read with care: a small tree with lines and columns, no document types, no entities, bounded.

The parsing is defusedxml's. Nothing outside the text is ever looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers.expat import ErrorString

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from tilewright.errors import FormatError
from tilewright.wording import quoted

MAX_DEPTH = 256  # how deeply elements may lie within each other
MAX_ELEMENTS = 1_000_000  # the most elements that a text may have: a tree of 300 MB
LARGEST_NUMBER = 2**32 - 1  # that an attribute may be
_CHUNK = 2**16
_NUMBER = re.compile("[0-9]{1,10}")


@dataclass(slots=True)
class Element:
    """An element: its attributes, the elements in it, its text without theirs, and where it begins."""

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def fault(self, message: str) -> NoReturn:
        """Raise a FormatError at this element."""
        raise FormatError(message, line=self.line, column=self.column)

    def all(self, name: str) -> list[Element]:
        """The elements of this name in it, in their order."""
        return [child for child in self.children if child.name == name]

    def only(self, name: str) -> Element | None:
        """The one element of this name in it, or None; FormatError when there are several."""
        value = self.all(name)
        if len(value) > 1:
            value[1].fault(f"<{self.name}> has a second <{name}>; expected one at most")
        return value[0] if value else None

    def listed(self, section: str, name: str) -> list[Element]:
        """The elements of this name in the only section of that name; none without it."""
        value = self.only(section)
        return value.all(name) if value else []

    def whole_number(self, name: str, most: int = LARGEST_NUMBER) -> int:
        """The whole number that an attribute is; FormatError unless it is 0 to ``most``."""
        text = self.attributes.get(name)
        if text is None:
            self.fault(f"<{self.name}> has no attribute {quoted(name)}")
        if not _NUMBER.fullmatch(text) or int(text) > most:
            self.fault(f"{quoted(name)} is {quoted(text)}; expected a whole number from 0 to {most:,}")
        return int(text)


def parse(text: str, *, ignored: Collection[str] = ()) -> Element:
    """The root of an XML text; of elements named in ``ignored`` neither text nor content is kept.

    FormatError with line and column for what is no well-formed XML, for document types and entities, and
    for a text that is nested too deeply or has too many elements.
    """
    builder = _Builder(ignored)
    # Not its SAX parser, which imports a web client: a third of the time in which a file is read.
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    builder.expat = parser.parser
    try:
        for start in range(0, len(text), _CHUNK):
            parser.feed(text[start : start + _CHUNK])
        if text:
            parser.close()
    except DefusedXmlException:
        line, column = builder.position()
        message = "a document type or an entity is declared here; expected none"
        raise FormatError(message, line=line, column=column) from None
    except ParseError as error:
        line, column = error.position
        reason = ErrorString(error.code)
        raise FormatError(f"this is not XML: {reason}", line=line, column=column + 1) from None
    except UnicodeEncodeError:
        raise FormatError("the text has a character that XML cannot hold") from None
    if builder.root is None:
        raise FormatError("there is no element; expected XML")
    return builder.root


class _Builder:
    """Puts the tree together as the parser, whose target it is, goes through the text."""

    def __init__(self, ignored: Collection[str]) -> None:
        self.root: Element | None = None
        self.expat: Any = None  # the parser below, which knows where it is
        self._ignored = ignored
        self._open: list[Element] = []
        self._words: list[list[str]] = []
        self._depth = 0
        self._within = 0  # how many of the open elements are in one that is ignored
        self._count = 0

    def position(self) -> tuple[int, int]:
        """The line and the column, from 1, of what is being read."""
        return self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._depth += 1
        self._count += 1
        element = Element(name, attributes, *self.position())
        if self._depth > MAX_DEPTH:
            element.fault(f"more than {MAX_DEPTH} elements lie within each other")
        if self._count > MAX_ELEMENTS:
            element.fault(f"there are more than {MAX_ELEMENTS:,} elements")
        if self._within or name in self._ignored:
            self._within += 1
            return
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._words.append([])

    def end(self, name: str) -> None:
        """The innermost element ends."""
        self._depth -= 1
        if self._within:
            self._within -= 1
            return
        self._open.pop().text = "".join(self._words.pop())

    def data(self, content: str) -> None:
        """Text within the innermost element."""
        if self._words and not self._within:
            self._words[-1].append(content)
