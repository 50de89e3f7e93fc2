"""What conversion methods may return, and what is said when they return something else."""
import math, operator, os, warnings

warnings.simplefilter("ignore")
values = [1, 1.5, "x", None, True, 1j, b"x", [], 10**30, NotImplemented, type("I", (int,), {})(5),
          type("F", (float,), {})(2.5), type("C", (complex,), {})(1j), type("S", (str,), {})("sub")]
users = {"__int__": [int, float, complex, operator.index], "__float__": [float, int, complex],
         "__index__": [int, float, complex, operator.index, hex, chr, lambda v: "abcdef"[v], range, bytes, bytearray],
         "__complex__": [complex, float], "__trunc__": [int, math.trunc], "__bool__": [bool], "__len__": [len, bool],
         "__length_hint__": [operator.length_hint], "__hash__": [hash], "__str__": [str, "%s".__mod__, format],
         "__repr__": [repr, str, ascii], "__format__": [format, "{}".format], "__bytes__": [bytes],
         "__fspath__": [os.fspath], "__round__": [round], "__iter__": [iter, list], "__contains__": [lambda v: 1 in v],
         "__reversed__": [reversed], "__dir__": [dir], "__enter__": [lambda v: exec("with v: pass", {"v": v})]}
for name, functions in users.items():
    for f in functions:
        for value in values:
            o = type("K", (), {name: lambda self, *args: value})()
            try:
                result = repr(f(o))
            except Exception as e:
                result = f"{type(e).__name__}: {e}"
            print(name, repr(value), "OBJECT" if " at 0x" in result else result)
