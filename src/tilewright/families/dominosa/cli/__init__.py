"""The command ``tilewright dominosa``."""
