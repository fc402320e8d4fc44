"""The application: API, pages, worker processes, and the security layer around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from tilewright import __version__
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute
from tilewright.web.api import ROUTERS
from tilewright.web.errors import ERROR_RESPONSES, install_handlers
from tilewright.web.security import SecurityMiddleware, SecuritySettings
from tilewright.web.state import AppState

STATIC = Path(str(files("tilewright.web"))) / "static"

PAGES = {
    "/": "gallery.html",
    "/play": "play.html",
    "/edit": "edit.html",
    "/watch": "watch.html",
    "/solve": "solve.html",
    "/runs": "runs.html",
}
"""The address of each page of the core, and its file in static/."""


def pages() -> dict[str, str]:
    """The addresses of all pages, those of families last, and their files in static/."""
    return PAGES | {address: name for family in FAMILIES.values() for address, name in family.pages.items()}


def routers() -> list[APIRouter]:
    """The routers of the core and of the families."""
    return [*ROUTERS, *(load_attribute(family.router) for family in FAMILIES.values() if family.router)]


def create_api(state: AppState) -> FastAPI:
    """The application without the security layer."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            await state.start()
            yield
        finally:
            await state.close()

    app = FastAPI(
        title="Tilewright",
        version=__version__,
        summary="Domino and tiling puzzles: read, solve, count, play and picture them.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        responses=ERROR_RESPONSES,
    )
    app.state.tilewright = state
    install_handlers(app, STATIC / "missing.html")
    for router in routers():
        app.include_router(router, prefix="/api")
    for address, name in pages().items():
        _add_page(app, address, STATIC / name)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def create_app(state: AppState) -> ASGIApp:
    """The whole application, behind its security layer."""
    settings = state.settings
    security = SecuritySettings(settings.hosts, settings.token, settings.limits.max_upload_bytes)
    return SecurityMiddleware(create_api(state), security)


def _add_page(app: FastAPI, address: str, path: Path) -> None:
    async def page() -> FileResponse:
        return FileResponse(path, media_type="text/html")

    app.add_api_route(address, page, methods=["GET", "HEAD"], include_in_schema=False, name=path.stem)
