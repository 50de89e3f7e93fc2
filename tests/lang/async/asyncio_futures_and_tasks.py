# asyncio.Future and asyncio.Task as programs see them: classes, attributes, messages, cancelling, what is refused.
import asyncio
import contextvars
import gc
import inspect

print(asyncio.Future.__module__, asyncio.Task.__module__, asyncio.Task.__mro__)
print([n for n in dir(asyncio.Task) if not n.startswith("__")])
var = contextvars.ContextVar("var", default=0)


def say(call, *args, **kwargs):
    try:
        text = repr(call(*args, **kwargs))
    except BaseException as e:
        text = f"{type(e).__module__} {type(e).__name__} {e}"
    print(text.replace(__file__, "FILE"))


for name in ("cancel", "result", "set_result", "get_stack", "print_stack", "set_name", "uncancel"):
    print(name, inspect.signature(getattr(asyncio.Task, name)))


class Alike:
    """Not a Future, but it looks like one."""
    _asyncio_future_blocking = False

    def __init__(self, loop):
        self._loop, self.callbacks = loop, []

    def get_loop(self):
        return self._loop

    def add_done_callback(self, fn, *, context):
        self.callbacks.append((fn, context))

    def result(self):
        return 5

    def cancel(self, msg=None):
        print("cancel", msg)
        return False

    def __await__(self):
        self._asyncio_future_blocking = True
        yield self
        return self.result()


class Sub(asyncio.Future):
    def cancel(self, msg=None):
        print("Sub.cancel", msg)
        return super().cancel(msg)


class Yields:
    def __init__(self, *values):
        self.values = values

    def __await__(self):
        for v in self.values:
            yield v


async def await_it(v):
    return await v


async def of_futures(loop):
    f = loop.create_future()
    print(f, f._state, f._callbacks, f._loop is loop, f._asyncio_future_blocking, f._log_traceback, f._cancel_message)
    say(f.result)
    say(f.exception)
    say(f.set_exception, 5)
    say(f.set_exception, StopIteration)
    calls = []
    for i in range(3):
        f.add_done_callback(lambda f, i=i: calls.append((i, var.get())))
    same = calls.append
    context = contextvars.copy_context()
    context.run(var.set, 7)
    f.add_done_callback(lambda f: calls.append(("context", var.get())), context=context)
    for _ in range(3):
        f.add_done_callback(same)
    print(len(f._callbacks), f.remove_done_callback(same), f.remove_done_callback(same), len(f._callbacks))
    f.set_result("r")
    say(f.set_result, 1)
    say(f.set_exception, ValueError)
    print(f.done(), f.cancelled(), f.cancel(), f.result(), f.exception(), calls)
    await asyncio.sleep(0)
    print(calls)
    f.add_done_callback(lambda f: calls.append("late"))
    await asyncio.sleep(0)
    print(calls[-1], f)
    f = loop.create_future()
    f.set_exception(ValueError)
    print(f._log_traceback, repr(f.exception()), f._log_traceback)
    say(f.result)
    say(lambda: setattr(f, "_log_traceback", True))
    f = loop.create_future()
    f.cancel("why")
    say(f.result)
    print(f, f.cancelled(), f._cancel_message, repr(f._make_cancelled_error()))
    say(asyncio.Future, 1)
    say(asyncio.Future, loop=5)
    it = iter(loop.create_future())
    print(next(it)._asyncio_future_blocking)
    say(next, it)
    it = iter(f)
    say(it.throw, KeyError("k"))
    say(next, it, "end")
    it = loop.create_future().__await__()
    say(it.close)
    say(asyncio.Future[int])


async def of_tasks(loop):
    say(asyncio.Task, 5, loop=loop)
    t = asyncio.create_task(await_it(asyncio.sleep(0, "slept")), name="named")
    print(t.get_name(), t.get_coro().__name__, t.done(), t._must_cancel, t._fut_waiter, t in asyncio.all_tasks())
    print(await t, t.done())
    say(lambda: t)
    t.set_name(5)
    print(t.get_name() == "5", t.cancelling())
    say(t.set_result, 1)
    say(t.set_exception, ValueError())
    for value in (5, Yields(5), Yields(loop.create_future()), Yields((i for i in ())), Yields(None, None), Alike(None),
                  asyncio.get_event_loop_policy().new_event_loop().create_future()):
        t = asyncio.create_task(await_it(value))
        try:
            print(await t)
        except BaseException as e:
            print(type(e).__name__, str(e).split(" at 0x")[0][:60])
        if isinstance(value, asyncio.Future):
            value.get_loop().close()
    alike = Alike(loop)
    t = asyncio.create_task(await_it(alike))
    await asyncio.sleep(0)
    print(t._fut_waiter is alike, len(alike.callbacks), alike._asyncio_future_blocking)
    t.cancel("of it")
    print(t.cancelling(), t._must_cancel)
    loop.call_soon(*alike.callbacks[0][:1], alike)
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args)
    sub = Sub()
    t = asyncio.create_task(await_it(sub))
    await asyncio.sleep(0)
    print(t.cancel("message"), sub.cancelled(), t.uncancel(), t.uncancel())
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args, t.cancelled())
    t = asyncio.create_task(await_it("never"))
    t.cancel("before it began")
    print([type(r).__name__ for r in await asyncio.gather(t, return_exceptions=True)])
    itself = []

    async def awaits_itself():
        await itself[0]

    itself.append(asyncio.create_task(awaits_itself()))
    try:
        await itself[0]
    except RuntimeError as e:
        print(str(e)[:32])
    say(asyncio.tasks._enter_task, loop, "other")
    say(asyncio.tasks._leave_task, loop, "other")
    say(asyncio.tasks._leave_task, "loop", "other")


async def of_contexts(loop):
    context = contextvars.copy_context()
    context.run(var.set, 3)

    async def change():
        before = var.get()
        var.set(before + 1)
        await asyncio.sleep(0)
        return before, var.get()

    print(await asyncio.create_task(change()), await asyncio.create_task(change(), context=context), var.get(),
          context[var])


async def of_groups():
    async def fails(text):
        await asyncio.sleep(0)
        raise ValueError(text)

    async def waits():
        try:
            await asyncio.sleep(10)
        finally:
            print("waits no more")

    try:
        async with asyncio.timeout(0.01):
            await waits()
    except TimeoutError as e:
        print("timeout", e)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(waits())
            group.create_task(fails("in the group"))
    except* ValueError as e:
        print(e.exceptions)
    print(await asyncio.gather(fails("a"), asyncio.sleep(0, 5), return_exceptions=True))
    print(await asyncio.wait_for(asyncio.shield(asyncio.sleep(0, "shielded")), 5))


async def forgotten(loop):
    seen = []
    loop.set_exception_handler(lambda loop, context: seen.append(sorted((k, str(v)[:30].split(" at ")[0]) for k, v in context.items() if k != "source_traceback")))
    f = loop.create_future()
    f.set_exception(ValueError("lost"))
    del f
    coro = await_it(loop.create_future())
    t = asyncio.Task(coro, loop=loop)
    await asyncio.sleep(0)
    del t, coro
    gc.collect()
    print(seen)


async def main():
    loop = asyncio.get_running_loop()
    print(asyncio.get_event_loop() is loop, asyncio._get_running_loop() is loop)
    await of_futures(loop)
    await of_tasks(loop)
    await of_contexts(loop)
    await of_groups()
    await forgotten(loop)


asyncio.run(main())
say(asyncio.get_running_loop)
print(asyncio._get_running_loop())


async def leaves():
    raise SystemExit(3)


try:
    asyncio.run(leaves())
except SystemExit as e:
    print("left", e.code)
