"""Code and functions put together by hand, on which CPython 3.11 crashes or may: minipy alone runs this.

Each line printed is `ok NAME`, or says what came instead of the exception that was to come.
"""
import marshal
import sys
import types

CODES = {name: number for number, name in (
    (1, "POP_TOP"), (2, "PUSH_NULL"), (9, "NOP"), (25, "BINARY_SUBSCR"), (35, "PUSH_EXC_INFO"), (49, "WITH_EXCEPT_START"),
    (54, "END_ASYNC_FOR"), (75, "RETURN_GENERATOR"), (82, "LIST_TO_TUPLE"), (83, "RETURN_VALUE"), (86, "YIELD_VALUE"),
    (88, "PREP_RERAISE_STAR"), (89, "POP_EXCEPT"), (93, "FOR_ITER"), (99, "SWAP"), (100, "LOAD_CONST"),
    (103, "BUILD_LIST"), (104, "BUILD_SET"), (105, "BUILD_MAP"), (119, "RERAISE"), (120, "COPY"), (123, "SEND"),
    (124, "LOAD_FAST"), (125, "STORE_FAST"), (132, "MAKE_FUNCTION"), (134, "JUMP_BACKWARD_NO_INTERRUPT"),
    (135, "MAKE_CELL"), (136, "LOAD_CLOSURE"), (137, "LOAD_DEREF"), (138, "STORE_DEREF"), (142, "CALL_FUNCTION_EX"),
    (145, "LIST_APPEND"), (146, "SET_ADD"), (147, "MAP_ADD"), (149, "COPY_FREE_VARS"), (151, "RESUME"),
    (152, "MATCH_CLASS"), (33, "MATCH_KEYS"), (155, "FORMAT_VALUE"), (156, "BUILD_CONST_KEY_MAP"), (162, "LIST_EXTEND"),
    (163, "SET_UPDATE"), (164, "DICT_MERGE"), (165, "DICT_UPDATE"), (171, "CALL"), (172, "KW_NAMES"),
    (37, "CHECK_EG_MATCH"), (110, "JUMP_FORWARD"), (114, "POP_JUMP_FORWARD_IF_FALSE"), (107, "COMPARE_OP"))}
CACHES = {25: 4, 107: 2, 171: 4}


def template(a=1, b=2):
    return a


def assemble(text, consts=(), **fields):
    """A code object of `template`, with the instructions of the text."""
    raw = b""
    for part in text.split(";"):
        name, _, operand = part.strip().partition(" ")
        number = CODES[name]
        raw += bytes((number, int(operand or 0))) + bytes(2 * CACHES.get(number, 0))
    return template.__code__.replace(co_code=raw, co_consts=(None, *consts), co_linetable=b"", **fields)


def raises(name, call, *wanted):
    try:
        result = call()
    except Exception as e:
        print(f"ok {name}" if type(e) in wanted else f"{name}: {type(e).__name__}: {e}")
    else:
        print(f"{name}: no exception, {result!r:.60}")


def refused(name, text, consts=(), wanted=SystemError, **fields):
    code = assemble("RESUME 0;" + text, consts, **fields)
    raises(name, types.FunctionType(code, {}, None, (1, 2)), wanted)


def drained(code, *more):
    def run():
        g = types.FunctionType(code, {}, None, (1, 2))(*more)
        next(g)
        g.throw(ValueError)
    return run


def comprehension_of(f):
    return next(c for c in f.__code__.co_consts if isinstance(c, types.CodeType))


# ---- what instructions take on trust --------------------------------------------------------------

for name in ("LIST_APPEND", "SET_ADD", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE"):
    refused(f"{name} to an int", f"LOAD_CONST 1;LOAD_CONST 2;{name} 1;RETURN_VALUE", (5, {}))
refused("MAP_ADD to an int", "LOAD_CONST 1;LOAD_CONST 1;LOAD_CONST 1;MAP_ADD 1;RETURN_VALUE", (5,))
refused("DICT_MERGE to an int", "LOAD_CONST 1;LOAD_CONST 1;LOAD_CONST 1;LOAD_CONST 1;LOAD_CONST 1;DICT_MERGE 1;RETURN_VALUE",
        (5,))
refused("LIST_TO_TUPLE of an int", "LOAD_CONST 1;LIST_TO_TUPLE;RETURN_VALUE", (5,))
refused("FORMAT_VALUE by an int", "LOAD_CONST 1;LOAD_CONST 1;FORMAT_VALUE 4;RETURN_VALUE", (5,))
refused("BUILD_CONST_KEY_MAP of an int", "LOAD_CONST 1;LOAD_CONST 1;BUILD_CONST_KEY_MAP 1;RETURN_VALUE", (5,))
refused("BUILD_CONST_KEY_MAP of too few", "LOAD_CONST 1;LOAD_CONST 2;BUILD_CONST_KEY_MAP 1;RETURN_VALUE", (5, ()))
refused("MATCH_KEYS of an int", "LOAD_CONST 1;LOAD_CONST 1;MATCH_KEYS;RETURN_VALUE", (5,))
refused("MATCH_CLASS of ints", "LOAD_CONST 1;LOAD_CONST 1;LOAD_CONST 2;MATCH_CLASS;RETURN_VALUE", (int, (5,)))
refused("CALL_FUNCTION_EX with an int", "PUSH_NULL;LOAD_CONST 1;LOAD_CONST 2;LOAD_CONST 2;CALL_FUNCTION_EX 1;RETURN_VALUE",
        (len, ()))
refused("MAKE_FUNCTION of an int", "LOAD_CONST 1;MAKE_FUNCTION 0;RETURN_VALUE", (5,))
refused("MAKE_FUNCTION with a wrong closure", "LOAD_CONST 1;LOAD_CONST 2;MAKE_FUNCTION 8;RETURN_VALUE",
        ((5,), (lambda x: lambda: x).__code__.co_consts[1]))
refused("MAKE_FUNCTION without a closure", "LOAD_CONST 1;MAKE_FUNCTION 0;RETURN_VALUE",
        ((lambda x: lambda: x).__code__.co_consts[1],))
refused("RERAISE of an int", "LOAD_CONST 1;RERAISE 0", (5,))
refused("RERAISE with a far lasti", "LOAD_CONST 1;LOAD_CONST 2;RERAISE 1", (10**6, ValueError()))
refused("PUSH_EXC_INFO of an int", "LOAD_CONST 1;PUSH_EXC_INFO;RETURN_VALUE", (5,))
refused("POP_EXCEPT of an int", "LOAD_CONST 1;POP_EXCEPT;LOAD_CONST 0;RETURN_VALUE", (5,))
refused("CHECK_EG_MATCH of an int", "LOAD_CONST 1;LOAD_CONST 2;CHECK_EG_MATCH;RETURN_VALUE", (5, ValueError))
refused("PREP_RERAISE_STAR of ints", "LOAD_CONST 1;LOAD_CONST 1;PREP_RERAISE_STAR;RETURN_VALUE", (5,))
refused("END_ASYNC_FOR of an int", "LOAD_CONST 1;LOAD_CONST 1;END_ASYNC_FOR;LOAD_CONST 0;RETURN_VALUE", (5,))
refused("WITH_EXCEPT_START of ints", "LOAD_CONST 1;COPY 1;COPY 1;COPY 1;WITH_EXCEPT_START;RETURN_VALUE", (5,))
refused("FOR_ITER of an int", "LOAD_CONST 1;FOR_ITER 2;POP_TOP;POP_TOP;LOAD_CONST 0;RETURN_VALUE", (5,), TypeError)
refused("NULL returned", "PUSH_NULL;RETURN_VALUE")
refused("NULL popped", "PUSH_NULL;POP_TOP;LOAD_CONST 0;RETURN_VALUE")
refused("NULL called", "PUSH_NULL;PUSH_NULL;CALL 0;RETURN_VALUE")
refused("NULL as an argument", "PUSH_NULL;LOAD_CONST 1;PUSH_NULL;CALL 1;RETURN_VALUE", (len,))
refused("KW_NAMES of ints", "PUSH_NULL;LOAD_CONST 1;LOAD_CONST 2;KW_NAMES 3;CALL 1;RETURN_VALUE", (len, 5, (5,)))

# ---- frames ---------------------------------------------------------------------------------------

refused("no cell", "LOAD_DEREF 0;RETURN_VALUE", co_cellvars=("a",))
refused("no free variables copied", "LOAD_CLOSURE 0;RETURN_VALUE", co_cellvars=("a",))
refused("a cell overwritten", "MAKE_CELL 0;LOAD_CONST 0;STORE_FAST 0;LOAD_DEREF 0;RETURN_VALUE", co_cellvars=("a",))
refused("YIELD_VALUE in a function", "LOAD_CONST 0;YIELD_VALUE;RESUME 1;RETURN_VALUE")
refused("a generator twice", "RETURN_GENERATOR;POP_TOP;RESUME 0;LOAD_CONST 0;YIELD_VALUE;RESUME 1;POP_TOP;"
        "RETURN_GENERATOR;POP_TOP;LOAD_CONST 0;RETURN_VALUE", co_flags=0x23)
raises("throw() where nothing is delegated to", drained(assemble(
    "RETURN_GENERATOR;POP_TOP;RESUME 0;LOAD_CONST 0;YIELD_VALUE;RESUME 2;POP_TOP;LOAD_CONST 0;RETURN_VALUE",
    co_flags=0x23)), ValueError)
refused("a stack of two heights", "LOAD_FAST 0;POP_JUMP_FORWARD_IF_FALSE 1;LOAD_CONST 0;LOAD_CONST 0;RETURN_VALUE")
refused("a jump out of the code", "JUMP_FORWARD 200")
refused("the end of the code", "NOP")
refused("a handler above the stack", "LOAD_CONST 0;POP_TOP;LOAD_CONST 0;RETURN_VALUE",
        co_exceptiontable=bytes((0x80, 3, 1, 6)))

# ---- functions and constants ----------------------------------------------------------------------

raises("a comprehension called by hand", lambda: types.FunctionType(comprehension_of(lambda: [x for x in ()]), {})([1]),
       TypeError)
raises("a comprehension of an int", lambda: types.FunctionType(comprehension_of(lambda: {x for x in ()}), {})(5), TypeError)


def replaced_constants(f, old, new):
    consts = tuple(new if c == old and type(c) is type(old) else c for c in f.__code__.co_consts)
    return types.FunctionType(f.__code__.replace(co_consts=consts), {"f": f})


raises("keyword names replaced by an int", replaced_constants(lambda: dict(a=1), ("a",), 5), SystemError)
raises("keys replaced by an int", replaced_constants(lambda: {"a": f, "b": f}, ("a", "b"), 5), SystemError)
raises("a specification replaced by an int", replaced_constants(lambda: f"{1:>5}", ">5", 5), SystemError)
raises("closure of the wrong length", lambda: types.FunctionType((lambda x: lambda: x).__code__.co_consts[1], {}, closure=()),
       ValueError)
raises("marshal of other kinds", lambda: types.FunctionType(marshal.loads(
    marshal.dumps(template.__code__).replace(b"\x20\x20", b"\x80\x40")), {}), ValueError, TypeError)

# ---- trace functions ------------------------------------------------------------------------------


def summed(it):
    return [
        x
        for x in it]


def spoil(frame, event, arg):
    if ".0" in frame.f_locals:
        frame.f_locals[".0"] = 5
    return spoil


def displayed():
    x = [
        1,
        *(),
        2]
    return x


def jump(frame, event, arg):
    first = displayed.__code__.co_firstlineno
    if frame.f_code is displayed.__code__ and event == "line" and frame.f_lineno == first + 1:
        frame.f_lineno = first + 3
    return jump


def traced(function, f, *args):
    sys.settrace(function)
    try:
        return f(*args)
    finally:
        sys.settrace(None)


raises("a trace function exchanges the iterator", lambda: traced(spoil, summed, [1, 2]), TypeError)
raises("a jump to where a list is filled", lambda: traced(jump, displayed), ValueError)
trapped = types.FunctionType(assemble("RESUME 0;JUMP_FORWARD 200"), {}, None, (1, 2))
raises("a trap while traced", lambda: traced(lambda *event: None, trapped), SystemError)

leaver = types.FunctionType(assemble("RESUME 0;PUSH_NULL;LOAD_FAST 0;LOAD_FAST 0;LOAD_FAST 0;RETURN_VALUE",
                                     co_stacksize=4), {}, None, (1, 2))
left = object()
before = sys.getrefcount(left)
print("ok a return lets go of what is left" if leaver(left) is left and leaver(left, 3) is left
      and sys.getrefcount(left) == before else f"left behind: {sys.getrefcount(left) - before}")
