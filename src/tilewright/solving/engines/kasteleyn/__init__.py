"""Perfect matchings of planar graphs, counted by determinants."""
