"""File formats: one module each, with ``loads`` and ``dumps``; ``FORMATS`` has their descriptors."""

from __future__ import annotations

from tilewright.atomic_files import atomic_bytes, atomic_text, write_atomically
from tilewright.formats.files import (
    Reading,
    convert_problems,
    load,
    loads,
    problem_names,
    read,
    read_bytes,
    read_text,
    save,
)
from tilewright.formats.registry import FORMATS, Format, Reader, by_extension, by_name

__all__ = [
    "FORMATS",
    "Format",
    "Reader",
    "Reading",
    "atomic_bytes",
    "atomic_text",
    "by_extension",
    "by_name",
    "convert_problems",
    "load",
    "loads",
    "problem_names",
    "read",
    "read_bytes",
    "read_text",
    "save",
    "write_atomically",
]
