import collections
for text in ("collections.deque().index(a=1)", "[].append(x=1)", "'a'.upper(x=1)", "collections.deque().append()", "(1).bit_length(1)", "{}.keys(1)", "collections.deque().popleft(1)"):
    try:
        eval(text)
    except TypeError as e:
        print(text, "->", e)
