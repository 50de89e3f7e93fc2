"""The vms of a process, their threads, and their frames, read while they run.

Nothing stands still meanwhile, so whatever is read is checked: a frame lies right behind its
locals, callers lie below callees, code is code, instructions lie in their code, no list
is longer than it can be. What does not hold is Torn, and read again.
"""
import bisect
import struct

from .errors import BadRead, Torn
from .values import Values

TRIES = 20
THREADS_MOST = 1 << 15
FRAMES_MOST = 1 << 20
WINDOW_FIRST = 1 << 12  # bytes of a frame stack that are read at once
WINDOW_MOST = 1 << 18
CODE_MOST = 1 << 22     # of instructions or runs


class Code:
    """What a frame needs of its code. `data` is the struct as it was read."""

    def __init__(self, spy, address, data):
        t, values = spy.table, spy.values
        u64, u32, i32 = spy.fields(data)
        if data[t.object_kind] != t.kind_code:
            raise Torn("no code")
        self.address = address
        self.nlocalsplus, self.firstlineno = i32(t.code_nlocalsplus), i32(t.code_firstlineno)
        self.nfree = i32(t.code_nfree)
        self.flags = u32(t.code_flags)
        self.instrs, self.ninstrs = u64(t.code_instrs), u32(t.code_ninstrs)
        nruns = u32(t.code_nruns)
        if not 0 <= self.nlocalsplus < 1 << 20 or not 0 < self.ninstrs < CODE_MOST or nruns > CODE_MOST:
            raise Torn("no code")
        self.filename = values.name(u64(t.code_filename))
        self.name = values.name(u64(t.code_name))
        self.qualname = values.name(u64(t.code_qualname))
        self.names, self.kinds = u64(t.code_localsplusnames), u64(t.code_localspluskinds)
        self.read_runs(spy, u64(t.code_runs), nruns)
        self.ops = spy.memory.read(self.instrs, 4 * self.ninstrs)[::4]

    def read_runs(self, spy, address, count):
        t = spy.table
        data = spy.memory.read(address, count * t.sizeof_run) if count else b""
        starts = range(0, len(data), t.sizeof_run)
        self.starts = [struct.unpack_from("<I", data, at + t.run_start)[0] for at in starts]
        self.lines = [struct.unpack_from("<i", data, at + t.run_line)[0] for at in starts]

    def line(self, unit):
        """The line of an instruction; -1: none."""
        at = bisect.bisect_right(self.starts, 2 * unit)
        return self.lines[at - 1] if at else -1


class Frame:
    """code, line (-1: none), fast (the address of its locals), address."""
    __slots__ = ("address", "code", "fast", "line", "unit", "words")

    def __init__(self, address, code, words, fast):
        self.address, self.code, self.words, self.fast = address, code, words, fast
        self.unit = self.line = -1


class Thread:
    """One thread of a vm. frames: the newest first; torn: the older ones are missing."""

    def __init__(self, vm, serial, pthread, part, current):
        self.vm, self.serial, self.pthread, self.current = vm, serial, pthread, current
        self.frame, self.stack, self.stack_size = part
        self.frames, self.torn, self.tid, self.name = [], False, None, None


class Spy:
    """memory: read(address, size) and read_all([(address, size)]), which return bytes or
    raise BadRead."""

    def __init__(self, memory, table, frames_most=FRAMES_MOST):
        self.memory, self.table, self.frames_most = memory, table, frames_most
        self.values = Values(memory, table)
        self.codes = {}     # address -> Code, with the bytes that it was made of
        self.fresh = set()  # addresses of those that were looked at in this sample
        self.windows = {}   # stack -> bytes worth reading at once
        self.retries = 0

    @staticmethod
    def fields(data):
        """Functions that take numbers from data, at an offset."""
        return (lambda at: int.from_bytes(data[at:at + 8], "little"),
                lambda at: int.from_bytes(data[at:at + 4], "little"),
                lambda at: int.from_bytes(data[at:at + 4], "little", signed=True))

    # ---- from the process down to the threads

    def vms(self):
        """The addresses of the process's vms."""
        place, found = self.table.vms, []
        for _ in range(THREADS_MOST):
            vm, place = struct.unpack("<2Q", self.memory.read(place, 16))
            if vm:
                found.append(vm)
            if not place:
                break
        return found

    def begin(self):
        """The vms of a new sample."""
        self.fresh.clear()
        if len(self.codes) > 1 << 16:
            self.codes.clear()
        return self.vms()

    def sample(self):
        """The threads of all vms with their frames."""
        return [thread for vm in self.begin() for thread in self.sample_vm(vm)]

    def sample_vm(self, vm):
        for _ in range(TRIES):
            try:
                return self.try_vm(vm)
            except BadRead:
                self.retries += 1
                if vm not in self.vms():
                    return []
        return self.give_up(vm)

    def give_up(self, vm):
        """What there is of stacks that were never seen whole."""
        try:
            threads = self.threads(vm)
        except BadRead:
            return []
        for thread in threads:
            try:
                for frame in self.walk(thread):
                    thread.frames.append(frame)
            except BadRead:
                thread.torn = True
        return threads

    def try_vm(self, vm):
        threads = self.threads(vm)
        for thread in threads:
            thread.frames = list(self.walk(thread))
        return threads

    def part(self, data, at=0):
        """frame, and start and size of the stack, of a thread_part in data."""
        t, (u64, _, _) = self.table, self.fields(data)
        return (u64(at + t.thread_part_frame), u64(at + t.thread_part_stack_base),
                8 * u64(at + t.thread_part_stack_cells))

    def threads(self, vm):
        t = self.table
        part, threads, holder = self.memory.read_all([
            (vm + t.vm_thread, t.sizeof_thread_part), (vm + t.vm_threads, 8), (vm + t.vm_holder, 8)])
        own, threads, holder = self.part(part), *(int.from_bytes(x, "little") for x in (threads, holder))
        if not threads:
            return [Thread(vm, 1, holder, own, True)]
        current, first = (int.from_bytes(x, "little") for x in self.memory.read_all(
            [(threads + t.threads_current, 8), (threads + t.threads_first, 8)]))
        found = list(self.list_threads(vm, own, current, first))
        now = self.values.u64(threads + t.threads_current)
        frames = [thread.frame for thread in found if thread.frame]
        if now != current or len(set(frames)) != len(frames):
            raise Torn("the threads were switched")
        return sorted(found, key=lambda thread: thread.serial)

    def list_threads(self, vm, own, current, address):
        t, seen = self.table, set()
        while address:
            if address in seen or address & 7 or len(seen) > THREADS_MOST:
                raise Torn("no list of threads")
            seen.add(address)
            data = self.memory.read(address, t.sizeof_thread)
            u64 = self.fields(data)[0]
            part = own if address == current else self.part(data, t.thread_part)
            yield Thread(vm, u64(t.thread_serial), u64(t.thread_pthread), part, address == current)
            address = u64(t.thread_next)

    # ---- frames

    def window(self, thread):
        """The part of the thread's stack that is likely to be in use: its start and bytes."""
        if not thread.frame or not thread.stack_size:
            return 0, b""
        top = thread.frame + self.table.sizeof_frame
        if not thread.stack <= thread.frame < thread.stack + thread.stack_size:
            top = thread.stack + self.windows.get(thread.stack, WINDOW_FIRST)  # a generator runs
        top = min(top, thread.stack + thread.stack_size)
        start = max(thread.stack, top - WINDOW_MOST)
        return start, self.memory.read(start, top - start)

    def walk(self, thread):
        t, address, above, seen = self.table, thread.frame, 1 << 64, set()
        start, data = self.window(thread)
        words_of = struct.Struct(f"<{t.sizeof_frame // 8}Q").unpack
        stack_end = thread.stack + thread.stack_size
        for _ in range(self.frames_most):
            if not address:
                return
            on_stack = thread.stack <= address < stack_end
            if address & 7 or (on_stack and address >= above) or (not on_stack and address in seen):
                raise Torn("frames in disorder")
            at = address - start
            if 0 <= at <= len(data) - t.sizeof_frame:
                words = words_of(data[at:at + t.sizeof_frame])
            else:
                words, start, data = self.frame_outside(thread, address, on_stack, start, data)
            frame = self.frame(address, words, on_stack, thread)
            if on_stack:
                above = address
            else:
                seen.add(address)
            address = words[t.frame_prev // 8]
            if frame:
                yield frame

    def frame_outside(self, thread, address, on_stack, start, data):
        """A frame that the window does not have: a generator's, or one deeper down."""
        size = self.table.sizeof_frame
        if on_stack:
            top = address + size
            start = max(thread.stack, top - WINDOW_MOST)
            data = self.memory.read(start, top - start)
            self.windows[thread.stack] = min(WINDOW_MOST, top - thread.stack + WINDOW_FIRST)
            words = data[-size:]
        else:
            words = self.memory.read(address, size)
        return struct.unpack(f"<{size // 8}Q", words), start, data

    def frame(self, address, words, on_stack, thread):
        """The Frame; None: it is being left and not shown. Torn: it is none."""
        t = self.table
        code = self.code(words[t.frame_code // 8])
        fast = words[t.frame_fast // 8]
        owner = words[t.frame_owner // 8] >> t.frame_owner % 8 * 8 & 0xff
        if (fast + 8 * code.nlocalsplus != address
                or owner != (t.owner_stack if on_stack else t.owner_generator)):
            raise Torn("no frame")
        frame = Frame(address, code, words, fast)
        offset = words[t.frame_ip // 8] - code.instrs
        top = address == thread.frame
        if offset & 3 or not 0 <= offset <= 4 * code.ninstrs:
            if not top:
                raise Torn("no instruction")
            offset = 0  # it has just begun, and nothing has been stored yet
        frame.unit = offset // 4 - 1
        shown = self.shown_line(words)
        if not top and not shown and frame.unit >= 0 and code.ops[frame.unit] == t.op_return_value:
            return None  # its values die, and their finalizers have no caller
        frame.line = shown or (code.line(frame.unit) if frame.unit >= 0 else code.firstlineno)
        return frame

    def refine(self, thread, registers):
        """The newest frame's instruction, if one of the numbers is its address: the eval loop
        keeps it in a register, and stores it only before what may look at it."""
        frame = thread.frames[0] if thread.frames else None
        if not frame or frame.address != thread.frame or self.shown_line(frame.words):
            return
        first, count = frame.code.instrs, frame.code.ninstrs
        for number in registers:
            if first < number <= first + 4 * count and not number & 3:
                frame.unit = (number - first) // 4 - 1
                frame.line = frame.code.line(frame.unit)
                return

    def shown_line(self, words):
        """The line that a trace function sees; 0: that of the instruction."""
        made = words[self.table.frame_object // 8]
        return self.values.i32(made + self.table.frame_object_lineno) if made else 0

    def code(self, address):
        known = self.codes.get(address)
        if known and address in self.fresh:
            return known
        if not address or address & 7:
            raise Torn("no code")
        t = self.table
        data = self.memory.read(address, t.sizeof_code)
        mark = data[t.code_argcount:t.code_nruns + 4]
        if not known or known.mark != mark:
            known = Code(self, address, data)
            known.mark = mark
            self.codes[address] = known
        self.fresh.add(address)
        return known

    # ---- locals

    def locals(self, frame):
        """[(name, repr)] of the frame's bound variables."""
        t, values, code = self.table, self.values, frame.code
        found = []
        try:
            names = values.u64s(code.names + t.tuple_items, code.nlocalsplus)
            kinds = self.memory.read(code.kinds, code.nlocalsplus) if code.nlocalsplus else b""
            cells = values.u64s(frame.fast, code.nlocalsplus)
            for name, kind, value in zip(names, kinds, cells):
                if kind & (t.local_cell | t.local_free) and values.kind(value) == t.kind_cell:
                    value = values.u64(value + t.cell_value)
                if value:
                    found.append((values.name(name), values.repr(value)))
        except BadRead:
            found.append(("...", "<changed while they were read>"))
        return found
