"""The command ``tilewright vanish``."""
