"""The browser that the tests of the pages run in."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

BROWSER = os.environ.get("BROWSER", "chromium")
DOWNLOADS = Path(tempfile.gettempdir()) / f"tilewright-downloads-{os.getpid()}"
"""Where Firefox saves files; removed at the end."""


def needs_chromium(reason: str) -> pytest.MarkDecorator:
    """Leave a test out in Firefox, as WebDriver BiDi or Firefox lack what it needs."""
    return pytest.mark.skipif(BROWSER == "firefox", reason=f"needs Chromium: {reason}")
