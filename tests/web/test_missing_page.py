"""Addresses that lead nowhere: a page for people, a body for programs."""

import asyncio
from pathlib import Path

from support.web_cases import opened

HTML = {"accept": "text/html,application/xhtml+xml"}


def test_people_see_a_page_and_programs_a_body(tmp_path: Path) -> None:
    async def look() -> None:
        async with opened(tmp_path) as held:
            page = await held.client.get("/nowhere", headers=HTML)
            assert page.status_code == 404 and "There is no page here" in page.text
            assert "content-security-policy" in page.headers
            for address in ("/api/nowhere", "/static/nowhere.js"):
                body = await held.client.get(address, headers=HTML)
                assert body.status_code == 404 and body.json()["message"]
            assert (await held.client.get("/nowhere")).json()["message"]

    asyncio.run(look())
