# The module nis where there is no server: what it refuses, and what it says.
import warnings

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    import nis
print([(w.category.__name__, str(w.message)) for w in seen])
print(nis.error, nis.error.__mro__, sorted(n for n in dir(nis) if not n.startswith('__')))


def t(f, *a, **k):
    try:
        print(f.__name__, a, k, f(*a, **k))
    except nis.error as e:
        print(f.__name__, a, k, 'nis.error', len(e.args), type(e.args[0]))
    except BaseException as e:
        print(f.__name__, a, k, type(e).__name__, e)


for f in nis.match, nis.cat, nis.maps:
    for a in ((), ('a', 'b', 'c', 'd'), (1,), ('a', 1), ('a', 'b', 1), ('a\0', 'b\0', 'c'), (None,), ('a', 'passwd', 'no.such'), ('no.such',), ('passwd', 'no.such')):
        t(f, *a)
    t(f, domain='no.such')
    t(f, map='passwd', domain='no.such')
    t(f, key='x', map='passwd', domain='no.such')
t(nis.cat, '\udc80', 'no.such')
t(nis.maps, '\udc80')
t(nis.match, '\udc80', 'passwd', 'no.such')
t(nis.get_default_domain, 1)
t(nis.get_default_domain, x=1)
