"""A virtual machine in Python: an assembler, a loop over instructions, a program of arithmetic and calls."""
N = 1
PROGRAM = """
        push 0
        store total
        push 600
        store i
again:  load i
        jump_zero done
        load i
        call collatz
        load total
        add
        store total
        load i
        push 1
        sub
        store i
        jump again
done:   load total
        halt
collatz: store x
        push 0
        store steps
step:   load x
        push 1
        sub
        jump_zero out
        load steps
        push 1
        add
        store steps
        load x
        push 2
        mod
        jump_zero half
        load steps
        push 9
        sub
        jump_zero out
        load x
        push 3
        mul
        push 1
        add
        store x
        jump step
half:   load x
        push 2
        div
        store x
        jump step
out:    load steps
        ret
"""
NAMES = "push load store add sub mul div mod jump jump_zero call ret halt".split()
CODES = {name: code for code, name in enumerate(NAMES)}
PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, MOD, JUMP, JUMP_ZERO, CALL, RET, HALT = range(13)


def assemble(text):
    labels, parsed = {}, []
    for line in text.splitlines():
        label, colon, rest = line.partition(":")
        if colon:
            labels[label.strip()] = len(parsed)
        words = (rest if colon else line).split()
        if words:
            parsed.append(words)
    slots, code = {}, []
    for name, *operand in parsed:
        value = 0
        if name in ("jump", "jump_zero", "call"):
            value = labels[operand[0]]
        elif name in ("load", "store"):
            value = slots.setdefault(operand[0], len(slots))
        elif name == "push":
            value = int(operand[0])
        code.append((CODES[name], value))
    return code, len(slots)


class Machine:
    def __init__(self, code, slots):
        self.code, self.slots, self.stack, self.calls = code, [0] * slots, [], []
        self.steps = 0

    def run(self):
        code, slots, stack = self.code, self.slots, self.stack
        at = 0
        while True:
            what, value = code[at]
            at += 1
            self.steps += 1
            if what == LOAD:
                stack.append(slots[value])
            elif what == PUSH:
                stack.append(value)
            elif what == STORE:
                slots[value] = stack.pop()
            elif what == JUMP_ZERO:
                if stack.pop() == 0:
                    at = value
            elif what == JUMP:
                at = value
            elif what == CALL:
                self.calls.append(at)
                at = value
            elif what == RET:
                at = self.calls.pop()
            elif what == HALT:
                return stack.pop()
            else:
                b, a = stack.pop(), stack.pop()
                if what == ADD:
                    stack.append(a + b)
                elif what == SUB:
                    stack.append(a - b)
                elif what == MUL:
                    stack.append(a * b)
                elif what == DIV:
                    stack.append(a // b)
                else:
                    stack.append(a % b)


def run(n):
    total = 0
    for _ in range(n):
        machine = Machine(*assemble(PROGRAM))
        total += machine.run() * 7 + machine.steps
    return total
