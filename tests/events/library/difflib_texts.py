import difflib
a = "one two three four five".split()
b = "one 2 three four five six".split()
print(*difflib.unified_diff(a, b, "a", "b", lineterm=""), sep="\n")
print(*difflib.context_diff(a, b, lineterm="", n=1), sep="\n")
print(*difflib.ndiff(["abc\n", "x\n"], ["abd\n", "y\n"]), sep="")
s = difflib.SequenceMatcher(None, "private Thread currentThread;", "private volatile Thread currentThread;")
print(s.ratio(), s.quick_ratio(), s.get_opcodes(), s.get_matching_blocks(), difflib.get_close_matches("appel", ["ape", "apple", "peach"]))
print(len(difflib.HtmlDiff().make_table(a, b)), list(difflib.restore(difflib.ndiff(a, b), 1)))
