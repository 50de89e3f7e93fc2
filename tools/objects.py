"""Where `make` puts the object of a source: those of the Makefile's SITED are made for each design of probes, in
a folder of its own, all others are shared by the designs."""
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def sited():
    """The sources that are made for each design, without .c."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        return set(re.search(r"^SITED := ((?:.*\\\n)*.*)", file.read(), re.M)[1].replace("\\\n", " ").split())


def object_of(folder, source, design="gate", nop=5):
    """The object of vm/eval/eval.c, say, in the folder that is the Makefile's BUILD."""
    name = source.removesuffix(".c")
    short = "-nop1" if nop == 1 and name == "probes/sites" else ""
    return os.path.join(folder, design if name in sited() else "", name + short + ".o")
