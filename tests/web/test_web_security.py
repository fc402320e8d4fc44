from __future__ import annotations

from collections.abc import AsyncIterator
from html.parser import HTMLParser

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.web_cases import TINY, Open, Visitor, bounds, opened
from tilewright.web.app import pages
from tilewright.web.security import COOKIE, HEADERS, _name
from tilewright.web.state import LOOPBACK

pytestmark = pytest.mark.anyio

TOKEN = "0123456789abcdef"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def held(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Open]:
    async with opened(tmp_path_factory.mktemp("web"), bounds(upload=5_000)) as house:
        yield house


@pytest.fixture(scope="module")
async def guarded(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Open]:
    """A house whose visitors need the token, and that answers to any name."""
    async with opened(tmp_path_factory.mktemp("web"), token=TOKEN, hosts=()) as house:
        yield house


def is_fault(answer: httpx.Response) -> bool:
    return answer.json().keys() == {"message", "line", "column"} and bool(answer.json()["message"])


def dressed(answer: httpx.Response) -> bool:
    """All that keeps a browser from doing what a page of ours never does."""
    allowed = {name for name in answer.headers if name.startswith("access-control-")}
    return not allowed and all(answer.headers.get(name) == value for name, value in HEADERS.items())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8317", "localhost:1", "LocalHost", "[::1]:8317"])
async def test_own_names_are_answered(held: Open, host: str) -> None:
    assert (await held.client.get("/", headers={"host": host})).status_code == 200


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
async def test_other_names_are_refused(held: Open, host: str) -> None:
    for path in ("/", "/api/catalogue", "/static/js/api.js"):
        answer = await held.client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert is_fault(answer)
        assert dressed(answer)


@given(st.text(st.characters(codec="latin-1"), max_size=30))
def test_only_own_names_pass(host: str) -> None:
    if _name(host) in LOOPBACK:
        assert host.lower().startswith(LOOPBACK)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:81", "127.0.0.1", ""])
async def test_changes_from_another_site_are_refused(held: Open, origin: str) -> None:
    answer = await held.client.post("/api/puzzle", json=TINY, headers={"origin": origin})
    assert answer.status_code == 403
    assert is_fault(answer)


async def test_changes_from_own_pages_are_taken(held: Open) -> None:
    for origin in ("http://127.0.0.1", None):
        headers = {"origin": origin} if origin else {}
        answer = await held.client.post("/api/puzzle", json=TINY, headers=headers)
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
async def test_a_body_that_a_foreign_form_can_send_is_no_json(held: Open, kind: str) -> None:
    answer = await held.client.post(
        "/api/puzzle", content='{"catalogue": "pentominoes-6x10"}', headers={"content-type": kind}
    )
    assert answer.status_code == 422


async def test_nobody_else_may_read(held: Open) -> None:
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = await held.client.options("/api/puzzle", headers=asked)
    assert answer.status_code == 405
    assert dressed(answer)


@pytest.mark.parametrize(
    "path", ["/", "/api/catalogue", "/static/js/api.js", "/api/openapi.json", "/nowhere"]
)
async def test_without_the_token_nobody_comes_in(guarded: Open, path: str) -> None:
    for headers in (
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {TOKEN}"},
        {"cookie": f"{COOKIE}=wrong"},
        {"cookie": f'other={TOKEN}; a/b=c; ;=; "x"={COOKIE}'},
    ):
        answer = await guarded.client.get(path, headers=headers)
        assert answer.status_code == 401, headers
        assert is_fault(answer)
        assert dressed(answer)
    assert (await guarded.client.get(f"{path}?token=wrong")).status_code == 401


async def test_the_token_as_bearer(guarded: Open) -> None:
    answer = await guarded.client.post("/api/puzzle", json=TINY, headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200


async def test_the_token_in_the_address_becomes_a_cookie(guarded: Open) -> None:
    answer = await guarded.client.get(f"/solve?puzzle=catalog%3Asoma&token={TOKEN}&x=")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/solve?puzzle=catalog%3Asoma&x="
    assert dressed(answer)
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    given_cookie = {"cookie": f"theme=dark; {cookie.partition(';')[0]}"}
    guarded.client.cookies.clear()
    assert (await guarded.client.get("/", headers=given_cookie)).status_code == 200
    wrong = await guarded.client.get("/?token=wrong", headers=given_cookie)
    assert wrong.status_code == 401


async def test_the_token_in_the_address_changes_nothing(guarded: Open) -> None:
    guarded.client.cookies.clear()
    answer = await guarded.client.post(f"/api/puzzle?token={TOKEN}", json=TINY)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "path", ["//evil.example/", "/\\evil.example", "/%0d%0aset-cookie:a=b", "/\u00e9\u4e00"]
)
async def test_the_way_with_the_token_leads_nowhere_else(guarded: Open, path: str) -> None:
    visitor = Visitor(guarded.app, path=path.replace("%0d%0a", "\r\n"), query=f"token={TOKEN}")
    await visitor.ask()
    assert visitor.status == 303
    place = visitor.shown["location"]
    assert place.isascii() and place.isprintable()
    assert place.startswith("/") and not place.startswith(("//", "/\\"))


async def test_any_name_is_answered_where_a_token_guards(guarded: Open) -> None:
    headers = {"host": "classroom.example:8317", "authorization": f"Bearer {TOKEN}"}
    assert (await guarded.client.get("/", headers=headers)).status_code == 200


async def test_a_body_that_says_that_it_is_too_large(held: Open) -> None:
    for length in ("5001", "99999999999999999999", "-1", "five"):
        visitor = Visitor(held.app, "POST", "/api/puzzle", headers={"content-length": length})
        await visitor.ask()
        assert visitor.status == 413
        assert b"5,000 bytes" in visitor.parts[0]


@pytest.mark.parametrize("length", [None, "10", "5000"])
async def test_a_body_that_turns_out_too_large(held: Open, length: str | None) -> None:
    headers = {"content-type": "application/json", **({"content-length": length} if length else {})}
    visitor = Visitor(held.app, "POST", "/api/puzzle", (b"x" * 1_000,) * 100, headers)
    await visitor.ask()
    assert visitor.status == 413
    assert b"5,000 bytes" in visitor.parts[0]
    assert visitor._sent == 6, "it read on"


async def test_a_large_body_where_none_is_read(held: Open) -> None:
    for method, path in (
        ("GET", "/api/lattices"),
        ("GET", "/"),
        ("DELETE", "/api/solves/none"),
        ("GET", "/none"),
    ):
        visitor = Visitor(held.app, method, path, (b"x" * 1_000,) * 100)
        await visitor.ask()
        assert visitor.status in (0, 200, 404, 413, 499)
        assert visitor._sent <= 6


async def test_a_visitor_who_goes_away_while_sending(held: Open) -> None:
    visitor = Visitor(held.app, "POST", "/api/puzzle", (), {"content-type": "application/json"})
    visitor.gone.set()
    await visitor.ask()
    assert visitor.status in (0, 400)


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
async def test_every_refusal_has_one_body_and_all_headers(
    held: Open, method: str, path: str, status: int
) -> None:
    answer = await held.client.request(method, path)
    assert answer.status_code == status
    assert is_fault(answer)
    assert dressed(answer)


async def test_a_mistake_of_the_server_has_the_same_body(held: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*args: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(held.house, "asked_by", wrong)
    answer = await held.client.post("/api/puzzle", json=TINY)
    assert answer.status_code == 500
    assert is_fault(answer)
    assert dressed(answer)
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
async def test_no_way_leads_out_of_the_pages(held: Open, path: str) -> None:
    raw = Visitor(held.app, path=httpx.URL("http://127.0.0.1" + path).path)
    await raw.ask()
    plain = Visitor(held.app, path=path)
    await plain.ask()
    for visitor in (raw, plain):
        assert visitor.status in (404, 422), visitor.parts
        assert b"import" not in b"".join(visitor.parts)
        assert visitor.shown["content-security-policy"]


class Inline(HTMLParser):
    """What a page has of its own script and style, and what it fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.fetched: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self._inside = tag
        self.found += [name for name, value in attrs if name.startswith("on") or name == "style"]
        self.found += [value for value in held.values() if value and value.lower().startswith("javascript:")]
        self.fetched += [
            value for name, value in attrs if value and (name == "src" or (name == "href" and tag == "link"))
        ]

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


@pytest.mark.parametrize("path", pages())
async def test_pages_hold_no_script_or_style_of_their_own(held: Open, path: str) -> None:
    answer = await held.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert dressed(answer)
    assert "'unsafe" not in answer.headers["content-security-policy"]
    page = Inline()
    page.feed(answer.text)
    assert not page.found
    assert page.fetched
    for address in page.fetched:
        assert address.startswith("/static/"), address
        got = await held.client.get(address)
        assert got.status_code == 200, address
        assert dressed(got)


async def test_pages_answer_to_head(held: Open) -> None:
    for path in (*pages(), "/static/js/api.js"):
        answer = await held.client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")
