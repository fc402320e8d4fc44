"""Files of finished rows, a JSON object on each line, with which a stopped command goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tilewright.cli.output import check_writable
from tilewright.errors import FormatError


class ResultsFile:
    """Rows by a key that tells what they answer; the first line of the file says which command wrote it."""

    def __init__(self, path: Path, command: str, inputs: Sequence[Path] = ()) -> None:
        """Read the file, or begin it; FormatError when it is another file, OutputError when not writable.

        ``inputs`` are files that it may not be.
        """
        self._path, self._command = path, command
        self.rows: dict[str, dict[str, Any]] = {}
        check_writable(path, *inputs)
        text = path.read_bytes() if path.exists() else b""
        if not text:
            path.write_text(json.dumps(self._header) + "\n", encoding="utf-8")
            return
        whole = text[: text.rfind(b"\n") + 1]  # the last line was cut off if it has no end
        for number, line in enumerate(whole.splitlines(), start=1):
            self._read(line, number)
        if not whole:
            raise self.wrong(1)
        if len(whole) < len(text):
            with path.open("r+b") as stream:
                stream.truncate(len(whole))

    @property
    def _header(self) -> dict[str, object]:
        return {"tilewright": self._command, "version": 1}

    def wrong(self, number: int) -> FormatError:
        """The error of a line, counted from 1, that is none of this file."""
        expected = "the first line of a results file" if number == 1 else "a row as a JSON object"
        return FormatError(
            f"expected {expected} of tilewright {self._command}", file=str(self._path), line=number
        )

    def _read(self, line: bytes, number: int) -> None:
        try:
            body = json.loads(line)
            if number == 1:
                if body != self._header:
                    raise ValueError
                return
            key = body.pop("key")
            if not isinstance(key, str):
                raise TypeError
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self.wrong(number) from None
        self.rows[key] = body | {"line": number}

    def append(self, key: str, body: Mapping[str, object]) -> None:
        """Keep a row; it is on disk when this returns."""
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"key": key, **body}) + "\n")
