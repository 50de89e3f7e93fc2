import dis
import types

# Code made of CPython's bytes: rewritten with replace(), or built by code().


def greet(name, *rest, sep=" "):
    for n in (name, *rest):
        try:
            yield sep.join(["hello", n.title(**{})])
        except AttributeError as e:
            yield type(e).__name__, len(rest)


def rebuild(c):
    consts = tuple(rebuild(k) if isinstance(k, types.CodeType) else k for k in c.co_consts)
    return types.CodeType(
        c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_nlocals, c.co_stacksize, c.co_flags,
        c.co_code, consts, c.co_names, c.co_varnames, c.co_filename, c.co_name, c.co_qualname, c.co_firstlineno,
        c.co_linetable, c.co_exceptiontable, c.co_freevars, c.co_cellvars)


print(greet.__code__.co_code.hex())
print(greet.__code__.co_linetable.hex(), greet.__code__.co_exceptiontable.hex())
again = types.FunctionType(rebuild(greet.__code__), globals(), "again", None)
again.__kwdefaults__ = {"sep": "-"}
print(list(again("ann", 3, "bob")))
print(again.__code__ == greet.__code__, hash(again.__code__) == hash(greet.__code__))


def total(a, b):
    return a + b * 10


# Every + becomes -.
code = bytearray(total.__code__.co_code)
for i in dis.get_instructions(total):
    if i.opname == "BINARY_OP" and i.argrepr == "+":
        code[i.offset + 1] = 10
total.__code__ = total.__code__.replace(co_code=bytes(code))
print(total(5, 2), total.__code__.co_code == bytes(code))

# A wide operand and other constants.
op = dis.opmap
wide = bytes([op["RESUME"], 0, op["EXTENDED_ARG"], 1, op["LOAD_CONST"], 44, op["RETURN_VALUE"], 0])
total.__code__ = total.__code__.replace(co_code=wide, co_consts=tuple(range(400)),
                                        co_linetable=bytes([0xef, 2]))
print(total(1, 2))
unlined = total.__code__.replace(co_linetable=b"")
print(list(unlined.co_positions()), unlined.co_linetable)

# Calls as CPython makes them.
call = bytes([
    op["RESUME"], 0, op["PUSH_NULL"], 0, op["LOAD_FAST"], 0, op["LOAD_FAST"], 1, op["LOAD_CONST"], 1,
    op["KW_NAMES"], 2, op["PRECALL"], 2, 0, 0, op["CALL"], 2, 0, 0, 0, 0, 0, 0, 0, 0, op["RETURN_VALUE"], 0])
total.__code__ = total.__code__.replace(co_code=call, co_consts=(None, 16, ("base",)), co_stacksize=4,
                                        co_linetable=bytes([0xef, 2, 0xef, 0]))
print(total(int, "ff"))

for bad in (b"\x97", b"\x97\x00d"):
    try:
        total.__code__.replace(co_code=bad)
    except ValueError as e:
        print(e)


def moved():
    raise KeyError


moved.__code__ = moved.__code__.replace(co_firstlineno=1000)
try:
    moved()
except KeyError as e:
    print(e.__traceback__.tb_next.tb_lineno, moved.__code__.co_lnotab)
print(list(moved.__code__.co_lines()))


def closure(c):
    copy = bytes([op["COPY_FREE_VARS"], 1]) + c.co_code
    return c.replace(co_freevars=c.co_freevars + ("__class__",), co_code=copy)


def method(self):
    return __class__


def cell(__class__):
    return (lambda: __class__).__closure__


f = types.FunctionType(closure(method.__code__), globals(), "f", None, cell(int))
print(f.__code__.co_freevars, f.__closure__[0].cell_contents)
