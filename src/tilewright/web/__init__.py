"""The web server: an ASGI application with an API, and pages of plain ES modules and SVG.

``app.py`` creates the application and ``server.py`` serves it. Everything that may take long runs as a task
in a process of its own: ``worker_pool.py`` keeps the processes, ``tasks`` holds the tasks. Each module of
``api`` has the routes and the models of one subject, the module of the same name in ``tasks`` its tasks;
worker processes import only the latter.
"""
