"""A command line described and taken apart by argparse, and its help."""
import argparse

N = 35


def make():
    parser = argparse.ArgumentParser(prog="tool", description="A tool of many options.")
    parser.add_argument("-v", "--verbose", action="count", default=0)
    parser.add_argument("--level", type=int, choices=range(5), default=1, help="how much")
    parser.add_argument("--name", default="none", metavar="TEXT", help="what it is called")
    commands = parser.add_subparsers(dest="command")
    add = commands.add_parser("add", help="adds files")
    add.add_argument("files", nargs="+")
    add.add_argument("--force", action="store_true")
    return parser


def run(n):
    total = 0
    for _ in range(n):
        parser = make()
        got = parser.parse_args(["-vv", "--level", "3", "--name=x", "add", "--force", "a", "b", "c"])
        total += got.verbose + got.level + len(got.files)
    return total
