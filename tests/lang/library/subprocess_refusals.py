# What os.setgroups() and extra_groups refuse before the kernel is asked, whose error a child reports, and
# that a preexec_fn runs without the collector.
import _posixsubprocess
import gc
import os
import subprocess
import sys


def tell(label, f, *args, **keywords):
    try:
        print(label, f(*args, **keywords))
    except Exception as e:
        print(label, type(e).__name__, e, getattr(e, "filename", None))


for groups in range(70000), [0] * 65537, 5, ["x"], [2**40], [1.5], "ab", {1: 2}, {1}, b"":
    if groups != b"":
        tell("setgroups", os.setgroups, groups)

r, w = os.pipe()
for groups in (), [1.5], [0] * 70000, [-5], 5, ["a"]:
    tell("fork_exec", _posixsubprocess.fork_exec, [b"x"], [b"/bin/true"], True, (w,), None, None, -1, -1, -1, -1,
         -1, -1, -1, w, False, False, -1, None, groups, None, -1, None, True)

for more in {"cwd": "/nowhere"}, {"process_group": 99999999}, {"cwd": "/", "process_group": 99999999}, \
        {"preexec_fn": lambda: 1 / 0}, {"preexec_fn": lambda: os.close(999)}:
    tell("run", subprocess.run, ["/bin/true"], **more)
tell("run", subprocess.run, ["/nowhere/at/all"])
tell("run", subprocess.run, ["/nowhere/at/all"], cwd="/")


def collects_in_the_child():
    os.write(1, b"collects: %r\n" % gc.isenabled())


sys.stdout.flush()
subprocess.run(["/bin/true"], preexec_fn=collects_in_the_child)
print("collects:", gc.isenabled())
