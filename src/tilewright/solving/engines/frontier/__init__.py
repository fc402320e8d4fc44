"""The frontier engine: a sweep along the items whose states stand for all partial solutions."""
