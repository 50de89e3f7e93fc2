# Codes of the library, most of them without handlers, are equal to their copies.
import abc
import bisect
import copy
import heapq
import string
import textwrap
import types

n = 0
for m in string, copy, textwrap, heapq, bisect, abc, types:
    for f in vars(m).values():
        if type(f) is types.FunctionType:
            c = f.__code__
            n += 1
            assert c == c.replace() and c.replace() == c and not c == c.replace(co_name="other")
print(n > 20)
