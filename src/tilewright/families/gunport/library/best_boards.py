"""The boards that come along with Tilewright: optimal ones, found and proven by its own exact engines.

They stand in ``best_boards.txt``, a sheet as ``tilewright gunport library export`` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from tilewright.errors import FormatError, LibraryError
from tilewright.families.gunport.library.entries import Entry
from tilewright.families.gunport.library.keys import Key
from tilewright.families.gunport.library.sheets import trusted

FILE = "best_boards.txt"


@cache
def shipped() -> Mapping[Key, Entry]:
    """Each entry by its key. The arrangements are checked when they are asked for.

    LibraryError when the file is not as it was shipped.
    """
    try:
        return {entry.key: entry for entry in trusted(files(__package__).joinpath(FILE).read_text("utf-8"))}
    except (OSError, FormatError) as error:
        raise LibraryError(f"the boards that came along cannot be read: {error}") from error
