print(1 in [1], 1 not in (2,), "b" in "abc", "" in "", 2 in {1: 2}, 1 in {1: 2}, 3 in range(5), 98 in b"abc", b"bc" in b"abcd")
print(None is None, [] is [], () is (), "a" is not None)
for text in ("1 in 1", "1 in 'a'", "'a' in b'a'", "[] in {}", "None in 5"):
    try:
        eval(text)
    except TypeError as e:
        print(text, "->", e)
