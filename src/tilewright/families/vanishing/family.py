"""The descriptor of the family ``vanishing``."""

from __future__ import annotations

from tilewright.family import Family

VANISHING = Family(
    name="vanishing",
    commands={"vanish": "Vanishing dominoes: remove as many as possible."},
    command_references={"vanish": "tilewright.families.vanishing.cli:vanish"},
    sources="M. Bysiek and others, VaDoR, VAnishing DOmino pRoblem, Warsaw University of Technology",
    puzzles={"tilewright.families.vanishing.board:DominoBoard": "tilewright.families.vanishing.verbs"},
    router="tilewright.families.vanishing.web.api:router",
    pages={"/vanishing": "vanishing"},
    text_page="tilewright.families.vanishing.files:text_page",
    daily="tilewright.families.vanishing.daily:addresses_of_date",
    web_package="tilewright.families.vanishing.web",
    file_hint="tilewright.families.vanishing.files:hint",
)
