"""Errors of the API: the statuses it uses, the one body that all of them have, and the handlers."""

from __future__ import annotations

import re
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from tilewright.web.worker_pool import TaskError
from tilewright.wording import visible


class ErrorBody(BaseModel):
    """An error: its message, and the position in the text that was sent, counted from 1; 0 for none."""

    message: str
    line: int = 0
    column: int = 0


ERROR_DESCRIPTIONS = {
    400: "The request is not valid HTTP, or its body is not readable JSON.",
    401: "The token is missing or wrong.",
    403: "The request was sent by a page of another site.",
    404: "Not found.",
    405: "Method not allowed; the header Allow lists the methods.",
    408: "The time limit was exceeded.",
    413: "The body, the puzzle or the response is too large, or the memory limit was exceeded.",
    421: "The name in the Host header is not one of this server's.",
    422: "The request is invalid; the message says why.",
    429: "Too many requests; try again later.",
    500: "Internal server error.",
    503: "The server is unavailable.",
}

ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text} for status, text in ERROR_DESCRIPTIONS.items()
}
"""The error responses of every operation, for the OpenAPI document."""


def install_handlers(app: FastAPI, not_found_html: str) -> None:
    """Answer every error with an ``ErrorBody``; a browser that opens an unknown page gets a page."""

    async def handle_http(request: Request, error: Exception) -> Response:
        """An unknown address, a method that is not allowed, or a body that Python's JSON reader rejects."""
        assert isinstance(error, HTTPException)
        is_api, message = request.url.path.startswith("/api/"), str(error.detail)
        is_page = not is_api and not request.url.path.startswith("/static/")
        if error.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(not_found_html, status_code=404)
        if error.status_code == 400:
            message = (
                "the body is not readable JSON: it is cut off, nested too deeply, or a number is too long"
            )
        if error.status_code == 405 and is_api:
            return _response(405, message, {"allow": _allowed_methods(request)})
        return _response(error.status_code, message, error.headers)

    app.add_exception_handler(TaskError, _handle_task_error)
    app.add_exception_handler(RequestValidationError, _handle_validation)
    app.add_exception_handler(HTTPException, handle_http)
    app.add_exception_handler(Exception, _handle_unexpected)


def _response(status: int, message: str, headers: Any = None, line: int = 0, column: int = 0) -> JSONResponse:
    body = {"message": visible(message), "line": line, "column": column}
    return JSONResponse(body, status_code=status, headers=headers)


async def _handle_task_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, TaskError)
    body = error.body
    return _response(error.status, body["message"], None, body.get("line", 0), body.get("column", 0))


def _allowed_methods(request: Request) -> str:
    """All methods of an address; Starlette names only those of the first matching route."""
    app: FastAPI = request.app
    matching = [
        methods
        for path, methods in app.openapi()["paths"].items()
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), request.url.path)
    ]
    return ", ".join(sorted({name.upper() for methods in matching for name in methods}))


async def _handle_validation(request: Request, error: Exception) -> JSONResponse:
    """The first error of pydantic as one message that names the field."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        message = f"the body is not JSON: {first['ctx']['error']}, at character {first['loc'][1] + 1}"
        return _response(422, message)
    field = ".".join(str(part) for part in first["loc"] if part != "body")
    message = str(first["msg"]).removeprefix("Value error, ")
    return _response(422, f"{field}: {message}" if field else message)


async def _handle_unexpected(request: Request, error: Exception) -> JSONResponse:
    """A bug of the server; its details are logged only."""
    return _response(500, "internal server error; see the server's log")
