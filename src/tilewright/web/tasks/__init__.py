"""What a calculating process can be asked: a plain dict from a name to ``module:function``.

A task gets its arguments as a dict, ``tell(event, data)`` for events on the way, and ``cancel``, an event
that is set when it is to end with what it has. What it gives back, and tells, is made of what JSON has.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tilewright.family import FAMILIES
from tilewright.registry import load_attribute

Tell = Callable[[str, object], None]
WebTask = Callable[[dict[str, Any], Tell, threading.Event], object]

TASKS = {
    "entries": "gallery:entries",
    "picture": "gallery:picture",
    "puzzle": "puzzles:puzzle",
    "solve": "solving:solve",
    "download": "downloads:solutions",
    "convert": "downloads:converted",
    "lattices": "editing:lattices",
    "draft": "editing:draft",
    "make": "editing:make",
    "check puzzle": "drafts:check",
    "runs list": "runs:listing",
    "runs status": "runs:status",
    "runs start": "runs:start",
    "runs resume": "runs:resume",
    "runs stop": "runs:stop",
    "runs delete": "runs:delete",
    "runs solutions": "runs:solutions",
    "watch": "trace:watch",
    "check tiling": "playing:check",
    "hint tiling": "playing:hint",
    "left tiling": "playing:left",
    "why tiling": "playing:why_not",
}
"""A new task is a line here; its module stands beside this one."""


def task_named(name: str) -> WebTask:
    """The task of this name, the core's or a family's; its module is imported when it is first used."""
    task: WebTask = load_attribute(_reference(name))
    return task


def _reference(name: str) -> str:
    if name in TASKS:
        return f"{__name__}.{TASKS[name]}"
    return next(family.tasks[name] for family in FAMILIES.values() if name in family.tasks)
