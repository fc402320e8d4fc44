"""The extras: which optional libraries each installs, and what is said when one of them cannot be imported.

``pyproject.toml`` has the same extras, with the versions that are needed.
"""

from __future__ import annotations

EXTRAS = {
    "arrays": ("numpy",),
    "cluster": ("distributed",),
    "jupyter": ("anywidget",),
    "models": ("ortools", "highspy"),
    "print": ("lib3mf", "manifold3d"),
    "web": ("fastapi", "starlette", "uvicorn"),
}
"""The libraries of each extra, under the names by which they are installed and imported."""


def import_failure(need: str, extra: str, error: ImportError) -> str:
    """Why a library of an extra cannot be imported: it is not installed, or it is broken.

    ``need`` begins the sentence: "the web pages need". The message of ``error`` is quoted where the library
    is installed and broken, or lacks one that it imports in turn.
    """
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS[extra]:
        return f"{need} the extra {extra!r}, of which a library cannot be imported: {error}"
    if not isinstance(error, ModuleNotFoundError) or error.name != library:
        return f"{need} {library} of the extra {extra!r}, which is installed but cannot be imported: {error}"
    return f"{need} {library}, which the extra {extra!r} installs (in a checkout: pip install '.[{extra}]')"
