"""For python3.11: the lines of a program that branch, where to, and which ways it takes, as JSON.

    /usr/bin/python3.11 tests/observe/ways.py PROGRAM

By the code objects as dis shows them and by sys.settrace: [[line, qualified name, [[to, how often], ...]], ...].
"""
import collections
import dis
import json
import sys

LEAVES = {"RETURN_VALUE", "RAISE_VARARGS", "RERAISE"}
ALWAYS = {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}


class Flow:
    """The instructions of a code object, and where each can go."""

    def __init__(self, code):
        self.code = code
        self.all = [i for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]
        self.at = {}
        for n, i in enumerate(self.all):
            self.at[i.offset] = n
        for i in dis.get_instructions(code):  # a jump may go to the prefix of its target
            self.at.setdefault(i.offset, next(n for n, j in enumerate(self.all) if j.offset > i.offset) if i.opname == "EXTENDED_ARG" else 0)
        self.first = next(n for n, i in enumerate(self.all) if i.opname == "RESUME")

    def line(self, n):
        return self.all[n].positions.lineno

    def jumps(self, n):
        return self.all[n].opcode in dis.hasjrel and self.all[n].opname != "SEND"

    def begins_line(self, before, n):
        return self.line(n) and (self.line(n) != self.line(before) or n < before and self.all[n].opname != "SEND")

    def after(self, n):
        name = self.all[n].opname
        if name in ALWAYS or name == "SEND":
            return [self.at[self.all[n].argval]]
        if name in LEAVES:
            return []
        return [n + 1, self.at[self.all[n].argval]] if self.jumps(n) else [n + 1]

    def ends(self, before, n, seen):
        """The lines, or 0 for a return, at which one arrives by `n`."""
        if self.begins_line(before, n):
            return {self.line(n)}
        if n in seen:
            return set()
        seen.add(n)
        found = {0} if self.all[n].opname == "RETURN_VALUE" else set()
        return found.union(*(self.ends(n, to, seen) for to in self.after(n)))

    def branches(self):
        found = collections.defaultdict(set)
        for n in range(self.first + 1, len(self.all)):
            if self.jumps(n) and self.all[n].opname not in ALWAYS and self.line(n):
                for to in self.after(n):
                    found[self.line(n)] |= self.ends(n, to, set())
        return {line: to for line, to in found.items() if len(to) > 1}


def codes_in(code):
    yield code
    for const in code.co_consts:
        if hasattr(const, "co_code"):
            yield from codes_in(const)


def main(path):
    with open(path, encoding="utf-8") as file:
        module = compile(file.read(), path, "exec")
    taken = collections.Counter()
    last = {}

    def trace(frame, event, arg):
        code = frame.f_code
        if code.co_filename != path:
            return None
        if event == "call":
            last[frame] = frame.f_lineno if frame.f_lasti > 0 and code.co_flags & 0x2a0 and frame.f_lineno != code.co_firstlineno else 0
        elif event == "line":
            taken[code, last.get(frame), frame.f_lineno] += 1
            last[frame] = frame.f_lineno
        elif event == "return":
            if dis.opname[code.co_code[frame.f_lasti]] == "RETURN_VALUE":
                taken[code, last.pop(frame, None), 0] += 1
        return trace

    sys.argv = [path]
    sys.settrace(trace)
    exec(module, {"__name__": "__main__"})
    sys.settrace(None)
    rows = [[line, code.co_qualname, [[to, taken[code, line, to]] for to in sorted(ways)]]
            for code in codes_in(module) for line, ways in Flow(code).branches().items()]
    print(json.dumps(sorted(rows)))


main(sys.argv[1])
