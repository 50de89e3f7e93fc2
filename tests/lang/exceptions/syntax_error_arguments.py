def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


show(SyntaxError)
show(SyntaxError, "m")
for details in ((), ("f",), ("f", 1, 2, "text"), ("f", 1, 2, "text", 3),
                ("f", 1, 2, "text", 3, 4), ("f", 1, 2, "text", 3, 4, 5), "abcd", "ab", 5):
    show(SyntaxError, "m", details)
e = SyntaxError("m", ("/a/b/f", 1, 2, "text", 3, 4))
print(e.msg, e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset, e.print_file_and_line)
e.filename = None
print(e)
e.lineno = "x"
print(e)
e.filename, e.lineno = "dir/g", 7
print(e, e.args)
show(e.__init__, "again", ())
print(e.msg, e.filename)
e.__init__("other")
print(e.msg, e.filename, e.args)
