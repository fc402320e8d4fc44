"""The page on which assemblies are taken apart, and its API."""
