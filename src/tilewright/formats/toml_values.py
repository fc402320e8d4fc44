"""A TOML text as values that know where they stand: parsing, checking kinds, faults with line and column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from tilewright.errors import FormatError, PuzzleError
from tilewright.formats.toml_places import Path, Places, places, refuse_long_keys

T = TypeVar("T")


def parse(text: str) -> dict[str, Any]:
    """The text as nested dicts; every fault of the parser becomes a FormatError."""
    refuse_long_keys(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", str(error))
        message = str(error)[: place.start()] if place else str(error)
        line, column = (int(place[1]), int(place[2])) if place and place[1] else _end(text)
        raise FormatError(f"this is not TOML: {_sentence(message)}", line=line, column=column) from None
    except ValueError as error:
        raise FormatError(f"this is not TOML: {_sentence(str(error))}") from None
    except RecursionError:
        raise FormatError("the values are nested too deeply") from None


def _end(text: str) -> tuple[int, int]:
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _sentence(message: str) -> str:
    return message[:1].lower() + message[1:]


class Values:
    """The values of one text. A method takes the path of the value that it checks, for its fault."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = parse(text)
        self._places: Places | None = None

    @property
    def places(self) -> Places:
        """Where the keys stand; worked out when the first fault asks for it."""
        if self._places is None:
            self._places = places(self.text)
        return self._places

    def fault(self, path: Path, message: str) -> NoReturn:
        line, column = self.places.of(path)
        raise FormatError(message, line=line, column=column)

    def guarded(self, path: Path, make: Callable[[], T]) -> T:
        """What ``make`` gives; a contradiction that it finds is a fault at ``path``."""
        try:
            return make()
        except PuzzleError as error:
            self.fault(path, str(error))

    def string(self, path: Path, value: Any) -> str:
        if not isinstance(value, str):
            self.fault(path, f"'{path[-1]}' is {shown(value)}; expected text in quotes")
        return value

    def choice(self, path: Path, value: Any, known: tuple[str, ...]) -> str:
        if not isinstance(value, str) or value not in known:
            self.fault(
                path,
                f"'{path[-1]}' is {shown(value)}; expected one of {', '.join(filter(None, known))}",
            )
        return value

    def table(self, path: Path, value: Any, what: str = "a table") -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fault(path, f"'{path[-1]}' is {shown(value)}; expected {what}")
        return value

    def tables(self, path: Path, value: Any) -> list[tuple[Path, dict[str, Any]]]:
        if not isinstance(value, list):
            self.fault(path, f"'{path[-1]}' is not a list; expected tables headed [[{path[-1]}]]")
        return [((*path, i), self.table((*path, i), entry)) for i, entry in enumerate(value)]

    def check_keys(self, path: Path, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self.fault((*path, key), f"there is no key {key!r} here; known keys: {', '.join(known)}")

    def one_of(
        self, path: Path, table: Mapping[str, Any], ways: tuple[str, ...], also: tuple[str, ...] = ()
    ) -> str:
        given = [key for key in ways if key in table]
        if len(given) > 1:
            self.fault((*path, given[1]), f"'{given[0]}' and '{given[1]}' are both given; expected one")
        if not given and not any(key in table for key in also):
            self.fault(path, f"expected one of {', '.join(ways)} here")
        return given[0] if given else ""


def shown(value: Any) -> str:
    """A value for a message, as TOML would write it where that differs, cut short."""
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
