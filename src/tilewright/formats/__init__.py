"""File formats: each one module with ``loads`` and ``dumps``; ``FORMATS`` is the registry."""

from __future__ import annotations

from tilewright.formats.files import (
    Reading,
    atomic_bytes,
    atomic_text,
    load,
    load_puzzle,
    read,
    read_text,
    save,
    write_atomically,
)
from tilewright.formats.registry import FORMATS, Format, Reader, by_name, by_suffix

__all__ = [
    "FORMATS",
    "Format",
    "Reader",
    "Reading",
    "atomic_bytes",
    "atomic_text",
    "by_name",
    "by_suffix",
    "load",
    "load_puzzle",
    "read",
    "read_text",
    "save",
    "write_atomically",
]
