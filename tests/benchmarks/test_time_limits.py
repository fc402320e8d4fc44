"""The table of delays after time limits has every command that has one."""

from __future__ import annotations

import pytest

import time_limits
from support.cli import run


def test_each_command_with_a_time_limit_is_measured() -> None:
    named = {*time_limits.CASES, *time_limits.WITHOUT_CASES}
    assert named == set(time_limits.timed_commands())
    assert not time_limits.CASES.keys() & time_limits.WITHOUT_CASES.keys()


@pytest.mark.parametrize("command", time_limits.CASES)
def test_the_options_of_what_is_measured_exist(command: str) -> None:
    text = run(*command.split(), "--help").stdout
    for rest in time_limits.CASES[command]:
        for word in rest.split():
            assert not word.startswith("-") or word in text, rest


def test_a_command_that_only_waits_is_late_and_not_busy() -> None:
    waiting = time_limits.Delay(2.0, 0.1, 3)
    assert waiting.is_late and not waiting.is_busy
    assert waiting.text == "**2.00 s** (0.10 s)"
    assert time_limits.Delay(0.4, 0.4, 3).text == "0.40 s"
    assert time_limits.Delay(30.0, 0.0, None).is_busy
    refused = time_limits.Delay(-0.8, 0.0, 2)
    assert refused.is_late and refused.text == "**refused**"
