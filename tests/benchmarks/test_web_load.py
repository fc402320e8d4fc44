from __future__ import annotations

import web_load


def test_requests_and_streams_at_once_leave_the_server_answering() -> None:
    measured = web_load.measure(requests=300, streams=20, connections=10)
    assert measured.tally.statuses.keys() <= web_load.EXPECTED
    assert measured.tally.statuses[200] > 100
    assert measured.tally.streams == 20
    assert measured.tally.events >= 20
    assert measured.files[1] <= measured.files[0] + 8, "open files were left over"
    assert measured.processes[1] <= 4
    assert measured.left == 0
    assert "300 in" in web_load.report(measured)
