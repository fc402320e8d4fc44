"""The gunport pages and their API."""
