"""The dominosa page and its API."""
