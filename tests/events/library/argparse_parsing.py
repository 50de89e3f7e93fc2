import argparse
parser = argparse.ArgumentParser(prog="tool", description="A tool with options.", epilog="The end.")
parser.add_argument("files", nargs="*", help="the files")
parser.add_argument("-n", "--number", type=int, default=3, metavar="N", help="a number (default %(default)s)")
parser.add_argument("--kind", choices=["one", "two"])
group = parser.add_mutually_exclusive_group()
group.add_argument("-q", action="store_true")
group.add_argument("-v", action="count", default=0)
for line in ["a b -n 4", "--kind two -vv x", "--num=7", "-q -v", "--kind three", "--unknown", "-n x", "-h", ""]:
    try:
        print(parser.parse_args(line.split()))
    except SystemExit as end:
        print("exit", end.code)
sub = argparse.ArgumentParser(prog="main")
commands = sub.add_subparsers(dest="command", required=True)
add = commands.add_parser("add", aliases=["a"])
add.add_argument("item")
print(sub.parse_args(["add", "thing"]), sub.parse_known_args(["a", "thing", "--more"]))
print(parser.format_usage())
