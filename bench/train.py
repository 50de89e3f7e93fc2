"""What `make OPTIMIZED=1` lays the command out by: run by a minipy that counts what is executed.

    TRAINED_MINIPY bench/train.py

Every second workload of bench/workloads and bench/programs, three runs of each: those that are left out may judge what it brought.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "lab")]
import inside  # noqa: E402

RUNS = 3


def workloads():
    """Paths of those that train: the second, the fourth... of each folder in alphabetical order."""
    for folder in ("workloads", "programs"):
        there = os.path.join(HERE, folder)
        for name in sorted(n for n in os.listdir(there) if n.endswith(".py"))[1::2]:
            yield os.path.join(there, name)


def main():
    for path in workloads():
        run, size = inside.load_workload(path)
        for _ in range(RUNS):
            run(size)


if __name__ == "__main__":
    main()
