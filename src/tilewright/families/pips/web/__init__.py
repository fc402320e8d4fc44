"""The Pips page and its API."""
