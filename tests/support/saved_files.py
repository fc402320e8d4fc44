"""The files that a page saves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Download, Locator, Page

from support.browsers import BROWSER, DOWNLOADS
from support.page_user import show_frames
from support.waiting import wait_until

COPY = re.compile(r"\(\d+\)(?=\.|$)")  # what Firefox adds to a name that is there already


class SavedFile(NamedTuple):
    """A file by the name that the page gave it."""

    name: str
    path: Path


class SavedFiles:
    """The files that a page saves from now on.

    Firefox does not tell its driver of files that come from a script: they are looked for where it puts them.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._before = set(_files())
        self._downloads: list[Download] = []
        page.on("download", lambda download: self._downloads.append(download))

    def __len__(self) -> int:
        return len(self._new_files() if BROWSER == "firefox" else self._downloads)

    def wait_for(self, number: int) -> list[SavedFile]:
        """So many of them, once they are there, in their order."""
        wait_until(lambda: len(self) >= number, "nothing is saved", lambda: show_frames(self._page))
        if BROWSER == "firefox":
            paths = sorted(self._new_files(), key=lambda path: path.stat().st_mtime_ns)
            return [SavedFile(COPY.sub("", path.name), path) for path in paths]
        return [SavedFile(one.suggested_filename, Path(one.path())) for one in self._downloads]

    def _new_files(self) -> list[Path]:
        files = _files()
        # A file that is still being written is an empty one beside another one that ends with .part.
        if any(path.suffix == ".part" for path in files):
            return []
        return [path for path in files if path not in self._before and path.stat().st_size]


def _files() -> list[Path]:
    return list(DOWNLOADS.iterdir()) if DOWNLOADS.is_dir() else []


def saved_by(button: Locator) -> SavedFile:
    """Click on what saves a file; the file."""
    files = SavedFiles(button.page)
    button.click()
    return files.wait_for(1)[0]
