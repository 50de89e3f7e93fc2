"""minipy-spy dump: the stacks of all threads, once."""
from . import names, sampling


def thread_line(thread, state):
    number = f"thread {thread.tid}" if thread.tid else f"thread #{thread.serial} of the vm"
    name = f' "{thread.name}"' if thread.name else ""
    return f"{number}{name}: {state}"


def frame_lines(spy, frame, with_locals):
    line = frame.line if frame.line >= 0 else "?"
    yield f"  {frame.code.filename}:{line} {frame.code.qualname}"
    if with_locals:
        for name, text in spy.locals(frame):
            yield f"      {name} = {text}"


def thread_lines(spy, thread, state, with_locals):
    """One thread. The newest frame comes first."""
    yield thread_line(thread, state)
    for frame in thread.frames:
        yield from frame_lines(spy, frame, with_locals)
    if not thread.frames:
        yield "  (no Python frame)"
    if thread.torn:
        yield "  ... (it went on while it was read: try again, or --stop)"


def vm_lines(spy, threads, states, with_locals, several):
    """All threads, under the vm that they are in where there are several."""
    names.name_threads(spy, threads)
    vm = None
    for thread in threads:
        if several and thread.vm != vm:
            vm = thread.vm
            yield f"vm at {vm:#x}"
        state = "idle" if names.is_idle(states, thread) else "running"
        yield from thread_lines(spy, thread, state, with_locals)


def lines(process, spy, with_locals=False, stop=False):
    """The text of a dump, line by line."""
    found = [f"process {process.pid}: {process.command_line()}"]
    vms = spy.vms()
    sampling.look(process, spy, stop, lambda threads, states: found.extend(
        vm_lines(spy, threads, states, with_locals, len(vms) > 1)))
    if not vms:
        found.append("no vm: it has not begun, or has ended")
    return found
