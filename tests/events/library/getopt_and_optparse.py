import getopt, optparse, sys
print(getopt.getopt(["-a", "-b", "x", "--long=3", "rest", "-c"], "ab:", ["long=", "other"]))
print(getopt.gnu_getopt(["rest", "-a", "--oth"], "ab:", ["long=", "other"]))
for bad in ["-x"], ["-b"], ["--nope"], ["--other=1"]:
    try:
        getopt.getopt(bad, "ab:", ["long=", "other"])
    except getopt.GetoptError as error:
        print(error)
parser = optparse.OptionParser("usage: %prog [options]", version="1", prog="tool")
parser.add_option("-f", "--file", dest="file", help="a FILE", metavar="FILE", default="d")
parser.add_option("-n", type="int", action="append")
parser.add_option("-v", action="count")
parser.add_option("--cb", action="callback", callback=lambda o, opt, value, p: print("called", opt))
group = optparse.OptionGroup(parser, "More")
group.add_option("-c", choices=["x", "y"], type="choice")
parser.add_option_group(group)
sys.stderr = sys.stdout
for line in "-f a -n 1 -n 2 b", "-vv --cb", "-n x", "-c z", "--zzz", "-h", "--version":
    try:
        print(parser.parse_args(line.split()))
    except SystemExit as end:
        print("exit", end.code)
