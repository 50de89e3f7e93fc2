# What is told of a bracket left open when a rule of mistakes speaks first: where the source
# has no newline at its end (eval, single), it hangs on whether the last token was looked behind.


def tell(source):
    for mode in "single", "eval":  # exec puts a newline there
        try:
            compile(source, "<source>", mode)
        except SyntaxError as e:
            print(mode, repr(source), e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
        else:
            print(mode, repr(source), "compiles")


for last in ":", "5", "name", "'a'", "''", "'''a'''", ".", "..", "...", "**=", ">>=", "!=", "->", ":=", "# comment", "]", "\\", "'", "$", "1_":
    tell(f"f((3\n  i4 in r(4) {last}")
    tell(f"f((3\n  i4 in r(4) {last}\n")
for source in ("tick((()\n  i4:", "(3\n i4 in 5", "(3\n i4; 3", "(3\n i4 = 4", "{3\n i4 = 4 :", "[a b\n c d", "f'{(a b}'", "f'{(a\n b'",
               "(a b", "(a\nb c", "f(x for x in y, 1\n :", "(lambda x=1, y\n: z", "(a := b := c\n :"):
    tell(source)
