"""The descriptor of the family ``vanishing``."""

from __future__ import annotations

from tilewright.family import Family

VANISHING = Family(
    name="vanishing",
    commands={"vanish": "Vanishing dominoes: leave as few as can be."},
    command_references={"vanish": "tilewright.families.vanishing.cli.solve:vanish"},
    router="tilewright.families.vanishing.web.api:router",
    pages={"/vanishing": "vanishing.html"},
)
