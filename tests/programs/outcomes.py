"""Runs a test suite under pytest and writes each test's outcome into outcomes.txt: `outcomes.py [pytest's arguments]`."""
import sys

import pytest


class Outcomes:
    """One line for each test: its worst outcome of set-up, body and tear-down."""

    ORDER = "skipped", "passed", "failed"

    def __init__(self):
        self.worst = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            known = self.worst.get(report.nodeid, report.outcome)
            self.worst[report.nodeid] = max(known, report.outcome, key=self.ORDER.index)

    def pytest_collectreport(self, report):
        if report.failed:
            self.worst[report.nodeid] = "failed"


outcomes = Outcomes()
# Plugins of other packages of the list: one sees to it that nothing is collected, the other takes an option's name.
INTRUDERS = "nose_of_yeti", "repeat"
without = [word for plugin in ("cacheprovider", *INTRUDERS) for word in ("-p", f"no:{plugin}")]
status = pytest.main(["-q", "--no-header", *without, "--continue-on-collection-errors", *sys.argv[1:]], plugins=[outcomes])
with open("outcomes.txt", "w", encoding="utf-8", errors="backslashreplace") as file:
    for test, outcome in outcomes.worst.items():
        file.write(f"{outcome} {test!r}\n")
sys.exit(status)
