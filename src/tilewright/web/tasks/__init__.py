"""What a calculating process can be asked: a plain dict from a name to ``module:function``.

A task gets its arguments as a dict, ``tell(event, data)`` for events on the way, and ``cancel``, an event
that is set when it is to end with what it has. What it gives back, and tells, is made of what JSON has.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

Tell = Callable[[str, object], None]
WebTask = Callable[[dict[str, Any], Tell, threading.Event], object]

TASKS = {
    "entries": "gallery:entries",
    "picture": "gallery:picture",
    "puzzle": "puzzles:puzzle",
    "solve": "solving:solve",
    "download": "downloads:solutions",
    "convert": "downloads:converted",
    "gunport position": "gunport:position",
    "gunport hint": "gunport:hint",
    "gunport mend": "gunport:mend",
    "gunport best": "gunport:best",
    "gunport verdict": "gunport:verdict",
    "gunport enter": "gunport:enter",
    "lattices": "editing:lattices",
    "draft": "editing:draft",
    "make": "editing:make",
    "check puzzle": "checking:check",
    "vanishing position": "vanishing:position",
    "vanishing new": "vanishing:new",
    "vanishing hint": "vanishing:hint",
    "vanishing best": "vanishing:best",
    "runs list": "runs:listing",
    "runs status": "runs:status",
    "runs start": "runs:start",
    "runs resume": "runs:resume",
    "runs stop": "runs:stop",
    "runs delete": "runs:delete",
    "runs solutions": "runs:solutions",
    "watch": "watching:watch",
    "check tiling": "playing:check",
    "hint tiling": "playing:hint",
    "left tiling": "playing:left",
    "why tiling": "playing:why_not",
}
"""A new task is a line here; its module stands beside this one."""


def task_named(name: str) -> WebTask:
    """The task of this name; its module is imported when it is first asked for."""
    module, _, function = TASKS[name].partition(":")
    task: WebTask = getattr(import_module(f"{__name__}.{module}"), function)
    return task
