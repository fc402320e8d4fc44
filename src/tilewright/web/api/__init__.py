"""The API: one router a module; ``ROUTERS`` lists them all."""

from __future__ import annotations

from fastapi import APIRouter

from tilewright.web.api import puzzles, solves

ROUTERS: tuple[APIRouter, ...] = (puzzles.router, solves.router)
