"""Addresses of the page of Pips."""

from __future__ import annotations

import json
from urllib.parse import quote

from tilewright.families.pips.files import hint, loads, to_json, written


def text_page(text: str) -> str:
    """The page with the puzzles in a text; "" for a text that has none."""
    if not hint(text):
        return ""
    puzzles = loads(text)
    short = written(puzzles[""]) if "" in puzzles else json.dumps(to_json(puzzles), separators=(",", ":"))
    return "/pips#t=" + quote(short, safe="")
