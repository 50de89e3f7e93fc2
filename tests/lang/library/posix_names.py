"""Every name of posix and the value of its constants."""
import posix

print(sorted(n for n in dir(posix) if not n.startswith("__")))
print(posix._have_functions)
print([(n, getattr(posix, n)) for n in sorted(dir(posix)) if type(getattr(posix, n)) is int])
print(posix.sysconf_names, posix.pathconf_names, posix.confstr_names)


def answer(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


for names, f in (posix.sysconf_names, posix.sysconf), (posix.confstr_names, posix.confstr), (posix.pathconf_names, lambda n: posix.pathconf("/", n)):
    # SC_AVPHYS_PAGES: the free memory, which is another one at each call
    print([n for n in names if n != "SC_AVPHYS_PAGES" and answer(f, n) != answer(f, names[n])])
    first = min(names)
    print([answer(f, n) for n in ("", "A", first[:-1], first + "x", "zz")], answer(f, first + "\0x") == answer(f, first))
