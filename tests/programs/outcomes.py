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
status = pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", "--continue-on-collection-errors", *sys.argv[1:]], plugins=[outcomes])
with open("outcomes.txt", "w", encoding="utf-8", errors="backslashreplace") as file:
    for test, outcome in outcomes.worst.items():
        file.write(f"{outcome} {test!r}\n")
sys.exit(status)
