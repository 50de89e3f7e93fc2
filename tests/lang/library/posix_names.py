"""Every name of posix and the value of its constants."""
import posix

print(sorted(n for n in dir(posix) if not n.startswith("__")))
print(posix._have_functions)
print([(n, getattr(posix, n)) for n in sorted(dir(posix)) if type(getattr(posix, n)) is int])
print(posix.sysconf_names, posix.pathconf_names, posix.confstr_names)
