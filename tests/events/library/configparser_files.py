import configparser, io
c = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), allow_no_value=True)
c.read_string("[DEFAULT]\nbase = /x\n[a]\npath = ${base}/y\nflag\nnumber: 3\ntext = one\n  two\n# comment\n[b]\nref = ${a:path}\nyes = on\n")
print(c.sections(), c["a"]["path"], c["b"]["ref"], c.getint("a", "number"), c.getboolean("b", "yes"), c.get("a", "flag"), c["a"]["text"].split())
c["new"] = {"k": "v"}
c.set("new", "k2", "w")
c.remove_option("new", "k")
out = io.StringIO()
c.write(out)
print(out.getvalue(), c.has_section("new"), c.options("a"), dict(c.items("b", raw=True)), c.get("b", "nope", fallback="f"))
for text in "x = 1", "[a]\n[a]\n", "[a]\nb = 1\nb = 2\n", "[a]\n = 1\n", "[a]\nb = ${c}\n":
    try:
        d = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
        d.read_string(text)
        print(d["a"]["b"])
    except configparser.Error as error:
        print(type(error).__name__)
r = configparser.RawConfigParser()
r.read_dict({"s": {"p": "%(q)s"}})
print(r["s"]["p"], configparser.ConfigParser({"q": "1"}, comment_prefixes=";").defaults())
