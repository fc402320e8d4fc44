"""The vanishing-domino page and its API."""
