# Tasks and futures stepped without a loop that runs: what a coroutine may yield, cancelling, what is refused.
import asyncio
import contextvars
import gc
import io
from asyncio import CancelledError, Future, InvalidStateError, Task

gc.disable()  # when it would find dead tasks depends on what imports left


class Loop:
    """Remembers what is to be called."""

    def __init__(self):
        self.calls, self.said = [], []

    def call_soon(self, f, *args, context=None):
        self.calls.append((f, args, context))

    def get_debug(self):
        return False

    def call_exception_handler(self, context):
        self.said.append(sorted(context))

    def run(self):
        while self.calls:
            f, args, context = self.calls.pop(0)
            context.run(f, *args) if context else f(*args)


def attempt(f, *args, **keywords):
    try:
        return f(*args, **keywords)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


def state(f):
    return f.done(), f.cancelled(), attempt(f.result), attempt(f.exception)


class Yields:
    def __init__(self, *values):
        self.values = iter(values)

    def __await__(self):
        return (yield from self.values)


async def wait(x):
    return await x


def make(coro, **keywords):
    loop = Loop()
    return loop, Task(coro, loop=loop, **keywords)


print("-- what is yielded")
for value in None, 5, "x", [], Future(loop=Loop()):
    loop, task = make(wait(Yields(value)))
    loop.run()
    print(type(value).__name__, str(state(task)).split(" at 0x")[0].replace("name='Task-", "")[:70])
loop, task = make(wait(None))
loop.run()
print(state(task))


class Own:
    """A future of another's."""

    def __init__(self, loop, blocking=True, answer=True):
        self._asyncio_future_blocking, self.loop, self.answer, self.callbacks = blocking, loop, answer, []

    def __await__(self):
        return (yield self)

    def get_loop(self):
        return self.loop

    def add_done_callback(self, f, *, context=None):
        self.callbacks.append(f)

    def cancel(self, msg=None):
        print("cancel", msg)
        return self.answer

    def result(self):
        return "own"


for blocking, answer in (True, True), (True, False), (False, True), (None, True):
    loop = Loop()
    own = Own(loop, blocking, answer)
    task = Task(wait(own), loop=loop)
    loop.run()
    print(blocking, task.done(), own._asyncio_future_blocking, len(own.callbacks), task.cancel("why"), task.cancelling(), task.uncancel(), task.uncancel())
    for f in own.callbacks:
        attempt(f, own), loop.run()
    print(str(state(task)).split("<")[0])
other = Own(Loop())
loop, task = make(wait(other))
loop.run()
print(str(state(task))[:60])


async def itself():
    await task

loop = Loop()
task = Task(itself(), loop=loop)
loop.run()
print(str(state(task))[:50])

print("-- cancelling")


async def stubborn(*answers):
    for answer in answers:
        try:
            await asyncio.sleep(0)
        except CancelledError as e:
            print("cancelled with", e.args)
            if answer == "raise":
                raise
            if answer == "other":
                raise KeyError(answer)
    return "through"

for answers in ("raise",), ("go on", "raise"), ("other",), ("go on",):
    for steps in 0, 1, 2:
        loop, task = make(stubborn(*answers))
        for _ in range(steps):
            f, args, context = loop.calls.pop(0)
            context.run(f, *args)
        print(answers, steps, task.cancel("m"), task.cancel(), task.cancelling())
        loop.run()
        print(state(task), task.cancel())
task._must_cancel
print(task._log_destroy_pending, attempt(setattr, task, "_log_destroy_pending", False), attempt(delattr, task, "_log_destroy_pending"), task._log_destroy_pending)
print(repr(attempt(task._make_cancelled_error)), attempt(task.set_result, 1), attempt(task.set_exception, KeyError()))


async def exits(e):
    raise e

for e in KeyError("k"), SystemExit(3), KeyboardInterrupt("i"), StopIteration(5), CancelledError("c"), GeneratorExit():
    loop, task = make(exits(e))
    print(repr(e), attempt(loop.run), state(task))

print("-- stacks and names")
loop, task = make(stubborn("raise"), name=5)
print(task.get_name(), task.set_name(["n"]), task.get_name(), task.get_coro().__name__)
print([f.f_code.co_name for f in task.get_stack()], task.get_stack(limit=0), attempt(task.get_stack, limit="x"))
out = io.StringIO()
print(task.print_stack(file=out), len(out.getvalue()) > 20, attempt(task.print_stack, 1, 2, 3))
task.cancel()
loop.run()
print(task.get_stack(), repr(task).split(" coro")[0])
variable = contextvars.ContextVar("v", default="outside")


async def look():
    return variable.get()

context = contextvars.copy_context()
context.run(variable.set, "inside")
for keywords in {}, {"context": context}, {"context": None}:
    loop, task = make(look(), **keywords)
    loop.run()
    print(state(task))
print(attempt(Task, 5, loop=Loop()), attempt(Task), str(attempt(lambda: Task(look))).split(" at ")[0])
wakeless = Task.__new__(Task)
for name in "result", "exception", "cancel", "done", "cancelled", "get_loop", "add_done_callback", "cancelling":
    print(name, str(attempt(getattr(wakeless, name), *[print] * (name == "add_done_callback"))).split(" at 0x")[0])

print("-- futures")
f = Future(loop=Loop())
seen = []
for i in range(3):
    f.add_done_callback(lambda f, i=i: seen.append(i))
same = seen.append
f.add_done_callback(same), f.add_done_callback(same)
print(f.remove_done_callback(same), f.remove_done_callback(print), attempt(f.result), attempt(f.exception), f._callbacks and len(f._callbacks))
print(attempt(f.set_exception, 5), attempt(f.set_exception, StopIteration), attempt(f.set_exception, StopIteration(1)))
print(f.set_result("r"), attempt(f.set_result, 1), attempt(f.set_exception, KeyError()), f.cancel(), f._loop.run(), seen, state(f))
f.add_done_callback(lambda f: seen.append("late")), f._loop.run()
print(seen[-1], f.get_loop() is f._loop, attempt(setattr, f, "_loop", 5), f._state, f._source_traceback, f._cancel_message)
f = Future(loop=Loop())
print(f.set_exception(KeyError), attempt(f.result), f._exception, f._log_traceback, attempt(setattr, f, "_log_traceback", True), setattr(f, "_log_traceback", False))
f = Future(loop=Loop())
it = iter(f)
print(next(it) is f, f._asyncio_future_blocking, attempt(it.send, None), attempt(it.throw, ValueError("v")), attempt(it.close))
f = Future(loop=Loop())
f.set_result(8)
print(attempt(next, iter(f)), attempt(iter(f).throw, KeyError), attempt(iter(f).throw, 5), attempt(iter(f).throw, KeyError, "x", 5), attempt(iter(f).throw, KeyError("x"), 5))
print(f.cancel("late"), Future(loop=Loop()).cancel("early"), attempt(Future, 5), repr(attempt(lambda: Future(loop=5)))[:40])
uninitialised = Future.__new__(Future)
for name in "result", "exception", "cancel", "done", "cancelled", "get_loop", "set_result", "add_done_callback", "remove_done_callback":
    print(name, attempt(getattr(uninitialised, name), *[print] * (name in ("set_result", "add_done_callback", "remove_done_callback"))))
print(attempt(repr, uninitialised))
