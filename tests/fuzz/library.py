"""What programs.py writes of the library that programs stand on: texts of all scripts, bytes, numbers, memoryviews, iterators,
collections, functools, dataclasses, enums, contextlib, formats, and the traceback that C prints, carets and all.

A template's @X stands for one of KINDS['X'] (or, for a part that has templates of its own, for one of those), chosen anew each
time; `tell` shows a result by its repr, or the exception. What they call lies in PRELUDE.
"""
import re

PRELUDE = '''
import abc, array, ast, base64, bisect, collections, contextlib, copy, csv, dataclasses, datetime, decimal, enum, fractions, functools, heapq, html, inspect
import io, itertools, json, math, operator, os, pickle, pprint, random, re, shlex, statistics, string, struct, tempfile, textwrap, typing, unicodedata, urllib.parse, zlib
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from fractions import Fraction
from dataclasses import dataclass, field, KW_ONLY, InitVar
from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique
def text_of(v):
    return plain(v) if isinstance(v, (set, frozenset)) else repr(v)
def tell(text):
    show(text)
    try: show(text_of(eval(compile(text, 'program', 'eval'), globals())))
    except Exception as e: show((type(e).__name__, str(e), type(e.__context__).__name__, type(e.__cause__).__name__))
def first(it, n=6):
    return list(itertools.islice(it, n))
def shot(text):
    """What the interpreter prints of an exception that nobody catches, its source lying in a file."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'shot.py')
        with open(name, 'w', encoding='utf-8') as file: file.write(text)
        kept, sys.stderr = sys.stderr, io.StringIO()
        try:
            exec(compile(text, name, 'exec'), {'__name__': 'shot'})
        except Exception as e:
            tb = e.__traceback__
            while tb and tb.tb_frame.f_code.co_filename != name: tb = tb.tb_next
            sys.__excepthook__(type(e), e.with_traceback(tb), e.__traceback__)
        finally:
            said, sys.stderr = sys.stderr.getvalue(), kept
        for line in said.replace(folder, '').split(chr(10)): show(line)
def steps_of(g):
    return [x for x in first(g)]
@dataclass(order=True)
class Point:
    x: int = 0
    y: int = 0
class Color(Enum):
    RED = 1
    GREEN = 2
    ROUGE = 1
class Bits(Flag):
    A = 1
    B = 2
    C = 4
    AB = 3
class Mode(IntFlag):
    R = 4
    W = 2
    X = 1
Pair = namedtuple('Pair', 'a b', defaults=[7])
class Odd(dict):
    def __missing__(s, k): return log('missing', k)
class Ctx:
    def __init__(s, n): s.n = n
    def __enter__(s): return log('in', s.n)
    def __exit__(s, t, v, tb):
        log('out', s.n, t and t.__name__)
        if s.n == 3: raise OSError(s.n)
        return s.n == 2
'''

KINDS = {
    "i": "0 1 2 3 -1 -2 5 7 10 100 None True -9 2**63 -2**64 10**30 1.5 'a' b'x' 255 256 sys.maxsize".split(),
    "n": "0 1 2 3 -1 -2 5 7 10 100 True -9 2**63 -2**64 10**30 255 12345678901234567890 -10**18 2**31".split(),
    "s": ["''", "'a'", "'abc abc'", "'\u00df\u1e9e'", "'\u03a3\u03b1\u03c3\u03a3'", "'A\u03a3'", "'\u0130i\u0131I'", "'\ufb01\ufb03n'", "'\u01c5\u01c4\u01c6'", "'\u0661\u0662\u0663'", "'\u00b2\u2460\u00bd'", "'\u2167\u2168'", "'e\u0301'", "'\\ud800x'",
          "'\U00010400\U00010428'", "'\u65e5\u672c\u8a9e \u4e09'", "'a\\x85b\\u2028c\\x1cd\\r\\ne\\n'", "' \u3000\\t\u00a0x '", "'\u0e01\u0e33'", "'\u05d0\u05d1 1'", "'12_3'", "' -0x1F '", "'1e5'", "'\u20ac'", "'A-b_C d'", "'\u1f88\u1fb3'", "'\\x00\\x7f'", "'{} {0}'", "'%s'", "'a,b,,c'", "'\u00b5\u03bc'", "'Hello World'",
          "'\u00e9' * 300", "'x' * 40", "'\U0001f468\u200d\U0001f469'", "'\u00c5ngstro\u0308m'", "'they're'".replace("'re", "\\'re"), "'\u0149 \u1e96 \u0390'", "'-12'", "'+\u0967\u0968'", "'\u2212' '5'", "'nan'", "'(1+2j)'", "'\u3007'", "'\u00ad\u200b'"],
    "b": ["b''", "b'a'", "b'ab cd'", "b'\\x00\\xff'", "b' \\t12 '", "b'Abc-DEF'", "bytearray(b'xyz')", "b'a,b,,c'", "memoryview(b'abcd')", "b'\\xe2\\x82\\xac'", "b'a\\r\\nb\\x0bc'", "b'%d'", "array.array('b', [97, 98])", "b'abab' * 3", "None", "'a'", "65", "[97]"],
    "f": "0.0 -0.0 1.5 -2.5 0.1 1e16 1e15 123456789012345680.0 1e22 1e23 5e-324 1.7976931348623157e308 math.inf -math.inf math.nan 2.675 0.5 1.0000000000000002 1e-5 0.0001 9007199254740993.0 -1e-300 3.14 100.0 .30000000000000004".split(),
    "c": "1j -0j 1+2j complex(math.nan,1) complex(-0.0,-0.0) 1e300+1e300j complex('inf') -1.5-2.5j".split(),
    "d": ["Decimal('1.10')", "Decimal('-0')", "Decimal('NaN')", "Decimal('1E+5')", "Decimal('1e-9')", "Decimal('Infinity')", "Decimal('123456.789')", "Decimal('sNaN')", "Decimal(7)", "Decimal('-2.5')"],
    "q": ["Fraction(1, 3)", "Fraction(-7, 2)", "Fraction(0)", "Fraction('1.25')", "Fraction(10**20, 3)"],
    "x": ["@n", "@n", "@f", "@c", "@d", "@q", "True", "None"],
    "l": ["[]", "[1]", "[3, 1, 2]", "[1, 1, 2, 2, 1]", "'abca'", "(1, 'a')", "range(5)", "range(4, -3, -2)", "{1: 2}", "iter([5, 6])", "[[1, 2], [3]]", "[(1, 2), (3, 4)]", "b'ab'", "[1.5, 'a', None]", "None", "L(3)", "[True, 0, '']", "deque([1, 2, 3])"],
    "m": ["memoryview(b'abcdefgh')", "memoryview(bytearray(b'abcdefgh'))", "memoryview(array.array('i', [1, -2, 3]))", "memoryview(bytearray(12)).cast('B', [3, 4])", "memoryview(b'12345678').cast('H')", "memoryview(array.array('d', [1.5, -2.0]))", "memoryview(bytearray(range(24))).cast('B', (2, 3, 4))",
          "memoryview(b'abcdefgh').cast('c')", "memoryview(b'abcdefgh')[::2]", "memoryview(b'abcdefgh')[::-1]", "memoryview(b'')", "memoryview(b'abcdefgh').cast('?')", "memoryview(bytearray(8)).cast('f')", "memoryview(b'abcdefgh').cast('q')", "memoryview(bytearray(b'abcdefgh')).toreadonly()"],
    "k": ["@i:@i", "@i:@i:@i", ":", "::-1", "::2", "@i", "...", "@i, @i", "@i:@i, @i", "()", "None:None"],
    "p": ["lambda v: v", "lambda v: v % 2", "bool", "None", "str", "operator.neg", "lambda a, b: log(a + b)", "operator.add", "lambda *a: a", "len", "log", "1", "lambda: 3"],
    "e": ["'strict'", "'ignore'", "'replace'", "'backslashreplace'", "'xmlcharrefreplace'", "'surrogateescape'", "'surrogatepass'", "'namereplace'", "'none'"],
    "u": ["'utf-8'", "'ascii'", "'latin-1'", "'utf-16'", "'utf-16-be'", "'utf-32-le'", "'cp1252'", "'utf-7'", "'idna'", "'punycode'", "'raw_unicode_escape'", "'unicode_escape'", "'koi8-r'", "'shift_jis'", "'utf-8-sig'", "'rot13'", "'UTF8'", "'cp437'", "'gb18030'", "'euc_kr'", "'big5'", "'iso2022_jp'"],
    "fs": ["@fl@al@sg@hs@wd@gr@pr@ty"], "fl": ["", "", "", "*", "\u20ac"], "al": ["", "", "<", ">", "^", "="], "sg": ["", "", "+", "-", " ", "z"], "hs": ["", "", "#", "0"], "wd": ["", "5", "1", "20", "012"], "gr": ["", "", ",", "_"], "pr": ["", "", ".0", ".1", ".3", ".17", "."], "ty": ["", *"dbxXocneEfFgG%sr"],
    "pf": ["%@pl@pw@pp@pt"], "pl": ["", "-", "+", " ", "0", "#", "-0", "+#"], "pw": ["", "5", "*", "12"], "pp": ["", ".0", ".3", ".*", ".12", "."], "pt": [*"diouxXeEfFgGcrsab%"],
}

PARTS = {
    "texts": ["@s.@str0()", "@s.@str0()", "@s.@str1(@s)", "@s.@str2(@s, @i)", "@s.@str2(@s, @i, @i)", "@s.@pad(@i, @s)", "@s.replace(@s, @s, @i)", "@s.@splits(@s, @i)", "@s.@splits(None, @i)", "@s.splitlines(@i)", "@s.expandtabs(@i)", "@s.translate({97: @i, 0x3c3: @s, 0xdf: None})", "@s.maketrans(@s, @s, @s)", "@s.maketrans({@s: @i})", "@s[@k]", "@s.encode(@u, @e)",
              "@s.encode(@u)", "@s.join([@s, @s])", "@s.join(@l)", "@s.startswith((@s, @s), @i)", "@s.endswith(@s, @i, @i)", "@s < @s", "@s in @s", "@s * @i", "@s % @i", "@s % (@s,)", "@s.format(@i)", "ascii(@s)", "repr(@s)", "int(@s, @i)", "int(@s)", "float(@s)", "complex(@s)", "ord(@s)", "@s.casefold() == @s.casefold()", "unicodedata.normalize(@nf, @s)", "[unicodedata.@ucd(c, 0) for c in @s]",
              "[unicodedata.@uc2(c) for c in @s]", "@s.isidentifier()", "@s.removeprefix(@s)", "@s.removesuffix(@s)", "hash(@s) == hash(@s)", "[*map(ord, @s[:4])]", "@s.title().swapcase()", "@s.upper().lower()", "@s.@str0(@i)", "@s.@pad()", "textwrap.wrap(@s, @w)", "textwrap.shorten(@s, @w)", "textwrap.indent(@s, '> ')", "textwrap.dedent(@s)", "html.escape(@s)", "html.unescape('&#@n;&eacute;&lt')", "shlex.split(@s)", "shlex.quote(@s)",
              "string.Template(@s + '$a ${b}').safe_substitute(a=1)", "string.capwords(@s, @i)", "urllib.parse.quote(@s, @s)", "urllib.parse.unquote(@s + '%e2%82%ac')", "str(@b, @u, @e)", "str(@b)", "re.findall(@re, @s)", "re.sub(@re, @rp, @s, @w)", "re.split(@re, @s, @w)", "[m.span() for m in re.finditer(@re, @s, @rf)]", "re.match(@re, @s)", "re.escape(@s)", "re.compile(@s)", "string.Formatter().vformat(@s, (1,), {})", "json.dumps(@s, ensure_ascii=@i)", "ast.literal_eval(@s)", "@s.__format__('@fs')", "format(@s, '@fs')", "f'{@s!r:@fs}'".replace("'{", '"{').replace("}'", '}"')],
    "octets": ["@b.@str0()", "@b.@str1(@b)", "@b.@str2(@b, @i)", "@b.@str2(@b, @i, @i)", "@b.@pad(@i, @b)", "@b.replace(@b, @b, @i)", "@b.@splits(@b, @i)", "@b.splitlines(@i)", "@b[@k]", "@b.decode(@u, @e)", "@b.decode(@u)", "@b.join([@b, @b])", "@b.hex(@s, @i)", "@b.hex(':', @i)", "bytes.fromhex(@s)", "@b.translate(@b, @b)", "@b.translate(None, delete=@b)", "@b < @b", "@b == @b", "@b in @b", "@i in @b", "@b * @i", "@b + @b", "b'@pf' % (@x,)", "b'@pf|@pf' % (@i, @b)", "b'@pf' % @b",
               "b'%(a)@pt' % {b'a': @i}", "bytes(@i)", "bytes(@l)", "bytes(@s, @u)", "bytearray(@l)", "int.from_bytes(@b, @bo, signed=@i)", "@n.to_bytes(@i, @bo, signed=@i)", "(@n).to_bytes(@w, @bo, signed=True)", "struct.pack(@sf, @i)", "struct.pack(@sf, @x, @i)", "struct.unpack(@sf, @b)", "struct.calcsize(@sf)", "first(struct.iter_unpack(@sf, @b))", "base64.@b64(@b)", "zlib.crc32(@b, @n)", "zlib.decompress(@b)", "zlib.decompress(zlib.compress(@b, @w))",
               "array.array(@at, @l)", "array.array(@at, @b)", "array.array(@at, [1, 2, 3])[@k]", "array.array(@at, [1, 2]) + array.array(@at, [3])", "array.array(@at, [1, 2]).@am(@i)", "io.BytesIO(b'ab\\ncd').@io(@i)", "io.StringIO(@s).@io(@i)", "io.StringIO(@s, @nl).readlines()", "pickle.loads(pickle.dumps(@x, @w))", "pickle.loads(@b)", "pickle.dumps(@s, @w)", "bytes.maketrans(@b, @b)", "@b.count(@i)", "@b.find(@i)", "bytearray(b'abc').@ba(@i)", "bytearray(b'abc').@ba(@i, @i)", "bytearray(b'abc').@ba()", "(lambda v: (v.__setitem__(slice(@i, @i, @i), @b), v))(bytearray(b'abcdef'))", "(lambda v: (v.__delitem__(slice(@i, @i, @i)), v))(bytearray(b'abcdef'))"],
    "views": ["(@m)[@k]", "(@m)[@k].tolist()", "(@m).@mv", "(@m).@mv", "(@m).tobytes(@o)", "(@m).hex(@s)", "(@m).cast(@mf)", "(@m).cast(@mf, @l)", "(@m).cast('B').cast(@mf)", "(@m) == (@m)", "(@m) == @b", "hash(@m) == hash(@m)", "len(@m)", "list(@m)", "@i in (@m)", "(lambda v: (v.__setitem__(@i, @i), v.tolist()))(@m)", "(lambda v: (v.__setitem__(slice(@i, @i, @i), @b), v.tolist()))(@m)", "(lambda v: v.release() or v)(@m) and 1", "(lambda v: (v.release(), v.@mv))(@m)", "(lambda v: (v.__delitem__(@i)))(@m)", "first(reversed(@m))", "memoryview(@b)", "bytes((@m)[@k])", "(lambda b: (memoryview(b)[@k], b.append(1)))(bytearray(b'abc'))", "struct.unpack_from(@sf, @m, @i)", "(@m).@mv and (@m).contiguous", "(lambda v: v.__exit__(None, None, None) or v[0])(@m)", "sum(@m)", "memoryview(@m).obj is not None", "sorted(@m)", "b''.join([@m, b'a'])"],
    "numbers": ["@x + @x", "@x - @x", "@x * @x", "@x / @x", "@x // @x", "@x % @x", "divmod(@x, @x)", "@f ** @x", "(@x) ** @w", "pow(@n, @w, @n)", "@x < @x", "@x == @x", "hash(@x) == hash(@x)", "round(@x, @w)", "round(@x, -@w)", "round(@f, @i)", "round(@f, @w)", "round(@x)", "int(@x)", "float(@x)", "complex(@x, @x)", "Fraction(@x)", "Fraction(@s)", "Decimal(@x)", "Decimal(@s)", "format(@x, '@fs')", "format(@f, '@fs')", "format(@n, '@fs')", "format(@d, '@fs')", "'@pf' % (@x,)", "'@pf' % (@i, @x)", "'@pf' % (@i, @i, @x)", "str(@x)", "repr(@f * @f)", "(@f).hex()", "float.fromhex(@s)",
                "float.fromhex((@f).hex())", "(@f).as_integer_ratio()", "(@x).as_integer_ratio()", "(@f).is_integer()", "(@n).bit_length()", "(@n).bit_count()", "~@n", "@n << @w", "@n >> @w", "@n & @n", "@n | @n", "@n ^ @n", "math.@m1(@x)", "math.@m1(@f)", "math.@m2(@x, @x)", "math.@m2(@f, @f)", "math.@m2(@n, @n)", "math.@m3(@x, @w)", "math.@m3(@n, @w)", "math.isclose(@x, @x, rel_tol=@f)", "math.fsum([@f, @f, @f])", "sum([@x, @x, @x])", "sum([@f, @n, @f], @x)", "math.prod([@x, @x])", "math.dist([@f, @f], [@f, @n])", "statistics.@st([@n, @x, @n])",
                "statistics.@st([@f, @f, 1.0])", "(@d).@dm", "(@d).@d1(@d)", "(@d).quantize(@d)", "(@d).to_integral_value()", "(@d).as_tuple()", "(@q).limit_denominator(@n)", "math.floor(@x)", "math.ceil(@x)", "math.trunc(@x)", "abs(@x)", "-@x", "bool(@x)", "max(@x, @x)", "sorted([@x, @x, @x])", "int(@s, @w)", "int(@b)", "float(@b)", "bin(@i)", "hex(@n)", "oct(@i)", "range(@i, @i, @i)", "range(@n, @n, @n)[@k]", "len(range(@n, @n, @n))", "@i in range(@n, @n, @n)", "range(@n, @n, @n).index(@i)", "random.Random(@n).@rm", "random.Random(@s).random()", "(@c).conjugate()", "(@c).@mv", "math.nextafter(@f, @f)", "math.ulp(@f)", "(@n).__@dn__(@x)", "(@n).__pow__(@w)", "(@n).__lshift__(@w)", "(@f).__@dn__(@x)"],
    "iterators": ["first(itertools.@i1(@l))", "first(itertools.@i2(@p, @l))", "first(itertools.islice(@l, @i))", "first(itertools.islice(@l, @i, @i, @i))", "first(itertools.count(@x, @x))", "first(itertools.repeat(@i, @i))", "first(itertools.product(@l, @l, repeat=@w))", "first(itertools.@i3(@l, @i))", "[(k, list(g)) for k, g in itertools.groupby(@l, @p)]", "first(itertools.accumulate(@l, @p, initial=@i))", "first(itertools.zip_longest(@l, @l, fillvalue=@i))", "[first(t) for t in itertools.tee(@l, @w)]", "first(zip(@l, @l, strict=@i))", "first(map(@p, @l))", "first(map(@p, @l, @l))", "first(filter(@p, @l))", "first(enumerate(@l, @i))", "first(reversed(@l))", "sorted(@l, key=@p)",
                  "sorted(@l, key=@p, reverse=@i)", "min(@l, key=@p, default=@i)", "max(@l, default=@i)", "sum(@l, @i)", "any(@l)", "dict(@l)", "set(@l)", "list(@l)[@k]", "(lambda v: (v.__setitem__(slice(@i, @i, @i), @l), v))([1, 2, 3, 4])", "(lambda v: (v.__delitem__(slice(@i, @i, @i)), v))([1, 2, 3, 4, 5])", "[1, 2, 3, 4][@k]", "(1, 2, 3, 4)[@k]", "[1, 2, 1].@lm(@i)", "[1, 2, 1].index(@i, @i, @i)", "iter(@p, @i)", "next(iter(@l), @i)", "copy.copy(itertools.@i1(@l))", "operator.length_hint(iter(@l), @i)", "pickle.loads(pickle.dumps(iter([1, 2, 3]), @w)).__reduce__()", "(lambda t: [next(t), first(copy.copy(t)), first(t)])(iter(@l))", "first(itertools.chain.from_iterable(@l))", "first(itertools.compress(@l, @l))", "list(itertools.pairwise(@l))", "functools.reduce(@p, @l, @i)",
                  "functools.reduce(@p, @l)", "functools.reduce(lambda a, b: [a, b], @l)", "heapq.@hq(@i, @l)", "heapq.merge(@l, @l, key=@p) and 1", "first(heapq.merge([1, 3], @l, reverse=@i))", "(lambda h: (heapq.heapify(h), heapq.heappushpop(h, @i), h))(list(@l))", "bisect.@bi([1, 2, 2, 3], @i)", "bisect.@bi([1, 2, 2, 3], @i, @i, @i)", "bisect.@bi(@l, @i, key=@p)", "(lambda s: (bisect.insort(s, @i), s))([1, 2, 3])", "operator.@op(@l, @i)", "operator.itemgetter(@i, @i)(@l)", "operator.attrgetter(@s)(@l)", "operator.methodcaller('count', @i)(@l)", "{1, 2, 3}.@sm(@l)", "frozenset([1, 2]).@sm(@l)", "(lambda s: (s.@sm(@l), s))({1, 2, 3})", "{1, 2} @so @l", "{1, 2} @so {2, 5}", "(lambda a, *b, c=1: (a, b, c))(*@l)", "[*@l, *@l]", "{**{'a': 1}, **dict(zip('ab', @l))}", "len(@l)", "@i in @l", "[a for a, *b in @l]", "[(a, b) for a, b in @l]"],
    "collected": ["deque(@l, @i)", "(lambda d: (d.@dq(@i), d))(deque([1, 2, 3, 1]))", "(lambda d: (d.@dq(), d))(deque([1, 2, 3], 3))", "(lambda d: (d.@dq(@l), d))(deque([1, 2, 3], 4))", "deque([1, 2, 3]).index(@i, @i, @i)", "deque([1, 2]) @ao deque(@l)", "deque([1, 2, 3])[@k]", "(lambda d: (d.insert(@i, @i), d))(deque([1, 2], @w))", "deque([1, 2]) * @i", "deque(@l) == deque(@l)", "deque([1, 2]) < deque(@l)", "OrderedDict(@l)", "(lambda d: (d.move_to_end(@i, @i), d))(OrderedDict([(1, 2), (3, 4)]))", "(lambda d: (d.popitem(@i), d))(OrderedDict(a=1, b=2))", "OrderedDict(a=1) @ao OrderedDict(b=2)", "OrderedDict(a=1, b=2) == {'b': 2, 'a': 1}", "first(reversed(OrderedDict(@l).items()))", "Counter(@l)", "Counter(@l) @so Counter('aab')", "Counter(a=@n, b=-1) @so Counter(a=1, c=2)", "+Counter(a=@n, b=-1)", "-Counter(a=-3)",
                  "Counter(@l).most_common(@i)", "first(Counter(@l).elements())", "Counter(a=1).total()", "(lambda c: (c.subtract(@l), c))(Counter('ab'))", "Counter('ab') <= Counter(@l)", "ChainMap({1: 2}, Odd())[@i]", "ChainMap({'a': 1}, {'b': 2}).@cm", "ChainMap(dict(a=1)) | @l", "defaultdict(@p, {1: 2})[@i]", "defaultdict(@l)", "defaultdict(list) | {1: 2}", "(lambda d: (d[@i], d))(defaultdict(lambda: log(5)))", "Pair(@i)", "Pair(@i, b=@i)", "Pair(1)._replace(a=@i)", "Pair(1)._replace(q=@i)", "Pair._make(@l)", "Pair(1, 2) @ao Pair(3, 4)", "Pair(1, 2)._asdict()", "Pair(*@l)", "namedtuple('N', @nt, rename=@i)._fields", "namedtuple('N', @nt)", "namedtuple('N', 'a b', defaults=@l)", "namedtuple(@s, 'a')", "Odd(a=1)[@i]", "Odd({1: 2}).get(@i)", "Odd(a=1) | {@i: 3}", "{@i: 1, @i: 2}",
                  "dict(a=1, **{@s: 2})", "{1: 2, 3: 4}.@di(@i)", "{1: 2, 3: 4}.@di(@i, @i)", "{1: 2}.@di()", "(lambda d: (d.update(@l), d))({1: 2})", "(lambda d: (d.update(@l, a=1), d))({})", "{1: 2} | @l", "(lambda d: d.__ior__(@l))({1: 2})", "{1: 2}.keys() @so @l", "{1: 2}.items() @so {(1, 2)}", "{1: 2}.keys().isdisjoint(@l)", "dict.fromkeys(@l, @i)", "first(reversed({1: 2, 3: 4}.@dv()))", "{1: 2}.@dv().mapping", "types.MappingProxyType({1: 2}) | @l", "types.SimpleNamespace(a=@i, **{'b c': 1})", "types.SimpleNamespace(a=@i) == types.SimpleNamespace(a=@i)", "collections.UserDict(@l)", "collections.UserList(@l)[@k]", "collections.UserString(@s).upper()", "json.dumps(@l, indent=@i)", "json.dumps({@i: @x}, sort_keys=True, allow_nan=@i)", "json.loads(@js)", "json.loads(@js, parse_float=Decimal)", "pprint.pformat([@l, @l, @s], width=@w)", "copy.deepcopy([@l])", "list(csv.reader([@s]))", "pickle.loads(pickle.dumps(@co, @w))", "copy.copy(@co)", "@co", "repr(@co) == str(@co)", "@co == @co"],
    "dated": ["datetime.date(2024, 2, 29) + datetime.timedelta(@i)", "datetime.timedelta(@x, @x)", "datetime.timedelta(days=@n, hours=@f)", "datetime.timedelta(5, 7, 9) @td", "datetime.datetime(2024, 3, 10, 1, 30, fold=@i)", "datetime.datetime.fromisoformat(@ds)", "datetime.date.fromisoformat(@ds)", "datetime.time.fromisoformat(@ds)", "datetime.datetime(2024, 2, 29, 12, 5, 7, 89).strftime(@df)", "datetime.datetime.strptime(@ds, @df)", "datetime.datetime(2024, 2, 29).replace(@dp=@i)", "datetime.date(@i, @i, @i)", "datetime.time(@i, @i, @i, @i)", "datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone(datetime.timedelta(hours=@i))).isoformat()", "datetime.timezone(datetime.timedelta(minutes=@f))", "datetime.date(2024, 12, 30).isocalendar()", "datetime.date.fromisocalendar(@n, @w, @w)", "datetime.datetime(2024, 1, 1) - datetime.datetime(@w, 1, 1)", "datetime.datetime(2024, 1, 1) < datetime.@dt", "datetime.@dt - datetime.@dt", "datetime.@dt == datetime.@dt", "datetime.datetime(2024, 1, 1).isoformat(@s, @ts)", "datetime.time(1, 2, 3, 4).isoformat(@ts)", "format(datetime.date(2024, 1, 2), @df)", "datetime.timedelta(microseconds=@x).total_seconds()", "datetime.datetime.utcfromtimestamp(@x)", "datetime.date.fromordinal(@i)", "repr(datetime.@dt)", "pickle.loads(pickle.dumps(datetime.@dt, @w))", "datetime.datetime.combine(datetime.date(1, 1, 1), datetime.time(@w))"],
    "functional": ["functools.partial(lambda *a, **k: (a, k), @i, a=@i)(@i, **{@s: 2})", "functools.partial(@p)", "functools.partial(@p, @i)(@i)", "functools.partial(functools.partial(log, 1), 2).args", "functools.cmp_to_key(@p)(1) < functools.cmp_to_key(@p)(2)", "sorted(@l, key=functools.cmp_to_key(lambda a, b: (a > b) - (a < b)))", "(lambda f: [f(@i), f(@i), f(a=1) if 0 else f(1), f.cache_info()])(functools.lru_cache(@i)(lambda v: log(v)))", "(lambda f: [f(1), f(1.0), f(True), f.cache_info(), f.cache_parameters()])(functools.lru_cache(typed=@i)(lambda v: log(v)))", "functools.lru_cache(@l)", "functools.wraps(@p)(lambda: 1).__name__", "inspect.signature(functools.partial(lambda a, /, b, *, c=1, **k: 0, @i, c=@i))", "str(inspect.signature(@sg))", "inspect.signature(@sg).bind(@i, @i)", "inspect.signature(@sg).bind(a=@i).arguments", "inspect.signature(@p)", "operator.attrgetter('real', 'imag')(@x)", "typing.@ty1", "typing.@ty1 | None", "typing.get_args(typing.@ty1)", "@ga", "@ga | None", "(@ga).__args__", "isinstance(@i, int | str | None)", "isinstance(@i, @l)", "issubclass(bool, (int, @l))", "ast.unparse(ast.parse(@ex))", "ast.dump(ast.parse(@ex, mode='eval'))", "eval(@ex)", "(@sg)(@i, @i)", "(@sg)(@i, k=@i)", "(@sg)(a=@i)", "(@sg)(*@l)", "(@sg)(@i, *[1], **{'a': 1, 'k': 3})", "(@sg)(**{@s: 1})", "(@sg)()"],
}
KINDS.update({name: text.split() for name, text in {
    "str0": "upper lower title capitalize swapcase casefold strip lstrip rstrip isalpha isdigit isdecimal isnumeric isalnum isspace islower isupper istitle isprintable isascii split rsplit splitlines expandtabs",
    "str1": "strip lstrip rstrip partition rpartition removeprefix removesuffix startswith endswith find count index rindex rfind split rsplit", "str2": "find rfind index rindex count startswith endswith", "splits": "split rsplit", "pad": "center ljust rjust zfill",
    "nf": "'NFC' 'NFD' 'NFKC' 'NFKD' 'nfc'", "ucd": "numeric digit decimal name", "uc2": "category bidirectional combining east_asian_width mirrored decomposition", "w": "0 1 2 3 4 5 8 10 16 36 70", "bo": "'big' 'little' 'none'", "sf": "'b' 'B' 'h' '<H' '>i' 'q' '!Q' 'f' 'd' 'e' '?' 'c' '3s' 'p' '5p' 'x' '2hb' '@bi' '<bi' 'n' 'P' '=l' 'z' '0s' ''",
    "b64": "b64encode b64decode b32encode b32decode b16encode b16decode a85encode a85decode b85encode b85decode urlsafe_b64decode", "at": "'b' 'B' 'u' 'h' 'i' 'l' 'q' 'f' 'd' 'x'", "am": "append count index pop remove extend fromlist frombytes tofile insert __contains__ byteswap", "io": "read readline readlines seek truncate write getvalue tell read1 peek", "nl": "None '' '\\n' '\\r\\n' '\\r' 'x'", "ba": "append extend insert pop remove reverse clear copy count find",
    "mv": "format itemsize shape strides ndim nbytes readonly contiguous c_contiguous suboffsets tolist() tobytes() real imag", "o": "'C' 'F' 'A' 'X' None", "mf": "'B' 'b' 'c' 'H' 'i' 'd' '?' '@H' '<H' 'x' 'Q' 'f' ''", "m1": "sqrt exp log log2 log10 log1p expm1 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh gamma lgamma erf erfc factorial isqrt floor ceil trunc frexp modf isnan isinf isfinite degrees radians fabs cbrt exp2",
    "m2": "pow atan2 fmod remainder hypot copysign gcd lcm log ldexp nextafter isclose dist", "m3": "comb perm ldexp", "rm": "random() randrange(9) randint(-5,@w) gauss(0,1) shuffle([1,2,3]) sample(range(9),4) choice([1,2,3]) choices([1,2],k=3) getrandbits(@w) uniform(1,2) randbytes(3) triangular() betavariate(1,2) getrandbits(-1) choice([]) sample([1],2) randrange(0) randrange(1.5)", "st": "mean median mode stdev pstdev variance fmean harmonic_mean median_low quantiles multimode geometric_mean", "dm": "is_signed() is_zero() normalize() adjusted() to_eng_string() sqrt() ln() exp() next_plus() is_nan() copy_negate() as_integer_ratio() number_class() logb() log10() real conjugate() canonical()", "d1": "compare max min remainder_near scaleb same_quantum compare_total copy_sign next_toward logical_and rotate shift quantize",
    "dn": "add sub mul truediv floordiv mod divmod radd rsub lt eq and or rrshift", "i1": "chain cycle count repeat pairwise accumulate product combinations permutations tee", "i2": "takewhile dropwhile filterfalse starmap", "i3": "combinations permutations combinations_with_replacement", "lm": "index count remove pop append extend insert reverse __contains__", "hq": "nlargest nsmallest", "bi": "bisect_left bisect_right insort_left bisect", "op": "contains countOf indexOf getitem concat delitem mod length_hint index eq is_",
    "sm": "union intersection difference symmetric_difference issubset issuperset isdisjoint update intersection_update difference_update symmetric_difference_update add discard remove pop", "so": "| & - ^ < <= == + *", "ao": "+ == < | * - is", "dq": "append appendleft pop popleft rotate remove extend extendleft count reverse clear copy index", "cm": "maps parents new_child() popitem() items() keys() __len__()", "di": "get pop setdefault popitem update __getitem__ __contains__ copy clear", "dv": "keys values items",
    "dp": "year month day hour minute second microsecond tzinfo fold", "td": "*2 /2 //2 %datetime.timedelta(3) //datetime.timedelta(0) *1.5 /datetime.timedelta(1) *0.1 /0 +1 -datetime.timedelta(9)", "ts": "'auto' 'hours' 'minutes' 'seconds' 'milliseconds' 'microseconds' 'none'", "ga": "list[int] dict[str,int] tuple[int,...] tuple[()] list[list[int]] type[int] int|str int|None list[typing.TypeVar('T')]",
    "ty1": "Optional[int] Union[int,str] Union[int,int] List[int] Callable[[int],str] Callable[...,int] Literal[1,'a',1] Any Tuple[int,...] Annotated[int,'x'] ClassVar[int] Dict[str,List[int]] Union[int] NoReturn Literal[True,1] Optional[None] Type[int] Generic[int] Final Required[int]"}.items()})
KINDS.update({
    "re": ["r'\\w+'", "r'(a)|(b)'", "r'(?i)\u03c3'", "r'\\d'", "r''", "r'(?P<n>.)(?P=n)?'", "r'\\b'", "r'[^a-c]+?'", "r'(?<=a).'", "r'(?!b)\\S'", "r'(?s:.)$'", "r'^'", "r'(a*)*'", "r'\\s*'", "r'(?a:\\w)'", "r'[\\d-a]'", "r'(x'", "r'a{2,1}'", "r'(?>a|ab)c'", "r'a++'", "r'(?(1)a|b)'", "r'\\Z'", "r'[[:alpha:]]'", "r'(?i:\u017f)'", "r'(?i)[\u0130-\u0131]'", "r'*'", "r'\\N{DIGIT ONE}'", "b'a'"],
    "rp": ["'<\\\\g<0>>'", "'\\\\1'", "lambda m: m[0] * 2", "''", "'\\\\g<n>'", "'\\\\q'", "lambda m: None", "b''"], "rf": ["0", "re.I", "re.M", "re.S", "re.X", "re.A", "re.I | re.M", "re.L"],
    "js": ["'[1, 2.50, \"a\\\\u20ac\"]'", "'{\"a\": NaN}'", "'[1,]'", "'{\"a\": 1 \"b\"}'", "'\"\\\\ud83d\\\\ude00\"'", "'-'", "'1e400'", "''", "' null x'", "'{\"a\": [true, {}]}'", "'\"a\\tb\"'", "'[01]'", "b'\"\\xe9\"'", "'\\ufeff1'"],
    "nt": ["'a b'", "'a a'", "'_a b'", "'class x'", "['a', '1b']", "'a,b c'", "('x', 'def')", "''", "'a b!'"], "co": ["deque([1, 2], 3)", "OrderedDict([(1, 2)])", "Counter('aab')", "ChainMap({1: 2}, {3: 4})", "defaultdict(int, a=1)", "Pair(1, 2)", "Odd({1: 2})", "Point(1, 2)", "Color.RED", "Bits.A | Bits.C", "Mode.R | Mode.W", "array.array('i', [1, 2])", "range(3)", "slice(1, 2)", "frozenset([1])", "Fraction(1, 2)", "Decimal('1.5')", "types.SimpleNamespace(a=1)", "Bits(0)", "Mode(9)", "bytearray(b'a')", "memoryview(b'a')", "iter([1])", "enumerate('ab')", "functools.partial(len)", "types.MappingProxyType({})"],
    "ds": ["'2024-02-29'", "'2024-02-30'", "'2024-W09-4'", "'20240229'", "'2024-02-29T12:05:07.089'", "'2024-02-29 12:05+01:30'", "'12:05:07Z'", "'T12'", "'12.5'", "'2024-060'", "'29 Feb 2024'", "'2024-02-29T12:05:07,5-00:00:01'", "'99'", "'24:00'", "'12:5'", "'2024-13-01'"],
    "df": ["'%Y-%m-%d'", "'%d %b %Y'", "'%H:%M:%S.%f'", "'%a %A %j %U %W'", "'%G-W%V-%u'", "'%y %p %I'", "'%%'", "'%'", "'%z %Z'", "'%c'", "'%x %X'", "'%5'", "'\u20ac%Y'", "''"],
    "dt": ["date(2024, 2, 29)", "datetime(2024, 2, 29, 1)", "datetime(2024, 2, 29, tzinfo=datetime.timezone.utc)", "time(1, 2)", "timedelta(1, 2, 3)", "time(1, tzinfo=datetime.timezone.utc)", "timezone(datetime.timedelta(hours=-5), 'E')", "date.max", "datetime.min", "timedelta.max", "timedelta(-1)", "time(fold=1)"],
    "sg": ["(lambda a, /, b=2, *, k=1: (a, b, k))", "(lambda a, *b, k, **z: (a, b, k, z))", "(lambda a=1, /, **k: (a, k))", "(lambda *, a, k=1: (a, k))", "(lambda a, b, c=1: (a, b, c))", "(lambda **k: k)", "(lambda: 1)", "Pair", "Point", "len", "int", "dict", "print", "sorted", "str.split", "Color", "(lambda a, b, /: 0)", "operator.itemgetter", "divmod", "pow", "Ctx", "compile"],
    "ex": ["'a if b else (c, *d)'", "'lambda x, /, *y, z=1, **k: x'", "'{**a, 1: 2}'", "'[x for x in y if z]'", "\"f'{a!r:>{w}} {{}}'\"", "'-1 ** -2'", "'(yield)'", "'not a in b'", "'a < b < c'", "'x[1:2, ::3]'", "'1_000 + 0x1f + 1e5j'", "\"'a' b''\"", "'(a := 1)'", "'a.b.c(d)(*e, **f)'", "'...'", "'await x'", "'1 +'", "'a @ b // c'", "'(1,)'", "'{1, *a}'", "'x for x in y'", "'f(x for x in y)'", "'a[b](c)[d:e]'", "'1 if 2 else 3 if 4 else 5'", "'(lambda: 1)()'", "'[1, 2][0] + 3'"],
})


class Library:
    """A part of programs.py's Writer, which has pick, fresh, put, lay, chance and rng."""

    LIBRARY = (*PARTS, *PARTS, "data_class", "enumeration", "dispatched", "stacked", "carets", "carets")

    def shelf(self):
        """One of LIBRARY: PARTS, or a method of this class."""
        what = self.rng.choice(self.LIBRARY)
        if what not in PARTS:
            return getattr(self, what)()
        for _ in range(self.rng.randrange(6, 16)):
            self.put(f"tell({self.fill(self.rng.choice(PARTS[what]))!r})")

    def fill(self, template):
        """A template with each @kind replaced; of names that begin alike the longest counts."""
        def one(match):
            name = match[1]
            while name not in KINDS:
                name = name[:-1]
                if not name:
                    return match[0]
            return self.fill(self.rng.choice(KINDS[name])) + match[1][len(name):]
        return re.sub(r"@([a-z][a-z0-9]*)", one, template)

    def data_class(self):
        d, h = self.fresh("D"), self.fresh("D")
        options = lambda: ", ".join(f"{o}={self.pick('True', 'False')}" for o in self.rng.sample(["slots", "kw_only", "frozen", "order", "eq", "repr", "init", "unsafe_hash", "match_args", "weakref_slot"], self.rng.randrange(4)))
        fields = ["x: int", "y: int = 2", "z: list = field(default_factory=list)", "w: int = field(default=3, kw_only=True)", "_: KW_ONLY", "v: InitVar[int] = 4", "u: typing.ClassVar[int] = 5", "t: list = []", "s: int = field(init=False)", "r: int = field(repr=False, compare=False, default=1)", "q: 'InitVar' = 3", "p: int = field(hash=True, default=2)", "x: str = 'again'",
                  "o: int = field(default=1, default_factory=int)", "def __post_init__(s, *a): log('post', a, vars(s) if hasattr(s, '__dict__') else 0)", "def __eq__(s, o): return log('eq', 1)", "def __lt__(s, o): return 1", "__slots__ = ()", "__hash__ = None", "@property\n    def y(s): return 9", "n = 5", "m: int = field(metadata={'a': 1}, default=0)", "def __setattr__(s, k, v): log(k, v); object.__setattr__(s, k, v)"]
        body = "\n    ".join(self.rng.sample(fields, self.rng.randrange(1, 5)))
        more = "\n    ".join(self.rng.sample(fields, self.rng.randrange(1, 3)))
        self.lay(f"try:\n    @dataclass({options()})\n    class {d}:\n        " + body.replace("\n", "\n    ") + f"\n    @dataclass({options()})\n    class {h}({d}):\n        " + more.replace("\n", "\n    ") + f"\nexcept Exception as e:\n    say(e)\n    {d} = {h} = Point")
        for use in self.rng.sample(["k()", "k(1)", "k(1, 2)", "k(x=1, y=5)", "k(1, w=2, v=3)", "k(1) == k(1)", "k(1) < k(1, 2)", "hash(k(1)) == hash(k(1))", "dataclasses.asdict(k(1))", "dataclasses.astuple(k(1))", "dataclasses.replace(k(1), x=3)", "dataclasses.replace(k(1), v=3)", "[(f.name, f.type, f.kw_only, f.init) for f in dataclasses.fields(k)]", "str(inspect.signature(k))", "k.__match_args__", "k.__slots__", "setattr(k(1), 'x', 2)", "delattr(k(1), 'y')", "k.__doc__", "copy.copy(k(1))", "pickle.dumps(k(1))",
                                    "vars(k(1))", "setattr(k(1), 'new', 2)", "k.__dataclass_params__", "dataclasses.make_dataclass('M', ['a', ('b', int, 3)], bases=(k,))", "k.y", "k(1).u", "k(1, 2, 3, 4, 5, 6, 7)", "k.__annotations__", "sorted(n for n in vars(k) if n[:2] != '__')"], 8):
            self.put(f"for k in ({d}, {h}): tell({use!r})")

    def enumeration(self):
        e, kind = self.fresh("E"), self.pick("Enum", "IntEnum", "Flag", "IntFlag", "StrEnum", "Flag", "IntFlag", "str, Enum", "int, Enum", "Flag, boundary=enum.CONFORM", "IntFlag, boundary=enum.STRICT", "Flag, boundary=enum.EJECT", "Flag, boundary=enum.KEEP", "Point, Enum", "float, Enum", "tuple, Enum")
        values = lambda: self.pick("auto()", "1", "2", "4", "'a'", "7", "(1, 2)", "-1", "0", "1 << 3", "A | 8", "True", "1.5", "enum.nonmember(3)", "enum.member(9)", "None", "0x30")
        body = [f"{name} = {values()}" for name in self.rng.sample("ABCDEF", self.rng.randrange(1, 6))]
        body += self.rng.sample(["def f(s): return s.value", "_ignore_ = ['z']; z = 1", "@classmethod\n    def _missing_(c, v): return log('missing', v) and None", "@staticmethod\n    def _generate_next_value_(n, s, c, l): return log('next', n, s, c, l) and c + 1", "_order_ = 'A B'", "def __init__(s, *a): log('made', a)", "def __str__(s): return 'S'", "def __format__(s, f): return 'F' + f", "@property\n    def name(s): return 'N'",
                                 "@enum.property\n    def p(s): return 5", "A = 3", "_private = 1", "__dunder__ = 2", "mro = 1", "def __new__(c, v):\n        o = object.__new__(c)\n        o._value_ = log('new', v)\n        return o", "class In: pass", "x: int", "_sunder_ = 1"], self.rng.choice((0, 0, 1, 2)))
        self.lay(f"try:\n    {self.pick('', '', '@unique', '@enum.verify(enum.CONTINUOUS)', '@enum.verify(enum.NAMED_FLAGS)', '@enum.global_enum_repr' if 0 else '')}\n    class {e}({kind}):\n        " + "\n        ".join(body).replace("\n    ", "\n        ").replace("\n            ", "\n            ") + f"\nexcept Exception as x:\n    show((type(x).__name__, str(x), getattr(x, '__notes__', None)))\n    {e} = {self.pick('Bits', 'Color', 'Mode')}")
        self.put(f"a, *_, b = [*{e}, *{e}] or [0, 0]")
        for use in self.rng.sample(["list(k)", "a | b", "a & b", "a ^ b", "~a", "k(3)", "k(0)", "k(@i)", "k[@s]", "k['A']", "a in k", "@i in k", "a in b", "a == b", "a < b", "a == a.value", "hash(a) == hash(a)", "repr(a)", "str(a)", "f'{a}'", "f'{a:>5}'", "'%s %r' % (a, b)", "'%d' % a", "a.name", "a.value", "a._name_", "k.__members__", "len(k)", "len(a)", "list(a)", "list(a | b)", "bool(a)", "bool(k(0))", "k.A.B", "setattr(k, 'A', 1)", "delattr(k, 'A')",
                                    "setattr(a, 'value', 1)", "type('S', (k,), {})", "k('X', 'p q')", "k('X', {'p': 1}, module='m')", "list(Enum('Y', 'p q', start=@w))", "reversed(k) and first(reversed(k))", "pickle.loads(pickle.dumps(a, @w)) is a", "copy.deepcopy(a) is a", "isinstance(a, int)", "a.f()", "dir(a)[-3:]", "k.__dict__.keys() & {'A', '_private', 'In'}", "int(a)", "a + 1", "a + b", "a - b", "k(a)", "k(-1)", "~(a | b)", "k(100)", "a | 64", "64 | a", "(a | b).name", "(a | b).value", "-a", "k.__call__(1)", "iter(k)", "k.p", "a.p", "json.dumps(a)", "sorted(k, key=str)", "max(k)", "a is k(a.value)", "k.mro", "str(inspect.signature(k))", "a._value_", "k._missing_(1)", "a.__reduce_ex__(2)", "k.__doc__", "k.A | k.B | k.C", "(k.A | k.B) & ~k.A"], 14):
            self.put(f"k = {e}")
            self.put(f"tell({self.fill(use)!r})")

    def dispatched(self):
        f, c = self.fresh("f"), self.fresh("C")
        kinds = ["int", "str", "list", "object", "bool", "Exception", "collections.abc.Sequence", "collections.abc.Mapping", "type(None)", "L", "Point", "int | str", "typing.Union[int, list]", "1", "list[int]", "Color", "collections.abc.Sized", "collections.abc.Hashable"]
        self.lay(f"@functools.singledispatch\ndef {f}(a, *b): return 'default', b")
        for kind in self.rng.sample(kinds, 4):
            self.put("tell(%r)" % (f"{f}.register({kind}, lambda a, *b: ({kind!r}, b))(1)" if self.chance(.8) else f"{f}.register(lambda a: 3)"))
        for value in self.rng.sample(["1", "True", "'a'", "[]", "{}", "None", "L(1)", "Point()", "Color.RED", "1.5", "KeyError()", "()", "range(2)", "b''", "int"], 6):
            self.put(f"tell(\"{f}({value}, 2)\")")
        self.put(f"tell('({f}(), 1)')")
        self.put(f"tell('{f}.dispatch({self.pick('bool', 'list', 'L', 'dict')})(0)')")
        decorators = ["functools.cached_property", "property", "functools.lru_cache", "functools.cache", "staticmethod", "classmethod", "functools.singledispatchmethod", "abc.abstractmethod", "contextlib.contextmanager", "functools.total_ordering", "functools.wraps(len)", "typing.final", "contextlib.suppress(KeyError)", "log", "functools.partial(log, 'p')"]
        self.lay(f"try:\n    {self.pick('', '', '@functools.total_ordering')}\n    class {c}({self.pick('', '', 'abc.ABC', 'typing.NamedTuple', 'typing.Protocol', 'Ctx, contextlib.ContextDecorator')}):")
        for name in "pqr":
            for decorator in self.rng.sample(decorators, self.rng.choice((1, 1, 2))):
                self.put(f"        @{decorator}")
            self.put(f"        def {name}({self.pick('s', 's, v=1', 's, v: int', '*a', '')}): {self.pick('return log(1)', 'yield 2', 'raise KeyError(3)', 'return s.n', 'return [log(2)]')}")
        self.put(f"        {self.pick('t = functools.partialmethod(p, v=3)', 't = functools.partialmethod(log, 5)', '__slots__ = ()', 'def __lt__(s, o): return log(0)', 'def __set_name__(s, o, n): log(n)', 't = functools.cached_property(lambda s: log(6))', 't = u = functools.cached_property(len)', '__lt__ = None')}")
        self.put(f"except Exception as e:\n    say(e)\n    {c} = Point".replace("\n", "\n" + "    " * self.indent))
        self.put(f"tell(\"[0, globals().__setitem__('o', {c}())][0]\")")
        for use in self.rng.sample(["o.p", "o.p()", "o.q", "o.q(1)", "o.r()", "o.t", "o.t()", "o.t(1)", "type(o).p", "type(o).t", "type(o).q()", "vars(o)", "delattr(o, 't')", "setattr(o, 'p', 3)", "o.p(v=2)", "o > o", "o <= o", "o.p.cache_info()", "[o.p, o.p]", "type(o).__abstractmethods__", "use_with(o.q())", "o.q.register(int)(lambda s, v: 'int')", "o.u", "o.r.__name__", "o.r.__wrapped__"], 9):
            self.put(f"tell({use!r})")

    def stacked(self):
        f = self.fresh("s")
        lines = []
        for _ in range(self.rng.randrange(2, 6)):
            lines.append("        " + self.pick("st.enter_context(Ctx(@w))", "st.callback(log, @i, k=2) if 0 else st.callback(log, @i)", "st.push(Ctx(@w))", "st.push(lambda *a: log('push', a[0] and a[0].__name__))", "st.enter_context(@i)", "st.enter_context(contextlib.suppress(KeyError, @et))", "st.enter_context(made(@w))", "kept.append(st.pop_all())", "st.close()", "raise @et(@i)", "st.enter_context(contextlib.nullcontext(@i))", "st.enter_context(contextlib.closing(Ctx(1)))", "with st: raise @et(1)", "return log('r')", "1 / 0", "st.callback([].pop)", "st.push(@i)", "st.enter_context(contextlib.redirect_stdout(io.StringIO()))"))
        self.lay(f"kept = []\n@contextlib.contextmanager\ndef made(n):\n    log('begin', n)\n    {self.pick('try: yield n', 'if 1: yield n', 'try: yield n; yield n', 'try: raise StopIteration(4)', 'try: yield (yield n)')}\n    {self.pick('finally: log(7)', 'except KeyError: log(8)', 'except Exception as e: raise OSError(9) from e', 'except Exception: raise', 'except StopIteration as e: raise e')}\n")
        self.lay(f"def {f}():\n    with contextlib.ExitStack() as st:\n" + self.fill("\n".join(lines)) + "\n    return 'end'")
        self.put(f"told({f})")
        self.put("for st in kept: told(st.close)")
        self.put(f"told(lambda: made(1)({f})())")

    # ---- the traceback that C prints -------------------------------------------------------------

    SOURCES = ["1 / 0", "a.b.c", "[1, 2][@w]", "{}['k']", "(lambda: 1 / 0)()", "f(1, 2)", "(1 +\n 'a')", "'\u20ac\u65e5' + 1", "x = 'e\u0301' ; y = x + 1", "f(\n    1,\n    2 / 0,\n)", "int('\u0661' 'x')", "None.attr.other", "[i / 0 for i in (1,)]", "{i: j for i in [1]\n for j in i}", "del a.b", "a = b = None.c = 1", "a[1:2][3]", "None[1](2)", "1 < 'a' < 3", "-'a'", "not missing", "await_ = missing.x", "f'{1 / 0!r:>5}'", "f'''{\n1 / 0}'''",
               "print(*1)", "print(**{1: 2})", "print(*[], **None)", "import missing_module_x", "from os import nothing_here", "assert 1 == 2, 'm'", "assert (1 ==\n    2)", "raise ValueError('a\\nb')", "raise ValueError from KeyError(1)", "raise ExceptionGroup('g', [ValueError(1), TypeError('t')])", "x: int = 1 / 0", "for i in 1: pass", "for a, b in [1]: pass", "a, b = 1", "a, *b = ()", "with 1: pass", "with 1 as q, 2: pass", "while 1 / 0: pass", "if 'a' > 1: pass", "lambda: 0; 1 @ 2", "class A(1): pass", "class A(int, bool): pass", "@1\ndef g(): pass", "def g(a=1 / 0): pass",
               "x = 3; x += 'a'", "x = [1]; x[0] += 'a'", "x = []; x[\n  0\n] = x.y", "  \tx = 1", "(yield_) = missing", "match 1 / 0:\n    case _: pass", "match 1:\n    case int(zzz=3) | missing.x: pass", "1 if 1 / 0 else 2", "[*1]", "{**1}", "(a := 1 / 0)", "1 .real.foo", "'a'.join(\n    [1]\n)", "max(\n)", "global gg; gg.x", "x = ['a' * 3 + 1,\n 2]", "1 + 2 * (3 / 0) - 4", "(1).__add__('a').x", "len(1)(2)(3)", "a = 5 ; a(b)(c)", "a=5;a  (  1  )", "a = {}; a [ 'k' ]  . x", "x = (  1 +  \u20acx )".replace("\u20acx", "missing_\u00e9"), "\u00e9 = 1; \u00e9.\u00e9", "exec('1/0')", "eval('1 +')", "compile('a b', 'f', 'exec')",
               "try: 1 / 0\nexcept ZeroDivisionError: missing", "try: 1 / 0\nexcept ZeroDivisionError as e: raise KeyError from e", "try: 1 / 0\nfinally: missing", "def r(n): return r(n - 1) if n else 1 / 0\nr(@w)", "def g(): yield 1 / 0\nlist(g())", "import asyncio\nasync def c(): await d()\nasync def d(): 1 / 0\nasyncio.run(c())", "class B:\n    def __getattr__(s, n): return n[9]\nB().x", "class B:\n    x = property(lambda s: 1 / 0)\nB() . x", "class B:\n    y = 1 / 0", "class B:\n    def __set_name__(s, o, n): 1 / 0\nclass C: x = B()", "e = ValueError('x'); e.add_note('n1\\nn2'); raise e",
               "raise type('E', (Exception,), {'__str__': lambda s: 1 / 0})", "raise type('E', (Exception,), {'__module__': 'm', '__qualname__': 'a.b'})(1)", "raise SyntaxError('m', ('f.py', 1, 3, 'a b c', 1, 5))", "raise SyntaxError('m', ('f.py', 2, 0, '  text\\n'))", "raise OSError(2, 'no', 'file', None, 'other')", "raise KeyError('\u20ac\\ud800')", "raise UnicodeDecodeError('u', b'a', 0, 1, 'r')", "raise ImportError('m', name='n')", "sys.x", "x.append", "[].appendd", "import math; math.sine", "flaot(1)", "class A: pass\nA().foo", "def f_(): value = 1; return valeu\nf_()", "''.foo(\n  1)", "(a for a in 1)", "[(yield_x) for a in [1] if a / 0]", "1 \\\n  / 0", "x = '''a\nb''' + 1", "if 1:\n\tx = 1 / 0", "x = 1 / 0 # comment \u20ac"]

    def carets(self):
        for _ in range(self.rng.randrange(2, 6)):
            text = self.fill(self.pick(*self.SOURCES))
            for _ in range(self.rng.randrange(3)):
                how = self.rng.randrange(8)
                if how == 0:
                    text = "if 1:\n" + "\n".join("    " + line for line in text.split("\n"))
                elif how == 1:
                    text = "def f0(a=0):\n" + "\n".join("        " + line for line in text.split("\n")) + "\nf0()"
                elif how == 2 and "\n" not in text and "=" not in text and ";" not in text and text.split()[0] not in ("import", "from", "raise", "del", "class", "with", "for", "assert", "while", "if"):
                    text = self.pick("x = (T,)", "print(T, 3)", "[T][0]", "(1, 2 if 1 else 3, T)", "q = [T for q in (1, 2)]", "(  T  ).y", "{1: T}", "f'{T}'" if "'" not in text and "!" not in text and ":" not in text else "T", "(lambda: T)()", "1 and T", "T if T else 0", "print(1,\n   T,\n  k=2)", "x = T; y = 2", "x = \\\n  T", "\u65e5 = (T)", "str('\u20ac\u65e5', T)", "print('\U0001f600', T)").replace("T", text)
                elif how == 3:
                    text = self.pick("import sys\n", "# \u20ac\n", "\n\n", "x = 1; ", "a = b = c = d = None\n", "\u20acx = 1\n" if self.chance(.1) else "") + text
                elif how == 4:
                    text = "try:\n" + "\n".join("    " + line for line in text.split("\n")) + "\n" + self.pick("except Exception as e: raise", "except Exception as e: raise ValueError(type(e)) from e", "except Exception: missing_too", "finally: pass", "except* ValueError: pass", "except Exception as e: raise e.with_traceback(None)", "except Exception as e: raise KeyError from None")
            self.put(f"shot({text!r})")
