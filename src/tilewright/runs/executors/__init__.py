"""Who does the tasks: one module each; ``registry.py`` has the dict."""
