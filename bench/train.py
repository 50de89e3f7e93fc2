"""Runs 20 programs of bench/programs, each a tenth of its size, twice: what `make pgo` learns from. The others are
left for a judgement of what came of it.

    /usr/bin/python3.11 bench/train.py BINARY
"""
import argparse
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = """arguments b_tree cipher_blocks cyclic_graphs decimal_pi digits_of_pi generator_trees html_pages lisp
    markdown_pages numeric_kernels parser_generator pretty_print ray_tracer regex_logs socket_echo statistics_of_tables
    template_engine tokenize_source unparse_trees""".split()
RUN = """
import sys
names = {}
with open(sys.argv[1]) as f:
    exec(compile(f.read(), sys.argv[1], "exec"), names)
size = max(1, names["N"] // 10) if names["N"] > 20 else 1
for _ in range(2):
    names["run"](size)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("binary", help="a minipy that was built with counters")
    binary = os.path.abspath(parser.parse_args().binary)
    for name in PROGRAMS:
        path = os.path.join(HERE, "programs", name + ".py")
        subprocess.run([binary, "-c", RUN, path], check=True, timeout=300, env={**os.environ, "PYTHONHASHSEED": "0"})


if __name__ == "__main__":
    main()
