"""The tutorials that are notebooks run from the first cell to the last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TUTORIALS = Path(__file__).resolve().parents[2] / "docs" / "tutorial"
NOTEBOOKS = sorted(TUTORIALS.glob("*.ipynb"))
SECONDS = 300  # for a cell, on a loaded machine


def cells(path: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return entries


def test_the_page_names_each_notebook() -> None:
    page = (TUTORIALS / "notebooks.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 3 and all(f"]({path.name})" in page for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_notebooks_are_stored_without_outputs(path: Path) -> None:
    code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
    assert code and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_links_of_notebooks_lead_somewhere(path: Path) -> None:
    import re

    text = "\n".join("".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "markdown")
    targets = [target for target in re.findall(r"\]\(([^)#]+)", text) if "://" not in target]
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget", reason="the extra jupyter is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    # The kernel of the interpreter that runs the tests, whatever kernels the user has installed.
    client = nbclient.NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown) or path.stem != "from-a-drawing"
    widgets = [
        output for output in shown if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    assert len(widgets) == (4 if path.stem == "solids-and-playing" else 0)
