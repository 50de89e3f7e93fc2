"""The keyword arguments of posix_spawn: what each takes, what each refuses."""
import posix

LOW = posix.sched_param(0)
VALUES = (None, 2**70, 2**40, "x", 1.5, (1,), (1, 2), (1, (1,)), ((), ()), [2**70], (0, LOW), (None, LOW), (0, [0]))
for name in "resetids", "setsid", "setpgroup", "setsigmask", "setsigdef", "scheduler":
    for value in VALUES:
        if name == "setpgroup" and value == 2**40:
            continue
        try:
            pid = posix.posix_spawn("/bin/true", ["true"], {}, **{name: value})
            print(name, value, posix.waitpid(pid, 0)[1])
        except Exception as e:
            print(name, value, f"{type(e).__name__}: {e}")
