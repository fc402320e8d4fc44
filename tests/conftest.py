"""For all tests: this directory is on the path (``puzzle_cases``), and a slow machine fails nothing."""

from hypothesis import settings

settings.register_profile("tilewright", deadline=None)
settings.load_profile("tilewright")
