"""Unknown addresses: a page for browsers, an error body for programs."""

import asyncio
from pathlib import Path

from support.web_cases import running_app

HTML = {"accept": "text/html,application/xhtml+xml"}


def test_unknown_address_is_a_page_or_an_error_body(tmp_path: Path) -> None:
    async def check() -> None:
        async with running_app(tmp_path) as app:
            page = await app.client.get("/nowhere", headers=HTML)
            assert page.status_code == 404 and "Page not found" in page.text
            assert "content-security-policy" in page.headers
            for address in ("/api/nowhere", "/static/nowhere.js"):
                body = await app.client.get(address, headers=HTML)
                assert body.status_code == 404 and body.json()["message"]
            assert (await app.client.get("/nowhere")).json()["message"]

    asyncio.run(check())
