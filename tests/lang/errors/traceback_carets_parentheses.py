import linecache, traceback, warnings
a = b = None
c = [1]
for source in ["(a) + b", "a + (b)", "((a)) + ((b))", "(a)+(b)", "a  //  b", "(a)//b", "(a )+b", "c[(5)]", "c [ 5 ]",
               "(c)[5]", "(1+2) + a", "(1, 2)[5]", "(1)[a]", "c[1, 2]", "c[(1,2)]", "a<<b", "c[lambda: 1]", "c[*c]",
               "(1, 2)[0] = 3", "'abc'[0] = 'x'", "del (1, 2)[0]", "c[0][0] = 1", "(1 + 2)[3]", "1 + None"]:
    linecache.cache["seg"] = (1, None, [source + "\n"], "seg")
    try:
        exec(compile(source, "seg", "exec"))
    except Exception:
        print(traceback.format_exc().split("\n", 3)[3])
(a) + b
