"""The files of the pages, read once: packed with gzip, at addresses that change when a file does.

``/static/VERSION/PATH`` may be kept by a browser for good, as VERSION is made of all files. ``/static/PATH``
is the same file, which a browser asks for again. The modules of a page are one file, ``bundles/NAME.js``:
over a slow connection, each further request costs more than what it brings.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tilewright.web.bundle import Module, in_one, ordered, read_module, used_messages
from tilewright.web.pages import (
    NOT_FOUND,
    STATIC,
    Page,
    load_messages,
    messages_module,
    pages,
    static_directories,
)

MESSAGES = "message_catalogue.js"
SITE = "/static/js/site.js"
"""What each page does besides its own."""

_VERSION = re.compile(r"[0-9a-f]{12}/")
_FOR_GOOD = "public, max-age=31536000, immutable"
_TEXTS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
_WHOLE = ("bundles/", "scripts/")  # scripts that pages load
_NOT_SENT = (".js", ".json", ".html")  # they are in the bundles and in the pages
_SMALL = 400  # bytes that gzip hardly shortens


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent: plain, and packed where that is shorter."""

    media_type: str
    plain: bytes
    packed: bytes | None
    tag: str


class StaticFiles:
    """All static files of a server below the address ``root``, "" or such as ``/puzzles``."""

    def __init__(self, root: str = "") -> None:
        found = {MESSAGES: messages_module(load_messages()).encode()}
        for address, directory in {"/static": STATIC, **static_directories()}.items():
            for path in directory.rglob("*"):
                if path.is_file():
                    name = f"{address}/{path.relative_to(directory).as_posix()}".removeprefix("/static/")
                    found[name] = path.read_bytes()
        for page in (*pages(), NOT_FOUND):
            found[page.script.removeprefix("/static/")] = self._bundled(page, found).encode()
        digest = hashlib.sha256(root.encode())
        for name in sorted(found):  # bundles too: they also change with the code that makes them
            digest.update(f"{name} {len(found[name])} ".encode() + found[name])
        self.root = root
        self.version = digest.hexdigest()[:12]
        self._sources = found

    @cached_property
    def files(self) -> dict[str, StaticFile]:
        """The files by their paths below ``/static``."""
        return {name: self._file(name, data) for name, data in self._sources.items()}

    def for_pages(self) -> list[str]:
        """The paths of the files that the pages need: not the modules, which are in the bundles."""
        return [
            name for name in sorted(self._sources) if name.startswith(_WHOLE) or not name.endswith(_NOT_SENT)
        ]

    def placed(self, address: str) -> str:
        """An address of this site below its root; that of a file names the version."""
        if address.startswith("/static/"):
            return f"{self.root}/static/{self.version}/{address.removeprefix('/static/')}"
        return self.root + address

    def response(self, path: str, request: Request) -> Response:
        """The response to a request for a file below ``/static``; HTTPException 404 where there is none."""
        version = _VERSION.match(path)
        file = self.files.get(path[version.end() :] if version else path)
        if file is None:
            raise HTTPException(404)
        is_current = version is not None and version[0] == f"{self.version}/"
        headers = {"etag": file.tag, "vary": "accept-encoding"}
        headers["cache-control"] = _FOR_GOOD if is_current else "no-cache"
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        accepted = request.headers.get("accept-encoding", "")
        if file.packed is not None and "gzip" in accepted:
            return Response(
                file.packed, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(file.plain, media_type=file.media_type, headers=headers)

    @staticmethod
    def _bundled(page: Page, found: dict[str, bytes]) -> str:
        def resolve(name: str, imported: str) -> str:
            address = posixpath.join(posixpath.dirname(f"/static/{name}"), imported)
            return posixpath.normpath(address).removeprefix("/static/")

        def read(name: str) -> Module:
            site = f'import "{SITE}";\n' if name == entry else ""
            return read_module(name, site + found[name].decode(), resolve)

        entry = resolve("", f"{page.url}/{page.name}.js")
        modules = ordered(entry, read)
        text = "".join(module.body for module in modules if module.name != MESSAGES)
        messages = read_module(MESSAGES, messages_module(used_messages(text, load_messages())), resolve)
        return in_one(messages if module.name == MESSAGES else module for module in modules)

    def _file(self, name: str, data: bytes) -> StaticFile:
        suffix = posixpath.splitext(name)[1]
        if suffix in (".js", ".css"):
            data = data.replace(b'"/static/', f'"{self.root}/static/{self.version}/'.encode())
        packed = gzip.compress(data, 9, mtime=0) if len(data) > _SMALL else data
        media_type = _TEXTS.get(suffix) or guess_type(name)[0] or "application/octet-stream"
        tag = f'W/"{hashlib.sha256(data).hexdigest()[:24]}"'
        return StaticFile(media_type, data, packed if len(packed) < len(data) else None, tag)
