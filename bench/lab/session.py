"""The folder of a run: raw data, one JSON record a line, written as soon as it is known; the log; progress.

What stands in raw.jsonl is not measured again, so a run that was interrupted goes on where it was.
"""
import errno
import json
import os
import sys
import time

from . import machine
from .base import BENCH, Broken

RESULTS = os.path.join(BENCH, "results")


def load(folder):
    """(machine, records) of a folder; a last line that was cut off does not count."""
    try:
        with open(os.path.join(folder, "machine.json")) as file:
            about = json.load(file)
        with open(os.path.join(folder, "raw.jsonl")) as file:
            lines = file.read().split("\n")
    except (OSError, ValueError) as problem:
        raise Broken(f"{folder} is no folder of results: {problem}")
    return about, [json.loads(line) for line in lines[:-1] if line.endswith("}")]


def latest():
    folders = sorted(os.path.join(RESULTS, name) for name in os.listdir(RESULTS)) if os.path.isdir(RESULTS) else []
    folders = [f for f in folders if os.path.exists(os.path.join(f, "raw.jsonl"))]
    if not folders:
        raise Broken("there are no results yet: make bench")
    return folders[-1]


def new_folder():
    about = machine.describe()
    name = time.strftime("%Y-%m-%d-%H%M%S") + "-" + about["commit"]
    for turn in range(100):
        folder = os.path.join(RESULTS, name + (f"-{turn}" if turn else ""))
        try:
            os.makedirs(folder)
            break
        except FileExistsError:
            pass
    with open(os.path.join(folder, "machine.json"), "w") as file:
        json.dump(about, file, indent=1)
    open(os.path.join(folder, "raw.jsonl"), "a").close()
    return folder


class Session:
    def __init__(self, folder):
        self.folder = folder
        self.about, self.records = load(folder)
        self.done = {json.dumps(r["job"]) for r in self.records}
        self.raw = open(os.path.join(folder, "raw.jsonl"), "r+" if self.records else "a")
        self.cut_rest()
        self.log_file = open(os.path.join(folder, "log.txt"), "a")
        self.started, self.total, self.gone = time.monotonic(), 0.0, 0.0

    def cut_rest(self):
        """Takes away a line that was not finished."""
        if not self.records:
            return
        text = self.raw.read()
        self.raw.seek(len(text[:text.rfind("\n") + 1].encode()))
        self.raw.truncate()

    def has(self, job):
        return json.dumps(job) in self.done

    def add(self, job, record):
        record = {"job": list(job), "kind": job[0], **record}
        try:
            self.raw.write(json.dumps(record) + "\n")
            self.raw.flush()
        except OSError as problem:
            if problem.errno != errno.ENOSPC:
                raise
            raise Broken(f"no space left for {self.folder}: what was measured until now is kept; make room, then "
                         f"make bench RESUME={os.path.relpath(self.folder)}")
        self.records.append(record)
        self.done.add(json.dumps(job))

    def log(self, text):
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
        print(time.strftime("%H:%M:%S"), text, file=self.log_file, flush=True)

    def expect(self, seconds):
        """So much work lies ahead, by estimate."""
        self.started, self.total, self.gone = time.monotonic(), seconds, 0.0

    def progress(self, seconds, text):
        """Work of so many estimated seconds is done; now comes `text`."""
        self.gone += seconds
        part = min(1.0, self.gone / self.total) if self.total else 1.0
        elapsed = time.monotonic() - self.started
        left = elapsed / part - elapsed if part > 0.02 else self.total
        line = f"[{'#' * int(part * 20):20}] {part * 100:3.0f} %  {left // 60:.0f}:{left % 60:02.0f} left  {text}"
        if sys.stderr.isatty():
            print("\r\x1b[K" + line[:110], end="", file=sys.stderr, flush=True)
        print(time.strftime("%H:%M:%S"), line, file=self.log_file, flush=True)

    def close(self):
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
        self.raw.close()
        self.log_file.close()
