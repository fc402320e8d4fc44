"""Files for printers by the API: what a browser downloads, another library opens."""

from __future__ import annotations

import threading
from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
import trimesh
from pydantic import ValidationError

from tilewright.errors import UnsupportedError
from tilewright.web.api.printing import PrintedFiles, PrintRequest
from tilewright.web.tasks.printing import printed_files


def files_of(catalogue: str, format_name: str, **fields: Any) -> tuple[dict[str, bytes], str]:
    query = PrintRequest.model_validate(
        {"puzzle": {"catalogue": catalogue}, "format": format_name, **fields}
    ).model_dump()
    args = {**query, "source": query["puzzle"], "max_cells": 10_000}
    answer = printed_files(args, print, threading.Event())
    PrintedFiles.model_validate(answer)
    return {one["name"]: b64decode(one["content"]) for one in answer["files"]}, answer["summary"]


def test_bodies_are_closed_and_have_names() -> None:
    files, summary = files_of("burr-level-5", "3mf", cell=8, name="burr")
    scene = trimesh.load_scene(BytesIO(files["burr.3mf"]), file_type="3mf")
    assert len(scene.geometry) == 5
    assert all(mesh.is_watertight and mesh.volume > 0 for mesh in scene.geometry.values())
    assert summary == "5 pieces (one of each) on 1 plate, cells of 8 mm, gaps of 0.2 mm between pieces"


def test_plates_and_files_with_colours() -> None:
    files, summary = files_of("burr-level-5", "obj", printer="130x60x60")
    assert summary.startswith("6 pieces on ") and {name[-4:] for name in files} == {".obj", ".mtl"}
    for name, data in files.items():
        if name.endswith(".obj"):
            assert f"mtllib {name[:-4]}.mtl".encode() in data and f"{name[:-4]}.mtl" in files


def test_walls_make_pieces_lighter_but_for_those_that_are_cut() -> None:
    def volumes(**fields: Any) -> dict[str, float]:
        files, _ = files_of("pentominoes-6x10", "3mf", printer="90x90x50", split=True, **fields)
        scenes = [trimesh.load_scene(BytesIO(data), file_type="3mf") for data in files.values()]
        meshes = {name: mesh for scene in scenes for name, mesh in scene.geometry.items()}
        assert all(mesh.is_watertight for mesh in meshes.values())
        return {name: mesh.volume for name, mesh in meshes.items()}

    solid, hollow, closed = volumes(), volumes(thickness=1), volumes(thickness=1, drain=0)
    assert solid.keys() == hollow.keys() == closed.keys()
    cut = {name for name in solid if " of " in name}
    assert cut and cut < solid.keys()
    for name, volume in solid.items():
        if name in cut:
            assert hollow[name] == pytest.approx(volume)
        else:
            assert hollow[name] < closed[name] < volume


def test_paper_models() -> None:
    files, summary = files_of("soma-cube", "pdf", cell=15)
    assert files["pieces.pdf"].startswith(b"%PDF") and summary.endswith("pages")


@pytest.mark.parametrize(
    ("name", "fields", "fault"),
    [
        ("soma-cube", {"printer": "20x20"}, "'20x20' is no size of a printer"),
        ("soma-cube", {"printer": "20x20x20"}, "a printer of 20 x 20 x 20 mm has no space for"),
        ("soma-cube", {"split": True}, "pieces are cut for a printer only"),
        ("soma-cube", {"gap": 9.0}, "the gap between pieces cannot be 9.0 mm"),
        ("soma-cube", {"thickness": 15.0}, "walls cannot be 15.0 mm thick"),
        ("soma-cube", {"drain": 2.0}, "holes drain hollow pieces only"),
        ("soma-cube", {"balls": True}, "balls are printed of spheres only"),
        ("tetrasticks-5x5-without-H", {}, "sticks have no width"),
    ],
)
def test_what_cannot_be_printed_is_refused(name: str, fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(UnsupportedError, match=fault):
        files_of(name, "stl", **fields)


@pytest.mark.parametrize(
    "fields", [{"cell": 0}, {"cell": "x"}, {"name": "../a"}, {"name": ""}, {"format": "exe"}]
)
def test_invalid_requests_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PrintRequest.model_validate({"puzzle": {"catalogue": "soma-cube"}, "format": "stl", **fields})
