"""The descriptor of the family ``pips``."""

from __future__ import annotations

from tilewright.family import Family

PIPS = Family(
    name="pips",
    commands={"pips": "Dominoes on a board of regions with rules (Pips)."},
    command_references={"pips": "tilewright.families.pips.cli:pips"},
    puzzles={"tilewright.families.pips.puzzle:PipsPuzzle": "tilewright.families.pips.verbs"},
    sources="Pips, a daily puzzle of newspapers (since August 2025)",
    router="tilewright.families.pips.web.api:router",
    pages={"/pips": "pips"},
    text_page="tilewright.families.pips.links:text_page",
    daily="tilewright.families.pips.daily:addresses_of_date",
    web_package="tilewright.families.pips.web",
    file_hint="tilewright.families.pips.files:hint",
)
