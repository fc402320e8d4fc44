"""The descriptor of the family ``gunport``."""

from __future__ import annotations

from tilewright.family import Family

_TASKS = "tilewright.families.gunport.web.tasks"

GUNPORT = Family(
    name="gunport",
    commands={"gunport": "Find the fewest dominoes such that no more fits."},
    command_references={"gunport": "tilewright.families.gunport.cli.board:gunport"},
    router="tilewright.families.gunport.web.api:router",
    tasks={
        f"gunport {name}": f"{_TASKS}:{name}"
        for name in ("position", "hint", "mend", "best", "verdict", "enter")
    },
    pages={"/gunport": "gunport.html"},
)
