"""Which packages each target of the Makefile installs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import set_up

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]


def names(requirements: list[str]) -> set[str]:
    """The names of the packages."""
    return {re.split(r"[<>=\[ ]", requirement)[0] for requirement in requirements}


def test_a_demo_needs_no_package_of_the_tests() -> None:
    needed = names(set_up.requirements())
    assert names(PROJECT["dependencies"]) <= needed
    assert names(SETTINGS["build-system"]["requires"]) <= needed
    optional = {name for extra in PROJECT["optional-dependencies"].values() for name in names(extra)}
    assert not needed & optional


def test_an_extra_includes_the_extras_that_it_names() -> None:
    extras = {"web": ["fastapi>=0.1"], "test": ["tilewright[web]", "pytest"], "dev": ["tilewright[test,web]"]}
    assert set_up.packages_of_extra("dev", extras) == ["fastapi>=0.1", "pytest", "fastapi>=0.1"]


def test_no_package_has_an_upper_bound_but_tools_that_must_be_one_version() -> None:
    """Other versions of clang format otherwise, and other ones of Playwright do not drive Firefox."""
    everything = [*SETTINGS["build-system"]["requires"], *PROJECT["dependencies"]]
    everything += [package for extra in PROJECT["optional-dependencies"].values() for package in extra]
    bounded = names([package for package in everything if re.search(r"<|==|~=", package)])
    assert bounded == {"clang-format", "clang-tidy", "playwright"}


def test_what_pip_prints_is_shown_when_it_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho no matching distribution\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(set_up, "PYTHON", python)
    with pytest.raises(set_up.SetUpError, match="no matching distribution"):
        set_up.pip("install", "nothing")


def test_pip_is_silent_when_it_succeeds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho WARNING: a location is ignored >&2\n")
    python.chmod(0o755)
    monkeypatch.setattr(set_up, "PYTHON", python)
    set_up.pip("install", "something")
    assert capfd.readouterr() == ("", "")
