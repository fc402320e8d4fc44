"""The API: each module has the router of one subject and its models; ``ROUTERS`` lists those of the core."""

from __future__ import annotations

from fastapi import APIRouter

from tilewright.web.api import (
    daily,
    design,
    editing,
    plans,
    playing,
    polyforms,
    printing,
    puzzles,
    random_tilings,
    runs,
    solves,
)

ROUTERS: tuple[APIRouter, ...] = (
    puzzles.router,
    daily.router,
    playing.router,
    editing.router,
    design.router,
    printing.router,
    solves.router,
    plans.router,
    random_tilings.router,
    polyforms.router,
    runs.router,
)
