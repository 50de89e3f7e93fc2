#!/usr/bin/python3.11
"""Check the order of the rooms, who takes memory past the vm, and that files stay readable:  tools/check_layers.py

ORDER below says which room stands above which. A room uses its own files and those of lower rooms: what it
includes (read from the sources) and what it calls or reads (read by nm from the objects of the last build, so build first).
What must go upwards is declared, with the reason, in vm/core/hooks.h; lists of everything there is are in LISTS.
Memory comes from the vm (vm/memory/mem.h), so that it is counted, limited and fails with MemoryError;
the calls of the C library and of GMP that take it elsewhere are listed here with a reason.
No file is longer than 1,500 lines, the public header than LONGEST. Each room has a README.md of 10 to 25 lines, docs/ARCHITECTURE.md
points to it, and what it names is there. Last line: `N passed, N failed, N skipped`.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

from objects import objects

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
OBJECTS = "build/objects"
TOPS = ("include", "probes", "vm", "compiler", "stdlib")
HOOKS = "vm/core/hooks.h"
COMMAND = "vm/command"
EXTENSIONS = "stdlib/extensions"  # no part of the program: they see minipy.h alone

# The rooms from the bottom; those of one row may use each other. The first row of vm/ is the object level: a list
# raises exceptions, an exception has a list of arguments, both are made by types, and so on.
ORDER = (
    "include probes",
    "probes/views probes/dscript",
    "vm/core vm/memory vm/types vm/objects vm/containers vm/bytes vm/numbers vm/text vm/text/generated vm/errors",
    "vm/code",
    "compiler/syntax compiler/diagnose",
    "compiler/codegen",
    "vm/eval",
    "vm/threads",
    "vm/debug",
    "vm/import",
    "vm/report",
    "stdlib",
    "stdlib/os", "stdlib/re", "stdlib/data", "stdlib/math", "stdlib/datetime", "stdlib/decimal", "stdlib/text", "stdlib/io", "stdlib/threads", "stdlib/ctypes",
    "stdlib/syntax",
    "stdlib/runtime",
    "vm/attach vm/api",
    "vm/command",
)
LEVEL = {room: level for level, row in enumerate(ORDER) for room in row.split()}
# Whoever embeds minipy reads this one whole: it is to stay something one can.
LONGEST = {"include/minipy.h": 500}
UNTOLD = {"include", "vm/text/generated"}  # one header with its own text; tables
# What a README names: files, of the room or from the top, and folders from the top.
NAMED = re.compile(r"(?<![\w./*])[\w*/-]*[\w*]\.(?:c|h|inc|def|py|md|stp|d)\b|\b(?:vm|stdlib|compiler|tests|tools|probes)/[\w/]+\b(?!\.)")

# (file, pattern of symbols): a list of all there is of something, by name.
LISTS = {
    ("vm/types/type.c", r"\w+_type_spec"): "the types of vm/core/types.def",
    ("stdlib/modules.c", r"\w+_module_spec"): "the modules of stdlib/modules.def",
    ("vm/import/import_find.c", r"import_builtin_table"): "the table that stdlib/modules.c makes, so that a host's may differ",
}

# (file, header of a higher room): structures and numbers, no calls.
ALLOWED = {
    ("vm/objects/func.c", "vm/code/code.h"): "a function takes names and flags from its code",
    ("vm/numbers/number.c", "vm/code/opcodes.h"): "number_binary knows an operator by BINARY_OP's operand",
    ("vm/memory/weakref.c", "vm/code/opcodes.h"): "so do proxies",
    ("vm/eval/frame.c", "vm/threads/thread.h"): "frame_retire_code walks the list of threads",
    ("vm/eval/poll.c", "vm/threads/thread.h"): "an interrupt is the main thread's, and which that is is a field",
}

# What allocates, frees, or hands out memory that its caller frees.
RAW_MEMORY = re.compile(
    r"(?<![\w.>])(?:(malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|memalign|valloc|strdup|strndup|"
    r"wcsdup|v?asprintf|getline|getdelim|open_memstream|open_wmemstream|fmemopen|scandir|get_current_dir_name|"
    r"canonicalize_file_name|tempnam|getaddrinfo|glob|wordexp|backtrace_symbols|mpz_(?!size|sgn|cmp|odd_p|get|limbs_read)\w+|mpz_get_str|mpq_\w+|mpf_\w+|mpn_(?:mul|sqr|mul_n|"
    r"tdiv_qr|set_str|get_str|sqrtrem|gcd|gcdext|powm))\s*\(|(realpath|getcwd)\s*\([^()]*\bNULL\b|(getcwd)\s*\(NULL)")

# (file, functions): why they may. For GMP see vm/memory/mem_gmp.h.
MEMORY = {
    ("vm/memory/mem.c", "calloc free"): "the allocator itself",
    ("vm/memory/mem_large.c", "malloc calloc realloc free"): "the allocator itself",
    ("stdlib/decimal/coefficient.c", "mpn_tdiv_qr"): "of eight limbs at most: GMP's room for them is the stack",
    ("vm/api/state.c", "calloc free"): "the vm, which its allocator is a part of",
    ("vm/debug/offsets.c", "calloc"): "a place in the process's list of vms, which outlives each vm",
    ("vm/threads/thread.c", "calloc free"): "a thread's record is made before it has the vm's lock, and freed after",
    ("probes/views/memory.c", "calloc realloc strdup free"): "what a view remembers is not the program's: it must not meet its limit",
    ("vm/eval/memory_traces.c", "malloc calloc free"): "traces of the vm's blocks must not take blocks of the vm",
    ("vm/command/main.c", "malloc free"): "sys.argv, and what is kept, before there is a vm",
    ("vm/command/options.c", "malloc"): "sys.argv, before there is a vm",
    ("vm/command/own_name.c", "malloc free"): "the words of another program, which this one becomes",
    ("vm/code/code_pack.c", "malloc calloc realloc free"): "code as bytes, which outlive the vm",
    ("vm/code/code_pack_order.c", "calloc free"): "what code_pack.c needs for a moment, which has no vm",
    ("vm/import/import_compiled.c", "malloc free"): "what the vms of a process share of it",
    ("compiler/syntax/arena.c", "malloc free"): "an arena without a vm: tools/ast_tool.c, the fuzz targets",
    ("probes/views/post.c", "getaddrinfo"): "the resolver's own memory, in a view's thread, given back at once by freeaddrinfo",
    ("stdlib/os/socket_hosts.c", "getaddrinfo"): "the resolver's own memory, given back at once by freeaddrinfo",
    ("vm/numbers/dtoa.c", "mpn_tdiv_qr"): "48 limbs at most: on the stack",
    ("vm/numbers/int.c", "mpz_init"): "in int_compute",
    ("vm/numbers/int_arith.c", "mpn_sqr mpn_mul mpn_tdiv_qr mpz_pow_ui mpz_init mpz_invert mpz_neg mpz_powm mpz_add "
     "mpz_ui_pow_ui mpz_fdiv_qr mpz_mul_2exp mpz_add_ui mpz_mul mpz_init_set mpz_tdiv_r"):
        "in gmp_run (compute_*, *_limbs), or GMP_STACK_LIMBS at most",
    ("vm/numbers/int_text.c", "mpz_get_str mpn_set_str"): "in gmp_run, or PLAIN_LIMBS at most",
    ("stdlib/math/math_int.c", "mpz_fac_ui mpz_bin_ui mpz_set mpz_set_ui mpz_init mpz_init_set mpz_sub_ui mpz_mul mpz_clear mpz_sqrt "
     "mpn_sqrtrem mpz_gcd mpz_lcm"): "in gmp_run (compute_*), or GMP_STACK_LIMBS at most",
    ("stdlib/decimal/series.c", "mpz_init mpz_init_set_ui mpz_clear mpz_import mpz_set mpz_set_ui mpz_ui_pow_ui mpz_mul mpz_mul_si mpz_mul_2exp "
     "mpz_add mpz_sub mpz_neg mpz_abs mpz_sqrt mpz_tdiv_q mpz_tdiv_q_ui mpz_tdiv_q_2exp mpz_fdiv_q_2exp mpz_fdiv_q_ui mpz_fdiv_qr"):
        "in gmp_run: all is below compute()",
}


def raw_memory(path, number, line):
    """The complaint about a line that takes memory past the vm, if it does and may not."""
    allowed = {w for (file, words) in MEMORY if file == path for w in words.split()}
    code = re.sub(r'"(\\.|[^"\\])*"|/\*.*?(\*/|$)|^\s*\*.*', "", line)
    for m in RAW_MEMORY.finditer(code):
        word = next(g for g in m.groups() if g)
        if word not in allowed:
            return f"{path}:{number}: {word}() takes memory past the vm (see MEMORY in tools/check_layers.py)"
    return None


def room(path):
    return "include" if path.endswith("minipy.h") else os.path.dirname(path)


def above(path, target):
    """Does the target lie in a room above that of path?"""
    return LEVEL[room(target)] > LEVEL[room(path)]


def include_complaints(path, lines):
    for number, line in enumerate(lines, 1):
        m = re.match(r'\s*#\s*include "([^"]+)"', line)
        if not m:
            continue
        target = m.group(1)
        if "/" not in target:
            target = os.path.join(os.path.dirname(path), target)
        if room(path) == COMMAND and room(target) not in ("include", COMMAND):
            yield f"{path}:{number}: the command sees minipy.h alone, not {target}"
        elif room(target) not in LEVEL:
            yield f"{path}:{number}: {target} is in no room (see ORDER)"
        elif above(path, target) and (path, target) not in ALLOWED:
            yield f"{path}:{number}: includes {target} of a room above"


def extension_complaints():
    """Extension modules know nothing of minipy but its public header."""
    for path in sorted(glob.glob(f"{EXTENSIONS}/**/*.[ch]", recursive=True)):
        with open(path, encoding="utf-8") as f:
            lines = f.readlines()
        for number, line in enumerate(lines, 1):
            m = re.match(r'\s*#\s*include "([^"]+)"', line)
            own = m and os.path.realpath(os.path.join(os.path.dirname(path), m[1])).startswith(os.path.realpath(EXTENSIONS) + os.sep)
            if m and m[1] != "minipy.h" and not own:
                yield f"{path}:{number}: an extension stands on minipy.h alone, not on {m[1]}"
        if len(lines) > 1500:
            yield f"{path}: {len(lines)} lines (at most 1500)"


def hooks():
    with open(HOOKS, encoding="utf-8") as f:
        text = f.read()
    return set(re.findall(r"\b(\w+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))


def symbols(sources):
    """What the linker sees: (symbol -> source that defines it, source -> symbols it needs)."""
    made = objects(OBJECTS)
    made = {made.get(s, f"{OBJECTS}/{s[:-2]}.o"): s for s in sources}
    missing = [o for o in made if not os.path.exists(o)]
    if missing:  # with some of them what the others use would look unused
        sys.exit(f"{len(missing)} of {len(made)} objects are not in {OBJECTS} ({missing[0]}): run make first")
    out = subprocess.run(["nm", "-A", *made], capture_output=True, text=True, check=True).stdout
    defined, needed = {}, {}
    for line in out.splitlines():
        name, kind, symbol = re.match(r"(.*?):\S*\s+(\w) (\S+)", line).groups()
        source = made[name]
        if kind == "U":
            needed.setdefault(source, set()).add(symbol)
        elif kind in "TDBRCVW":
            defined[symbol] = source
    return defined, needed


def symbol_complaints(sources):
    defined, needed = symbols(sources)
    declared, used = hooks(), set()
    for path in sorted(needed):
        for symbol in sorted(needed[path]):
            target = defined.get(symbol)
            if not target or not above(path, target):
                continue
            used.add(symbol)
            listed = any(path == f and re.fullmatch(p, symbol) for f, p in LISTS)
            if symbol not in declared and not listed:
                yield f"{path}: uses {symbol} of {target}, a room above: move one of them, or see {HOOKS}"
    for symbol in sorted(declared - used):
        yield f"{HOOKS}: nothing below uses {symbol}"


def readme_complaints(name):
    path = f"{name}/README.md"
    if not os.path.exists(path):
        yield f"{path}: a room opens with a README"
        return
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = text.count("\n")
    if not 10 <= lines <= 25:
        yield f"{path}: {lines} lines (10 to 25)"
    for word in NAMED.findall(text):
        if not any(glob.glob(os.path.join(base, word)) for base in (name, "")):
            yield f"{path}: names {word}, which is not there"
    with open("docs/ARCHITECTURE.md", encoding="utf-8") as f:
        if f"../{path}" not in f.read():
            yield f"{path}: docs/ARCHITECTURE.md does not point here"


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter).parse_args()
    os.chdir(ROOT)
    files = sorted(os.path.join(folder, name) for top in TOPS for folder, _, names in os.walk(top)
                   for name in names if not folder.startswith(EXTENSIONS) and name.endswith((".c", ".h", ".inc")))
    problems, checked = [], 0
    for path in files:
        checked += 1
        if room(path) not in LEVEL:
            problems.append(f"{path}: in no room (see ORDER)")
            continue
        with open(path, encoding="utf-8") as f:
            lines = f.readlines()
        most = LONGEST.get(path, 1500)
        if len(lines) > most and room(path) != "vm/text/generated":
            problems.append(f"{path}: {len(lines)} lines (at most {most})")
        problems += filter(None, (raw_memory(path, number, line) for number, line in enumerate(lines, 1)))
        problems += include_complaints(path, lines)
    if not checked:
        sys.exit("no sources: nothing was checked")
    for name in sorted(LEVEL.keys() - UNTOLD | {EXTENSIONS}):
        problems += readme_complaints(name)
    problems += extension_complaints()
    problems += symbol_complaints([f for f in files if f.endswith(".c")])
    for p in problems:
        print("FAIL", p)
    print(f"{checked - len({p.split(':')[0] for p in problems})} passed, {len(problems)} failed, 0 skipped")
    sys.exit(bool(problems))


main()
