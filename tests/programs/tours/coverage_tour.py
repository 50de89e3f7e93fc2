"""What ran and what did not: of a program with threads and branches, by the tracer in Python in both; reports as text, JSON, XML, annotations."""
import subprocess
import sys

open("prog.py", "w").write("""import threading
def f(n):
    if n > 1:
        return "more"
    elif n < 0:  # pragma: no cover
        return "less"
    for i in range(n):
        pass
    else:
        n += 1
    try:
        1 / 0
    except ZeroDivisionError:
        n = [x for x in range(3) if x]
    while True:
        break
    return n
t = threading.Thread(target=f, args=(1,))
t.start(); t.join()
f(5)
def never():
    yield 1
""")
for command in (["run", "--branch", "--timid", "prog.py"], ["report", "-m"], ["annotate"], ["json", "--pretty-print"], ["xml"], ["debug", "config"], ["lcov"]):
    done = subprocess.run([sys.executable, "-m", "coverage", *command], capture_output=True, text=True)
    text = done.stdout if command[0] != "debug" else "\n".join(line for line in done.stdout.splitlines() if "branch" in line)
    print(command, done.returncode, text, done.stderr if command[0] != "debug" else "")
import json
data = json.load(open("coverage.json"))
print(data["totals"], data["files"]["prog.py"]["missing_branches"], open("prog.py,cover").read(), open("coverage.lcov").read())
import os
for name in (".coverage", "coverage.json", "coverage.xml"):
    os.remove(name)
