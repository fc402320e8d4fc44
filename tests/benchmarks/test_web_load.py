from __future__ import annotations

import web_load


def test_requests_and_streams_at_once_leave_the_server_answering() -> None:
    found = web_load.measure(requests=300, streams=20, connections=10)
    assert found.tally.statuses.keys() <= web_load.EXPECTED
    assert found.tally.statuses[200] > 100
    assert found.tally.streams == 20
    assert found.tally.events >= 20
    assert found.files[1] <= found.files[0] + 8, "open files were left over"
    assert found.processes[1] <= 4
    assert found.left == 0
    assert "300 in" in web_load.report(found)
