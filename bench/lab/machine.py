"""What was measured on, and whether it was quiet meanwhile."""
import glob
import os
import platform
import re
import time

from .base import ROOT, Broken, run

NOISY = 1.03  # clock over CPU time, or an A/A ratio beyond it: other work took the processor


def read(path, default=""):
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:
        return default


def said(*command):
    try:
        return run(list(command), 20, cwd=ROOT).stdout.strip()
    except (Broken, OSError):
        return ""


def processor():
    found = re.search(r"model name\s*: (.*)", read("/proc/cpuinfo"))
    return found[1] if found else platform.machine()


def describe():
    governors = {read(path).strip() for path in glob.glob("/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")}
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"), "commit": said("git", "rev-parse", "--short=10", "HEAD") or "unknown",
        "changed": bool(said("git", "status", "--porcelain", "-uno")),
        "processor": processor(), "processors": os.cpu_count(),
        "kernel": platform.release(), "virtual": "hypervisor" in read("/proc/cpuinfo"),
        "frequency": ", ".join(sorted(governors)) or "not to be seen", "load": os.getloadavg()[0],
        "compiler": (said(*os.environ.get("CC", "gcc").split(), "--version") or "none").splitlines()[0],
        "valgrind": said("valgrind", "--version"), "bpftrace": said("bpftrace", "--version"),
        "perf": said("perf", "--version"), "root": os.geteuid() == 0,
    }


def noise(records):
    """Signs that the machine was not quiet, in words; an empty list if there are none."""
    signs = []
    pairs = [(wall, cpu) for r in records if r["kind"] == "idle" for wall, cpu in [r["best"]] if cpu]
    stolen = [wall / cpu for wall, cpu in pairs]
    if stolen and sorted(stolen)[len(stolen) * 3 // 4] > NOISY:
        signs.append("a quarter of the timed runs took %.0f %% or more longer by the clock than by CPU time"
                     % ((sorted(stolen)[len(stolen) * 3 // 4] - 1) * 100))
    loads = [r["load"] for r in records if "load" in r]
    if loads and max(loads) > (os.cpu_count() or 1):
        signs.append(f"the load rose to {max(loads):.1f} on {os.cpu_count()} processors")
    return signs
