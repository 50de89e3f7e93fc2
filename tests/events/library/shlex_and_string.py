import shlex, string
print(shlex.split("a 'b c' \"d \\\" e\" f\\ g # h", comments=True), shlex.quote("it's"), shlex.join(["a b", "c"]), list(shlex.shlex("x = 'y z' + 1; # c\n w", punctuation_chars=True)))
lex = shlex.shlex("include 'a'\nword two", posix=True)
print([lex.get_token() for _ in range(5)], lex.lineno, shlex.split("a|b&&c", posix=False))
for bad in "'", '"a', "a\\":
    try:
        shlex.split(bad)
    except ValueError as error:
        print(error)
t = string.Template("$a ${b} $$ $c")
print(t.safe_substitute(a=1), t.substitute(a=1, b=2, c=3), string.capwords("a bc  d"), t.get_identifiers(), t.is_valid())


class F(string.Formatter):
    def get_value(self, key, args, kwargs):
        return kwargs.get(key, key) if isinstance(key, str) else args[key]


print(F().format("{0!r:>5} {x.real} {name[0]} {1:{2}}", 1, 2, 4, x=5, name="q"), list(string.Formatter().parse("a{b!r:c}{{d")), string.Formatter().vformat("{}{}", [1, 2], {}))
for bad in "$", "${a", "$a":
    try:
        print(string.Template(bad).substitute())
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
