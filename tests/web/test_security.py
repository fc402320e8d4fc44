from __future__ import annotations

from collections.abc import AsyncIterator
from html.parser import HTMLParser

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.web_cases import TINY, AsgiClient, RunningApp, limits_with, running_app
from tilewright.web.pages import pages
from tilewright.web.security import COOKIE, HEADERS, host_name
from tilewright.web.settings import LOOPBACK

pytestmark = pytest.mark.anyio

TOKEN = "0123456789abcdef"


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web"), limits_with(max_upload_bytes=5_000)) as started:
        yield started


@pytest.fixture(scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    """A server that requires the token and accepts any host name."""
    async with running_app(tmp_path_factory.mktemp("web"), token=TOKEN, hosts=()) as started:
        yield started


def is_error_body(answer: httpx.Response) -> bool:
    return answer.json().keys() == {"message", "line", "column"} and bool(answer.json()["message"])


def has_security_headers(answer: httpx.Response) -> bool:
    """Whether a response has all security headers and allows no other origin."""
    allowed = {name for name in answer.headers if name.startswith("access-control-")}
    return not allowed and all(answer.headers.get(name) == value for name, value in HEADERS.items())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8317", "localhost:1", "LocalHost", "[::1]:8317"])
async def test_own_host_names_are_accepted(app: RunningApp, host: str) -> None:
    assert (await app.client.get("/", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8317",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "::1",
        "",
        "192.0.2.1",
    ],
)
async def test_other_host_names_are_rejected(app: RunningApp, host: str) -> None:
    for path in ("/", "/api/catalogue", "/static/js/api.js"):
        answer = await app.client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert is_error_body(answer)
        assert has_security_headers(answer)


@given(st.text(st.characters(codec="latin-1"), max_size=30))
def test_only_own_host_names_pass(host: str) -> None:
    if host_name(host) in LOOPBACK:
        assert host.lower().startswith(LOOPBACK)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:81", "127.0.0.1", ""])
async def test_requests_from_other_sites_are_rejected(app: RunningApp, origin: str) -> None:
    answer = await app.client.post("/api/puzzle", json=TINY, headers={"origin": origin})
    assert answer.status_code == 403
    assert is_error_body(answer)


async def test_requests_from_own_pages_are_accepted(app: RunningApp) -> None:
    for origin in ("http://127.0.0.1", None):
        headers = {"origin": origin} if origin else {}
        answer = await app.client.post("/api/puzzle", json=TINY, headers=headers)
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
async def test_bodies_that_a_foreign_form_can_send_are_rejected(app: RunningApp, kind: str) -> None:
    answer = await app.client.post(
        "/api/puzzle", content='{"catalogue": "pentominoes-6x10"}', headers={"content-type": kind}
    )
    assert answer.status_code == 422


async def test_cross_origin_preflight_is_rejected(app: RunningApp) -> None:
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = await app.client.options("/api/puzzle", headers=asked)
    assert answer.status_code == 405
    assert has_security_headers(answer)


@pytest.mark.parametrize(
    "path", ["/", "/api/catalogue", "/static/js/api.js", "/api/openapi.json", "/nowhere"]
)
async def test_requests_without_the_token_are_rejected(guarded: RunningApp, path: str) -> None:
    for headers in (
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {TOKEN}"},
        {"cookie": f"{COOKIE}=wrong"},
        {"cookie": f'other={TOKEN}; a/b=c; ;=; "x"={COOKIE}'},
    ):
        answer = await guarded.client.get(path, headers=headers)
        assert answer.status_code == 401, headers
        assert is_error_body(answer)
        assert has_security_headers(answer)
    assert (await guarded.client.get(f"{path}?token=wrong")).status_code == 401


async def test_token_as_bearer(guarded: RunningApp) -> None:
    answer = await guarded.client.post("/api/puzzle", json=TINY, headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200


async def test_token_in_the_address_becomes_a_cookie(guarded: RunningApp) -> None:
    answer = await guarded.client.get(f"/solve?puzzle=catalog%3Asoma&token={TOKEN}&x=")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/solve?puzzle=catalog%3Asoma&x="
    assert has_security_headers(answer)
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    given_cookie = {"cookie": f"theme=dark; {cookie.partition(';')[0]}"}
    guarded.client.cookies.clear()
    assert (await guarded.client.get("/", headers=given_cookie)).status_code == 200
    wrong = await guarded.client.get("/?token=wrong", headers=given_cookie)
    assert wrong.status_code == 401


async def test_token_in_the_address_of_a_post_is_rejected(guarded: RunningApp) -> None:
    guarded.client.cookies.clear()
    answer = await guarded.client.post(f"/api/puzzle?token={TOKEN}", json=TINY)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "path", ["//evil.example/", "/\\evil.example", "/%0d%0aset-cookie:a=b", "/\u00e9\u4e00"]
)
async def test_token_redirect_stays_on_this_server(guarded: RunningApp, path: str) -> None:
    client = AsgiClient(guarded.app, path=path.replace("%0d%0a", "\r\n"), query=f"token={TOKEN}")
    await client.send()
    assert client.status == 303
    place = client.response_headers["location"]
    assert place.isascii() and place.isprintable()
    assert place.startswith("/") and not place.startswith(("//", "/\\"))


async def test_any_host_name_is_accepted_with_a_token(guarded: RunningApp) -> None:
    headers = {"host": "classroom.example:8317", "authorization": f"Bearer {TOKEN}"}
    assert (await guarded.client.get("/", headers=headers)).status_code == 200


async def test_declared_body_size_is_limited(app: RunningApp) -> None:
    for length in ("5001", "99999999999999999999", "-1", "five"):
        client = AsgiClient(app.app, "POST", "/api/puzzle", headers={"content-length": length})
        await client.send()
        assert client.status == 413
        assert b"5,000 bytes" in client.parts[0]


@pytest.mark.parametrize("length", [None, "10", "5000"])
async def test_actual_body_size_is_limited(app: RunningApp, length: str | None) -> None:
    headers = {"content-type": "application/json", **({"content-length": length} if length else {})}
    client = AsgiClient(app.app, "POST", "/api/puzzle", (b"x" * 1_000,) * 100, headers)
    await client.send()
    assert client.status == 413
    assert b"5,000 bytes" in client.parts[0]
    assert client.read_parts == 6, "it read further parts"


async def test_large_body_of_a_request_without_one(app: RunningApp) -> None:
    for method, path in (
        ("GET", "/api/descriptors"),
        ("GET", "/"),
        ("DELETE", "/api/solves/none"),
        ("GET", "/none"),
    ):
        client = AsgiClient(app.app, method, path, (b"x" * 1_000,) * 100)
        await client.send()
        assert client.status in (0, 200, 404, 413, 499)
        assert client.read_parts <= 6


async def test_client_that_disconnects_while_sending(app: RunningApp) -> None:
    client = AsgiClient(app.app, "POST", "/api/puzzle", (), {"content-type": "application/json"})
    client.disconnected.set()
    await client.send()
    assert client.status in (0, 400)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/static/nowhere.js", 404),
        ("GET", "/static", 404),
        ("GET", "/static/", 404),
        ("POST", "/", 405),
        ("POST", "/static/js/api.js", 405),
        ("PUT", "/api/puzzle", 405),
        ("GET", "/api/puzzle", 405),
        ("GET", "/api/catalogue/nothing/picture", 404),
        ("GET", "/api/catalogue/a_b/picture", 422),
        ("GET", "/api/solves/none", 404),
    ],
)
async def test_every_error_has_the_error_body_and_all_headers(
    app: RunningApp, method: str, path: str, status: int
) -> None:
    answer = await app.client.request(method, path)
    assert answer.status_code == status
    assert is_error_body(answer)
    assert has_security_headers(answer)


async def test_internal_error_has_the_error_body(app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*args: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(app.state, "run_task", wrong)
    answer = await app.client.post("/api/puzzle", json=TINY)
    assert answer.status_code == 500
    assert is_error_body(answer)
    assert has_security_headers(answer)
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/js/../../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/..%5capp.py",
        "/static/%2fetc/passwd",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/js/api.js%00.html",
        "/static/%00",
        "/static/" + "a" * 5_000,
        "/static/" + "a/" * 2_000,
        "/static/js",
        "/static/~root",
        "/static/\u00e9",
        "/api/catalogue/../../app/picture",
        "/api/catalogue/..%2f..%2fapp/picture",
        "/api/catalogue/%00/picture",
        "/api/solves/..%2f..%2fetc%2fpasswd",
    ],
)
async def test_static_paths_do_not_leave_the_directory(app: RunningApp, path: str) -> None:
    raw = AsgiClient(app.app, path=httpx.URL("http://127.0.0.1" + path).path)
    await raw.send()
    plain = AsgiClient(app.app, path=path)
    await plain.send()
    for client in (raw, plain):
        assert client.status in (404, 422), client.parts
        assert b"import" not in b"".join(client.parts)
        assert client.response_headers["content-security-policy"]


class PageParser(HTMLParser):
    """Collects the inline scripts and styles of a page, and the addresses that it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.unsafe: list[str] = []
        self.fetched: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        texts = dict(attrs)
        self._inside = tag
        self.unsafe += [name for name, value in attrs if name.startswith("on") or name == "style"]
        self.unsafe += [
            value for value in texts.values() if value and value.lower().startswith("javascript:")
        ]
        self.fetched += [
            value for name, value in attrs if value and (name == "src" or (name == "href" and tag == "link"))
        ]

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.unsafe.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


@pytest.mark.parametrize("path", [page.address for page in pages()])
async def test_pages_have_no_inline_script_or_style(app: RunningApp, path: str) -> None:
    answer = await app.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert has_security_headers(answer)
    assert "'unsafe" not in answer.headers["content-security-policy"]
    page = PageParser()
    page.feed(answer.text)
    assert not page.unsafe
    assert page.fetched
    for address in page.fetched:
        assert address.startswith("/static/"), address
        got = await app.client.get(address)
        assert got.status_code == 200, address
        assert has_security_headers(got)


async def test_pages_answer_head(app: RunningApp) -> None:
    for path in (*[page.address for page in pages()], "/static/js/api.js"):
        answer = await app.client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize(
    ("path", "stored"), [("/api/runs", "no-store"), ("/api/nowhere", "no-store"), ("/play", "no-cache")]
)
async def test_browsers_store_no_answers_that_change(app: RunningApp, path: str, stored: str) -> None:
    """Firefox would show a stored one, however old, on a device without a network."""
    assert (await app.client.get(path)).headers["cache-control"] == stored


async def test_the_puzzles_of_a_date_are_stored_for_a_day(app: RunningApp) -> None:
    answer = await app.client.get("/api/daily?date=2026-11-28")
    assert answer.headers["cache-control"] == "private, max-age=86400"
