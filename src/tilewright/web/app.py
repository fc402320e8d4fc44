"""The application: API, pages, processes that calculate, and the guard around all of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tilewright import __version__
from tilewright.web.api import ROUTERS
from tilewright.web.calculators import Calculators, Refused
from tilewright.web.house import House, ServerSettings
from tilewright.web.models.base import Fault
from tilewright.web.security import Door, Guard
from tilewright.web.solves import Solves

STATIC = Path(str(files("tilewright.web"))) / "static"

PAGES = {
    "/": "gallery.html",
    "/play": "play.html",
    "/gunport": "gunport.html",
    "/vanishing": "vanishing.html",
    "/edit": "edit.html",
    "/watch": "watch.html",
    "/solve": "solve.html",
    "/runs": "runs.html",
}
"""Each page's address and its file in static/."""


def create_app(settings: ServerSettings) -> ASGIApp:
    """The whole application, behind its guard."""
    limits = settings.limits
    asks = Calculators(limits.asks, limits.queue, limits.memory)
    solves = Calculators(limits.solves, limits.solves, limits.memory)
    house = House(settings, asks, solves, Solves(solves, limits))

    @asynccontextmanager
    async def open_for_visitors(app: FastAPI) -> AsyncIterator[None]:
        await house.asks.start()
        await house.solves.start()
        yield
        await house.running.close()
        await house.asks.close()
        await house.solves.close()

    app = FastAPI(
        title="Tilewright",
        version=__version__,
        summary="Domino and tiling puzzles: read, solve, count, play and picture them.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=open_for_visitors,
        responses={422: {"model": Fault, "description": "The request cannot be done; the message says why."}},
    )
    app.state.house = house
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)
    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    for address, name in PAGES.items():
        _add_page(app, address, STATIC / name)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return Guard(app, Door(settings.hosts, settings.token, limits.upload))


def _add_page(app: FastAPI, address: str, path: Path) -> None:
    async def page() -> FileResponse:
        return FileResponse(path, media_type="text/html")

    app.add_api_route(address, page, include_in_schema=False, name=path.stem)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    return JSONResponse({"line": 0, "column": 0, **error.fault}, status_code=error.status)


async def _plain(request: Request, error: Exception) -> JSONResponse:
    """No such address, or not asked so: in the same words as all other refusals."""
    assert isinstance(error, HTTPException)
    body = {"message": str(error.detail), "line": 0, "column": 0}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """What pydantic found wrong, as one sentence that says where."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    words = str(first["msg"]).removeprefix("Value error, ")
    return JSONResponse(
        {"message": f"{where}: {words}" if where else words, "line": 0, "column": 0}, status_code=422
    )
