"""The constants and functions of _stat, and stat_result as a sequence."""
import _stat
import errno
import os


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e, repr(getattr(e, "filename", None)), repr(getattr(e, "filename2", None)))


print([ (n,getattr(_stat,n)) for n in sorted(dir(_stat)) if n[:2] in('S_','ST','SF','UF') and not callable(getattr(_stat,n))])
for m in 0o100644,0o40755,0o120777,0o1777,0o4755,0o2644,0o104644: print(_stat.filemode(m), _stat.S_ISDIR(m), _stat.S_ISREG(m), _stat.S_IMODE(m), _stat.S_IFMT(m))
t(lambda: _stat.S_ISDIR('a'))
t(lambda: _stat.S_ISDIR(-1))
t(lambda: _stat.S_ISDIR(1<<40))
print(list(errno.errorcode.items()))
print(os.stat_result(range(10)), os.stat_result(range(10)).st_mtime, os.stat_result(range(19)).st_rdev)
print(os.stat_result.n_fields, os.stat_result.n_unnamed_fields, os.stat_result.__match_args__)
print(os.stat("/").__reduce__()[1][1].keys())
