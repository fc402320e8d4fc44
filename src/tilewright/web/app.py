"""The application: API, pages, worker processes, and the security layer around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp

from tilewright import __version__
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute
from tilewright.web.api import ROUTERS
from tilewright.web.errors import ERROR_RESPONSES, install_handlers
from tilewright.web.rendering import render_not_found, render_pages, render_service_worker
from tilewright.web.security import SecurityMiddleware
from tilewright.web.state import AppState
from tilewright.web.static_files import StaticFiles


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
    static = StaticFiles(state.settings.root_path)
    app.state.pages_version = static.version
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    install_handlers(app, render_not_found(static))
    family_routers = [load_attribute(family.router) for family in FAMILIES.values() if family.router]
    for router in (*ROUTERS, *family_routers):
        app.include_router(router, prefix="/api")
    for address, html in render_pages(static).items():
        _add_text(app, address, html, "text/html")
    _add_text(app, "/service-worker.js", render_service_worker(static), "text/javascript")

    async def get_file(path: str, request: Request) -> Response:
        return static.response(path, request)

    app.add_api_route("/static/{path:path}", get_file, methods=["GET", "HEAD"], include_in_schema=False)
    return app


def create_app(state: AppState) -> ASGIApp:
    """The whole application, behind its security layer."""
    return SecurityMiddleware(create_api(state), state.settings)


def _add_text(app: FastAPI, address: str, text: str, media_type: str) -> None:
    async def get_text() -> Response:
        return Response(text, media_type=media_type)

    app.add_api_route(address, get_text, methods=["GET", "HEAD"], include_in_schema=False)
