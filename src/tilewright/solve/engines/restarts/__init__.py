"""A search for one solution of a large packing by restarts."""
