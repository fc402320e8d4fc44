"""The command ``tilewright gunport``."""
