"""Every way in which the API says no: one list for the OpenAPI document, one body for all of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from tilewright.web.models.base import Fault
from tilewright.web.worker_pool import Refused

SENTENCES = {
    400: "The request is no HTTP that this server understands, or its body no JSON that can be read.",
    401: "The server wants its token, and this is not it.",
    403: "A page of another site asked for a change.",
    404: "There is no such thing.",
    405: "This address is not to be asked so; the header Allow tells how.",
    408: "It took longer than a visitor is given.",
    413: "The body, the puzzle or the answer is too large, or the calculation took more memory than it may.",
    421: "The server does not answer to the name in the header Host.",
    422: "The request cannot be done; the message says why.",
    429: "Too much is going on already; try again.",
    500: "The server made a mistake.",
    503: "The server cannot take this on now.",
}

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault, "description": sentence} for status, sentence in SENTENCES.items()
}
"""What any operation may answer instead of what was asked for."""


def install(app: FastAPI, missing: Path) -> None:
    """Let every refusal of an application have the one body; who looks for a page sees ``missing``."""

    async def plain(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code == 404 and _wants_a_page(request):
            return FileResponse(missing, status_code=404, media_type="text/html")
        return await _plain(request, error)

    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Exception, _mistake)


def _wants_a_page(request: Request) -> bool:
    below = request.url.path.startswith(("/api/", "/static/"))
    return not below and "text/html" in request.headers.get("accept", "")


def _answer(status: int, words: str, headers: Any = None, line: int = 0, column: int = 0) -> JSONResponse:
    body = {"message": words, "line": line, "column": column}
    return JSONResponse(body, status_code=status, headers=headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    fault = error.fault
    return _answer(error.status, fault["message"], None, fault.get("line", 0), fault.get("column", 0))


async def _plain(request: Request, error: Exception) -> JSONResponse:
    """No such address, or not asked so, or a body that Python's JSON reader gave up on."""
    assert isinstance(error, HTTPException)
    words = str(error.detail)
    if error.status_code == 400:
        words = (
            "the body is no JSON that can be read: it is cut off, nested too deeply, or a number is too long"
        )
    if error.status_code == 405 and request.url.path.startswith("/api/"):
        return _answer(405, words, {"allow": _allowed(request)})
    return _answer(error.status_code, words, error.headers)


def _allowed(request: Request) -> str:
    """All methods of an address; Starlette names those of the first route that fits alone."""
    app: FastAPI = request.app
    fitting = [
        methods
        for path, methods in app.openapi()["paths"].items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path)
    ]
    return ", ".join(sorted({name.upper() for methods in fitting for name in methods}))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    """What pydantic found wrong, as one sentence that says where."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _answer(
            422, f"the body is no JSON: {first['ctx']['error']}, at character {first['loc'][1] + 1}"
        )
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    words = str(first["msg"]).removeprefix("Value error, ")
    return _answer(422, f"{where}: {words}" if where else words)


async def _mistake(request: Request, error: Exception) -> JSONResponse:
    """A fault of the server itself; what it was goes to its terminal alone."""
    return _answer(500, "this server made a mistake; its terminal shows which")
