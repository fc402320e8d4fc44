"""The catalogue: its list, and a picture of each puzzle. Both never change while the server runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from tilewright.web.models.puzzles import CatalogueEntry
from tilewright.web.state import house_of
from tilewright.web.worker_pool import Refused

router = APIRouter(tags=["catalogue"])

Name = Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9-]+$")]
DAY = {"cache-control": "private, max-age=86400"}


@router.get("/catalogue", response_model=list[CatalogueEntry], operation_id="listCatalogue")
async def listing(request: Request) -> Any:
    """All puzzles that come along, with what is known of them."""
    return await house_of(request).kept("entries", {})


@router.get(
    "/catalogue/{name}/picture",
    operation_id="picturePuzzle",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {}}, "description": "The board and its pieces."},
    },
)
async def picture(name: Name, request: Request) -> Response:
    """A picture of a puzzle, as SVG."""
    house = house_of(request)
    if name not in {one["name"] for one in await house.kept("entries", {})}:
        raise Refused({"message": f"the catalogue has no puzzle named {name!r}"}, 404)
    drawn = await house.kept("picture", {"name": name})
    return Response(drawn, media_type="image/svg+xml", headers=DAY)
