# The small modules over libcrypt, libuuid and the system's logger: results, refusals, audit events.
import _crypt
import _uuid
import sys
import syslog


def t(f, *a, **k):
    try:
        print('=', f(*a, **k))
    except BaseException as e:
        print(type(e).__name__, e)


t(_crypt.crypt)
t(_crypt.crypt, 'a')
t(_crypt.crypt, 'a', 'b', 'c')
t(_crypt.crypt, word='a', salt='ab')
for pair in ((1, 'ab'), ('a', 1), ('a', None), ('a', 'ab'), ('a', '$1$ab'), ('a', '$5$ab'), ('a', '$6$ab'), ('a\0', 'ab'), ('a', ''), ('a', '!'),
             (b'a', 'ab'), ('\xe9', '$1$ab'), ('a', '*0'), ('\udc80', 'ab')):
    t(_crypt.crypt, *pair)

print({n: getattr(syslog, n) for n in dir(syslog) if n.startswith('LOG_') and isinstance(getattr(syslog, n), int)})
for args in ((), (1,), ('a', 1), (1, 2), (1, 'x', 3), ('a\0b',), (None, 'x')):
    t(syslog.syslog, *args)
t(syslog.syslog, priority=1)
for args in ((1,), ('x', 'y'), ('x', 1, 8), ('x', 1 << 70)):
    t(syslog.openlog, *args)
t(syslog.openlog, 'x', foo=1)
t(syslog.openlog, facility=8, ident='q')
t(syslog.closelog, 1)
for args in ((), ('x',), (0xff,)):
    t(syslog.setlogmask, *args)
for f in (syslog.LOG_MASK, syslog.LOG_UPTO):
    for args in ((), ('x',), (3,), (31,)):
        t(f, *args)


def hook(event, args):
    if event.startswith('syslog'):
        print(event, args[1:] if event == 'syslog.openlog' else args)


syslog.closelog()
sys.addaudithook(hook)
syslog.openlog('a', syslog.LOG_PID, syslog.LOG_LOCAL0)
syslog.syslog('x')
syslog.syslog(syslog.LOG_ERR, 'y')
syslog.setlogmask(255)
syslog.closelog()
syslog.syslog('opens it')
syslog.closelog()

t(_uuid.generate_time_safe, 1)
print(_uuid.has_uuid_generate_time_safe, [type(v).__name__ for v in _uuid.generate_time_safe()])
print(len({_uuid.generate_time_safe()[0] for i in range(100)}), len(_uuid.generate_time_safe()[0]), _uuid.generate_time_safe()[0][6] >> 4)
