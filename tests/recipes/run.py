#!/usr/bin/python3.11
"""CONTRIBUTING.md's recipes, each walked as it is written: in a copy of the sources an instruction, a specialised form,
a marker, a type and a module are added, in the files that the recipe names and no others; the copy is built, and what
was added is seen at work.

    tests/recipes/run.py            the last line counts; a build without optimisation: some minutes

A recipe's heading says in how many files it can be done; that many are changed here.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import suite  # noqa: E402

ORACLE = "/usr/bin/python3.11"
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}

# The recipe's heading: (file, the text behind or in whose place, what is put there). None: the file is new.
RECIPES = {
    # What CPython does with SWAP 2, POP_TOP when a value is returned from within a loop.
    "An instruction": [
        ("vm/code/opcodes.def", 'OP(PUSH_NULL, ',
         'OP(POP_SECOND, NONE, -1, 0, OPF_C, "a b -- b")\nOP(PUSH_NULL, '),
        ("vm/eval/eval_stack.inc", "op_PUSH_NULL:\n", """op_POP_SECOND:
    {
        Value kept = POP(), v = sp[-1];
        sp[-1] = kept;
        DECREF(v);
        NEXT();
    }

op_PUSH_NULL:
"""),
        ("compiler/codegen/codegen_stmt.c", """    case FBLOCK_POP_VALUE:
        if (keep_top)
            emit_arg(c, OP_SWAP, 2);
        emit(c, OP_POP_TOP);
""", "    case FBLOCK_POP_VALUE:\n        emit(c, keep_top ? OP_POP_SECOND : OP_POP_TOP);\n"),
        ("vm/code/wordcode.c", "    case OP_PUSH_NULL: add_late_null(e, i); break;\n",
         """    case OP_PUSH_NULL: add_late_null(e, i); break;
    case OP_POP_SECOND:
        add(e, WORD_SWAP, 2, i, 0);
        add(e, WORD_POP_TOP, 0, i, -1)->main = false;
        break;
"""),
    ],
    "A specialised form": [
        ("vm/code/specialized.def", "SPEC(BINARY_ADD,",
         'SPEC(UNARY_NOT_BOOL, UNARY_NOT, "a bool")\nSPEC(BINARY_ADD,'),
        ("vm/eval/specialize.c", "    case OP_BINARY_OP: return binary_form(arg);\n",
         "    case OP_BINARY_OP: return binary_form(arg);\n    case OP_UNARY_NOT: return OP_UNARY_NOT_BOOL;\n"),
        ("vm/eval/eval_number.inc", "op_UNARY_NOT:\n", """op_UNARY_NOT_BOOL:
    {
        if (!value_is_bool(sp[-1]))
            goto op_UNARY_NOT;
        __builtin_printf("form\\n");
        sp[-1] ^= VALUE_TRUE ^ VALUE_FALSE;
        NEXT();
    }

op_UNARY_NOT:
"""),
    ],
    "A marker": [
        ("probes/markers.def", "MARKER(minipy, process__end,",
         """MARKER(minipy, switch__interval, switch_interval, OWN,
       ARGS1(LONG, us),
       "sys.setswitchinterval was called")
MARKER(minipy, process__end,"""),
        ("stdlib/runtime/sys.c", "    vm->switch_interval_us = us < 1 ",
         """    if (probes_switch_interval_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_switch_interval(&vm->consumers, (long)us));
    vm->switch_interval_us = us < 1 """),
    ],
    "A type": [
        ("vm/core/types.def", "TYPE(INT, ", "TYPE(BOX, box_type_spec)\nTYPE(INT, "),
        ("vm/objects/box.c", None, """/* box.c - boxes: each holds one value. */
#include "vm/objects/signature.h"

typedef struct BoxObj {
    Object ob;
    Value held; /* strong */
} BoxObj;

NEW(box_new, 1, "box", "(held, /)")
{
    return object_of_steal(vm, cls, (Value[]){value_incref(given[0])}, 1);
}

static MEMBERS(box_members,
    {"held", MEMBER_VALUE, offsetof(BoxObj, held), true, NULL},
);

TYPE_SPEC(box_type_spec,
    .name = "box",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(BoxObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .new_ = box_new},
    .members = box_members,
);
"""),
    ],
    "A module in C": [
        ("stdlib/modules.def", "MODULE(sys, ", "MODULE(_boxes, boxes_module_spec)\nMODULE(sys, "),
        ("stdlib/data/boxes.c", None, """/* boxes.c - the module _boxes. */
#include "stdlib/native.h"
#include "vm/numbers/number.h"
#include "vm/objects/module.h"

FN(boxes_twice)
{
    return number_add(vm, args[0], args[0]);
}

static METHODS(functions,
    {"twice", boxes_twice, 0, "($module, x, /)", "x + x."},
);
static CONTENTS(contents,
    HAS_NATIVE("box", KIND_BOX),
);

MODULE_SPEC(boxes_module_spec,
    .name = "_boxes",
    .doc = "Boxes.",
    .methods = functions, .contents = contents,
);
"""),
    ],
}

RETURNS = "def f(n):\n    for x in range(n):\n        for y in [x]:\n            return x * 10 + y + n\nprint(f(7))\n"


def put(folder, path, place, text):
    target = os.path.join(folder, path)
    if place is None:
        with open(target, "x") as f:
            f.write(text)
        return
    with open(target) as f:
        old = f.read()
    if old.count(place) != 1:
        raise LookupError(f"{path} has {old.count(place)} times: {place.strip()}")
    with open(target, "w") as f:
        f.write(old.replace(place, text))


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800, **more)
    return done.stdout


class Walk:
    def __init__(self, folder):
        self.folder = folder
        self.minipy = os.path.join(folder, "build/dev/minipy")
        self.passed = self.failed = self.skipped = 0

    def check(self, about, good, said=""):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            print(f"FAIL {about}" + (f": {said.strip()[-800:]}" if said else ""))

    def code(self, text):
        return run(self.minipy, "-c", text)

    def instruction(self):
        path = os.path.join(self.folder, "returns.py")
        with open(path, "w") as f:
            f.write(RETURNS)
        words = RETURNS + "print(f.__code__.co_code.hex(), f.__code__.co_stacksize)\n"
        self.check("An instruction: it is in --dis", "POP_SECOND" in run(self.minipy, "--dis", path), run(self.minipy, "--dis", path))
        self.check("An instruction: programs see CPython's", self.code(words) == run(ORACLE, "-c", words), self.code(words))

    def form(self):
        said = self.code("def f(x): return not x\nprint([f(x) for x in (True, False, 0, 'a')])")
        self.check("A specialised form: it is taken for bools alone", said.count("form\n") == 2 and
                   "[False, True, True, False]" in said, said)

    def marker(self):
        if not shutil.which("bpftrace") or os.geteuid() != 0:
            self.skipped += 1
            print("SKIP A marker: needs bpftrace, as root")
            return
        program = os.path.join(self.folder, "interval.py")
        with open(program, "w") as f:
            f.write("import sys\nsys.setswitchinterval(0.0123)\n")
        said = run("bpftrace", "-e", f'usdt:{self.minipy}:minipy:switch__interval {{ printf("us %d\\n", arg0); }}',
                   "-c", f"{self.minipy} {program}")
        self.check("A marker: bpftrace sees it and its argument", "us 12300" in said, said)

    def type_and_module(self):
        said = self.code("import _boxes, inspect\nprint(_boxes.box([1]).held, _boxes.box.__name__)\n"
                         "print(_boxes.twice('ab'), inspect.signature(_boxes.twice))")
        self.check("A type, A module in C: they are there", said == "[1] box\nabab (x, /)\n", said)


def main():
    if sys.argv[1:]:
        print(__doc__)
        return sys.argv[1:] not in (["-h"], ["--help"])
    suite.begin()
    os.chdir(ROOT)
    with open("CONTRIBUTING.md") as f:
        headings = dict(re.findall(r"^## (.+): (one|two|three|four) files?$", f.read(), re.M))
    with tempfile.TemporaryDirectory(prefix="minipy-recipes.") as folder:
        files = run("git", "ls-files", "-co", "--exclude-standard")
        for path in filter(os.path.exists, files.split("\n")):
            os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
            shutil.copy2(path, os.path.join(folder, path))
        walk = Walk(folder)
        for name, steps in RECIPES.items():
            count = NUMBERS.get(headings.get(name))
            walk.check(f"{name}: CONTRIBUTING.md says {headings.get(name)} files, here are {len(steps)}", count == len(steps))
            for step in steps:
                put(folder, *step)
        said = run(ORACLE, "tools/make_generated.py", cwd=folder) + run("make", "dev", cwd=folder)
        if os.path.exists(walk.minipy):
            walk.check("the build says nothing", "warning:" not in said, said)
            walk.instruction()
            walk.form()
            walk.marker()
            walk.type_and_module()
        else:
            walk.check("the copy builds", False, said)
    return suite.finish(walk.passed, walk.failed, walk.skipped)


if __name__ == "__main__":
    sys.exit(main())
