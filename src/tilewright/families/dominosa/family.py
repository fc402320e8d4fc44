"""The descriptor of the family ``dominosa``."""

from __future__ import annotations

from tilewright.family import Family

DOMINOSA = Family(
    name="dominosa",
    commands={"dominosa": "Sets of dominoes on grids of numbers."},
    command_references={"dominosa": "tilewright.families.dominosa.cli.solve:dominosa"},
    generators={"dominosa": "tilewright.families.dominosa.puzzle:DOMINOSA"},
    puzzles={"tilewright.families.dominosa.puzzle:NumberGrid": "tilewright.families.dominosa.verbs"},
    router="tilewright.families.dominosa.web.api:router",
    pages={"/dominosa": "dominosa"},
    puzzle_page="tilewright.families.dominosa.links:puzzle_page",
    text_page="tilewright.families.dominosa.links:text_page",
    daily="tilewright.families.dominosa.daily:addresses_of_date",
    web_package="tilewright.families.dominosa.web",
    file_hint="tilewright.families.dominosa.puzzle:hint",
)
