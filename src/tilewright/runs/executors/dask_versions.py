"""Whether all of a Dask cluster has the same Python and Dask as this process."""

from __future__ import annotations

from typing import Any

from distributed import Client

from tilewright.errors import RunError

ALIKE = ("dask", "distributed")
TOLD = 3  # members that are named in a message


def misfit(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What a member of a cluster has different, as words; empty when it fits.

    Both are what Dask tells of versions. Functions are sent as bytecode, so the Python must be the same up
    to the minor version; Dask's own messages change from version to version.
    """
    mine, other = _python(ours), _python(theirs)
    different = [f"Python {other} instead of {mine}"] if mine != other else []
    for package in ALIKE:
        here, there = ours["packages"].get(package), theirs["packages"].get(package)
        if here != there:
            different.append(f"{package} {there} instead of {here}")
    return " and ".join(different)


def _python(versions: dict[str, Any]) -> str:
    return ".".join(versions["host"]["python"].split(".")[:2])


async def check_versions(client: Client) -> None:
    """RunError when the scheduler or a worker has another Python or Dask than this process."""
    versions = await client.get_versions()
    members = {"the scheduler": versions["scheduler"]}
    members |= {f"the worker at {address}": found for address, found in versions["workers"].items()}
    wrong = []
    for who, found in members.items():
        what = misfit(versions["client"], found)
        if what:
            wrong.append(f"{who} has {what}")
    if wrong:
        more = [f"and {len(wrong) - TOLD} more"] if len(wrong) > TOLD else []
        raise RunError(
            "all of a cluster must have the same Python and Dask: " + "; ".join(wrong[:TOLD] + more)
        )
