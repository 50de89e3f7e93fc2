# The module ossaudiodev where there is no sound: numbers, what is refused, a mixer that is no mixer.
import os
import sys
import tempfile
import warnings
import weakref

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    import ossaudiodev as oss
print([(w.category.__name__, str(w.message)) for w in seen])
print({n: v for n, v in vars(oss).items() if isinstance(v, int)})
print(oss.control_labels, oss.control_names, oss.error is oss.OSSAudioError, oss.error.__mro__)
for name in 'AUDIODEV', 'MIXERDEV':
    os.environ[name] = '/no/such/' + name


def hook(event, args):
    if event == 'open' and str(args[0]).startswith(('/no', '/dev')):
        print(event, args)


def t(f, *a, **k):
    try:
        print(getattr(f, '__name__', f), a, k, f(*a, **k))
    except BaseException as e:
        print(getattr(f, '__name__', f), a, k, type(e).__name__, e)


sys.addaudithook(hook)
for f in oss.open, oss.openmixer:
    for a in ((), ('a',), (1,), ('a', 'b', 'c'), ('a', 1), ('/no/such', 'r'), ('/dev/null', 'rw'), ('w',), ('r\0',), ('/dev/null', 'x'), (None,)):
        t(f, *a)
    t(f, device='x')

Mixer = type(oss.openmixer('/dev/null'))
print(Mixer, Mixer.__mro__)
t(Mixer)
with oss.openmixer('/dev/null') as m:
    print(os.get_inheritable(m.fileno()))
    for name in 'controls', 'stereocontrols', 'reccontrols', 'get_recsrc', 'set_recsrc', 'get', 'set', 'close', 'fileno', '__enter__':
        for a in ((1,), ('a',), (1, 2), (1, (2, 3)), (1, (2,)), (-1, (1, 2)), (1, (200, 1)), (1 << 40,), (1 << 80,), (-1 << 40,), (2.5,), (1, 'ab'), (1, b'ab'),
                  (1, {0: 1, 1: 2}), (1, [2, 'x']), (1, None), ('a', 1), (99, 1), (99, (1, 1))):
            t(getattr(m, name), *a)
for name in 'controls', 'get', 'set', 'fileno', '__exit__':
    t(getattr(m, name))
for bad in (lambda: setattr(m, 'x', 1), lambda: m.x, lambda: weakref.ref(m), lambda: type('M', (Mixer,), {})):
    try:
        print(bad())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, str(e).partition(' at 0x')[0])
