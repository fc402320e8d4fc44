"""The web: an ASGI application, its API, and pages of plain ES modules and SVG.

``app.py`` puts it together. Whatever may take long runs in a process of its own: ``calculators.py`` keeps
those processes, ``calculator.py`` is what they run, ``tasks`` has what they can be asked.
"""
