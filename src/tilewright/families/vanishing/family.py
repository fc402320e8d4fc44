"""The descriptor of the family ``vanishing``."""

from __future__ import annotations

from tilewright.family import Family

_TASKS = "tilewright.families.vanishing.web.tasks"

VANISHING = Family(
    name="vanishing",
    commands={"vanish": "Vanishing dominoes: leave as few as can be."},
    command_references={"vanish": "tilewright.families.vanishing.cli.solve:vanish"},
    router="tilewright.families.vanishing.web.api:router",
    tasks={f"vanishing {name}": f"{_TASKS}:{name}" for name in ("position", "new", "hint", "best")},
    pages={"/vanishing": "vanishing.html"},
)
