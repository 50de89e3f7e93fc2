import json, random, _json
r = random.Random(5)
def value(d=0):
    k = r.randrange(10 if d < 4 else 7)
    if k == 0: return None
    if k == 1: return r.choice([True, False])
    if k == 2: return r.choice([0, -1, 10**17, 10**18, -10**18, 10**30, r.randrange(-1000, 1000)])
    if k == 3: return r.choice([0.0, -0.0, 1.5, 1e100, 1e-7, -2.5e300])
    if k < 7: return ''.join(r.choice(['a', '"', '\\', '\n', '\x01', '\x7f', 'é', '\u1234', '\U0001f600', '\ud800', '\udc00', '/', 'zz', ' ']) for _ in range(r.randrange(8)))
    if k == 7: return [value(d+1) for _ in range(r.randrange(4))]
    return {r.choice([str(value(9)), 1, 2.5, None, True, "k%d" % r.randrange(5)]): value(d+1) for _ in range(r.randrange(4))}
def t(f, *a, **k):
    try: v = f(*a, **k)
    except BaseException as e: v = (type(e).__name__, str(e))
    return ascii(v)
chars = '{}[]",:\\u0123456789abcdefDd8 \n\t-+.eEntrufalsINy\x01é\U0001f600'
out = []
for i in range(25):
    v = value()
    s = t(json.dumps, v); out.append(s); out.append(t(json.dumps, v, ensure_ascii=False)); out.append(t(json.dumps, v, sort_keys=True)); out.append(t(json.dumps, v, indent=1))
    try: s = json.dumps(v, ensure_ascii=r.random() < .5, separators=r.choice([None, (', \n', ' : ')]))
    except Exception: continue
    out.append(t(json.loads, s)); out.append(t(json.loads, s, object_pairs_hook=list)); out.append(t(json.loads, s, parse_int=str, parse_float=repr, object_hook=lambda d: sorted(map(str,d))))
    for j in range(6):
        p = r.randrange(len(s) + 1); q = r.randrange(3)
        m = s[:p] if q == 0 else s[:p] + r.choice(chars) + s[p + (q == 1):]
        out.append(ascii(m)); out.append(t(json.loads, m)); out.append(t(json.loads, m, strict=False))
        out.append(t(_json.scanstring, m, r.randrange(-1, len(m) + 2)))
        out.append(t(json.JSONDecoder().raw_decode, m, r.randrange(-1, len(m)+2)))
for s in ['"\\u', '"\\u12', '"\\u1234', '"\\u123"', '"\\u12g4"', '"\\ud800\\u"', '"\\ud800\\udc00"', '"\\ud800\\u12"', '"\\ud800\\u1234"', '"\\ud800\\udc0g"', '"\\ud800x"', '"\\x"', '"\\', '"', '"a', '"\n"', '[', '[1', '[1,', '[1,]', '[,', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{1:1}', '{"a" 1}', '-', '-a', '01', '1.', '1.e5', '1e', '1e+', '1E5', '-0', '-0.0', '.5', 'nul', 'NaN', 'Infinity', '-Infinity', '-Inf', 'Inf', '', ' ', '1 2', '[1 2]', '\ufeff1', '1'*5000, '-' + '1'*18, '1'*19, '123456789012345678', '-12345678901234567', '"\\uD83D\\uDE00"', '"\\ud800\\ud800\\udc00"']:
    out.append(s[:30].encode('ascii','backslashreplace').decode() + t(json.loads, s)); out.append(t(json.loads, s, strict=False)); out.append(t(json.loads, s, parse_constant=lambda c: 'C' + c))
class D(dict):
    def items(self): return [('x', 1), ('y', [2])]
class E2(dict):
    def items(self): return [1]
class I(int):
    def __repr__(self): return 'no'
class F(float):
    def __repr__(self): return 'no'
class S(str): pass
for v in [D(a=1), E2(a=1), I(5), F(2.5), S('a"'), {S('k'): I(1)}, {I(5): 1}, {F(2.5): 1}, {(1,): 1}, {'a': 1, (1,): 2, 'b': 3}, {b'a': 1}, object, [object()], {1, 2}, float('nan'), [float('inf')], {float('-inf'): 1}, (), [()], {}, [{}], b'a']:
    for k in ({}, {'skipkeys': True}, {'allow_nan': False}, {'default': lambda o: ['d', str(type(o).__name__)]}, {'default': lambda o: o}, {'check_circular': False}, {'sort_keys': True}):
        if 'default' in k and k['default'](5) == 5 and not k.get('check_circular', True): continue
        out.append(t(json.dumps, v, **k))
l = []; l.append(l); d = {}; d['a'] = [d]
out += [t(json.dumps, l), t(json.dumps, d), t(json.dumps, {'b': 1, 2: 3}, sort_keys=True)]
deep = []
for i in range(3000): deep = [deep]
out += [t(json.dumps, deep), t(json.loads, '[' * 3000), t(json.loads, '{"a":' * 3000)]
class Bad(json.JSONEncoder): encoder = 5
enc = json.encoder.c_make_encoder
for a in [(None,1,1,None,':',',',1,0,1), ({},None,lambda s: 5,None,':',',',0,0,0), (None,None,str.upper,None,':',',',0,0,0), (1,1,1,None,':',',',1,0,1),(None,1,1,None,5,',',1,0,1)]:
    try: e = enc(*a)
    except Exception as x: out.append(str(x)); continue
    for o in 'a', 1, ['b', {'c': 2}], 1.5: out.append(t(e, o, 0))
    out.append(t(e)); out.append(ascii([e.indent, e.key_separator, e.item_separator, e.sort_keys, e.skipkeys]))
sc = json.scanner.c_make_scanner(json.JSONDecoder())
out += [ascii((sc.strict, sc.object_hook, sc.parse_int, sc.parse_float)), t(sc, 'x', 5), t(sc, 5, 5), t(sc), t(sc, '1', -1), t(sc, string='[1]', idx=0), t(setattr, sc, 'strict', 1), t(json.scanner.c_make_scanner, 5)]
out += [t(_json.scanstring), t(_json.scanstring, 1, 2), t(_json.encode_basestring, 1), t(_json.encode_basestring_ascii, b'')]
print('\n'.join(out))
