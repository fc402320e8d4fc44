"""The browser that the tests of the pages run in."""

from __future__ import annotations

import os

import pytest

BROWSER = os.environ.get("BROWSER", "chromium")


def not_in_firefox(reason: str) -> pytest.MarkDecorator:
    """Leave a test out in Firefox, as WebDriver BiDi or Firefox lack what it needs."""
    return pytest.mark.skipif(BROWSER == "firefox", reason=reason)
