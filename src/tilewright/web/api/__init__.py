"""The API: one router a module; ``ROUTERS`` lists them all."""

from __future__ import annotations

from fastapi import APIRouter

from tilewright.web.api import editing, gallery, gunport, playing, puzzles, runs, solves, vanishing, watching

ROUTERS: tuple[APIRouter, ...] = (
    gallery.router,
    puzzles.router,
    playing.router,
    gunport.router,
    vanishing.router,
    watching.router,
    editing.router,
    solves.router,
    runs.router,
)
