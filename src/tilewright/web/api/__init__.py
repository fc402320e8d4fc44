"""The API: one router a module; ``ROUTERS`` lists those of the core."""

from __future__ import annotations

from fastapi import APIRouter

from tilewright.web.api import editing, gallery, playing, puzzles, runs, solves, trace

ROUTERS: tuple[APIRouter, ...] = (
    gallery.router,
    puzzles.router,
    playing.router,
    trace.router,
    editing.router,
    solves.router,
    runs.router,
)
