# What listens from the first line on hears that the program's folder is listed, when something is first looked for there.
import sys

told = []
sys.path[1:1] = ["/nowhere/at/all"]
sys.addaudithook(lambda event, args: told.append(args[0]) if event == "os.listdir" else None)
for name in "nothing_there", "nothing_there_either":
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        print(e)
    print([path == sys.path[0] for path in told])
sys.path.insert(0, sys.path[0] + "/support")
try:
    import nothing_at_all
except ModuleNotFoundError as e:
    print(e)
