"""Why there is no file where one was named, and which file was perhaps meant."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

MAX_ENTRIES = 10_000  # of a folder that are compared with a name
NEAR = 0.6  # the least similarity, 0 to 1, of a name that is suggested
LOOP = "a loop of symbolic links"


def missing_file(
    path: str | Path, others: Iterable[str] = (), prefix: str = "", *, expected: str = ""
) -> str:
    """``no such file``, a broken link, or a loop of them; what is ``expected``; names that are near.

    The names are those of files in the same folder, and those of the ``others`` that are like the path's
    stem, with the prefix; the nearest is first.
    """
    path = Path(path)
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            return LOOP + expected
    except ValueError:  # a NUL character
        return "no such file" + expected
    if path.is_symlink():
        return f"a symbolic link to {path.readlink()}, which does not exist{expected}"
    near = _near(path.name, {name: str(path.parent / name) for name in _files(path.parent)})
    near += _near(path.stem, {name: prefix + name for name in others})
    word = [text for _, text in sorted(near, key=lambda pair: -pair[0])[:3]]
    return f"no such file{expected}" + (f"; did you mean {' or '.join(word)}?" if word else "")


def _files(folder: Path) -> list[str]:
    """The names of files in a folder; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [
                entry.name
                for entry in islice(entries, MAX_ENTRIES)
                if not entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []


def _near(name: str, shown: Mapping[str, str]) -> list[tuple[float, str]]:
    """How similar the names that are nearest are, and how each is shown."""
    from difflib import SequenceMatcher, get_close_matches

    known = {one.casefold(): text for one, text in shown.items()}
    close = get_close_matches(name.casefold(), known, n=3, cutoff=NEAR)
    return [(SequenceMatcher(None, one, name.casefold()).ratio(), known[one]) for one in close]
