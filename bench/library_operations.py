"""Operations for bench/operations.py beyond module_operations.py and further_operations.py: texts and bytes of a megabyte, codecs with
handlers of errors, and what whole parts of the library do (streams, archives, protocols of pickle, logging, mocks, tracebacks, imports).

group: (does its size vary, what is prepared, operations)."""

LONG_TEXT = """s.upper(); s.lower(); s.title(); s.swapcase(); s.casefold(); s.capitalize(); s.split(); s.split(','); s.rsplit(','); s.splitlines(); s.partition('zq'); s.rpartition('zq'); s.strip(); s.strip(s[0]); s.replace('a','b'); s.replace('ab','x'); s.replace('e','xyz'); s.replace('zq','y'); s.count('a'); s.count('Cd'); s.find('zq'); s.rfind('zq'); 'zq' in s; 'z' in s; s==t; s<t; s+t; s*2; s[1:-1]; s[::2]; s[::-1]
s.encode(); s.encode('utf-16'); s.encode('utf-16-be'); s.encode('utf-32'); s.encode('ascii','ignore'); s.encode('ascii','replace'); s.encode('ascii','xmlcharrefreplace'); s.encode('latin-1','replace'); s.encode('cp1252','replace'); s.encode('unicode_escape'); s.encode('utf-7'); s.encode('utf-8-sig'); repr(s); ascii(s); s.isalpha(); s.isascii(); s.isprintable(); s.isspace(); s.islower(); s.isidentifier(); s.translate(tr); s.translate(dl); s.expandtabs(); s.zfill(k); s.center(k); s.ljust(k); list(s); set(s); sorted(s[:9999]); max(s); hash(s+'x'); ''.join(list(s)); s.join('ab'); f'{s}{t}'; '%s%s'%(s,t); '{}{}'.format(s,t); s.startswith(t); for c in s: pass; [c for c in s]; s.removesuffix('a'); s.maketrans(s,s); str(u,'utf-8'); u.decode('utf-8','ignore'); u16.decode('utf-16'); u32.decode('utf-32'); ue.decode('unicode_escape')"""
LONG_TEXT_MADE = "; t = s[:-1] + 'q'; k = len(s) + 9; tr = str.maketrans('abc', 'xyz'); dl = str.maketrans('abc', 'xyz', 'e '); u = s.encode(); u16 = s.encode('utf-16'); u32 = s.encode('utf-32'); ue = s.encode('unicode_escape')"
LONG_BYTES = """s.upper(); s.lower(); s.title(); s.swapcase(); s.capitalize(); s.split(); s.split(b','); s.rsplit(b','); s.splitlines(); s.partition(b'zq'); s.rpartition(b'zq'); s.strip(); s.strip(b'ab,Cd e1'); s.replace(b'a',b'b'); s.replace(b'ab',b'x'); s.replace(b'e',b'xyz'); s.replace(b'zq',b'y'); s.count(b'a'); s.count(b'Cd'); s.find(b'zq'); s.rfind(b'zq'); b'zq' in s; 122 in s; s==t; s<t; s+t; s*2; s[1:-1]; s[::2]; s[::-1]; repr(s); s.isalpha(); s.isascii(); s.isspace(); s.islower(); s.translate(tr); s.translate(None,b'ae'); s.expandtabs(); s.zfill(k); s.center(k); list(s); set(s); max(s); sum(s); hash(bytes(s)); s.hex(); s.hex(' '); s.hex('-',4); bytes.fromhex(hx); b''.join([s,t]); b'%s%s'%(s,t); for c in s: pass; [c for c in s]; bytes(s); bytearray(s); bytes(memoryview(s)); bytes(list_); bytearray(list_); s.decode(); s.decode('latin-1'); s.decode('ascii'); s.decode('cp1252'); int.from_bytes(s[:5000],'big'); int.from_bytes(s[:5000],'little',signed=True); s.removesuffix(b'a'); s.isalnum(); s.rstrip(b'1'); s.startswith(t)"""

LIBRARY = {
    "megabyte of str": (False, "s = 'ab,Cd e1\\n' * 110000" + LONG_TEXT_MADE, LONG_TEXT),
    "megabyte of Latin-1": (False, "s = '\\xe4b,Cd e1\\n' * 110000" + LONG_TEXT_MADE, LONG_TEXT),
    "megabyte of 2 bytes": (False, "s = '\\u20acb,Cd e1\\n' * 55000" + LONG_TEXT_MADE, LONG_TEXT),
    "megabyte of 4 bytes": (False, "s = '\\U0001f600b,Cd e1\\n' * 28000" + LONG_TEXT_MADE, LONG_TEXT),
    "megabyte of bytes": (False, "s = b'ab,Cd e1\\n' * 110000; t = s[:-1] + b'q'; k = len(s) + 9; tr = bytes(range(255, -1, -1)); hx = s.hex(); list_ = list(s)", LONG_BYTES),
    "megabyte of bytearray": (False, "s = bytearray(b'ab,Cd e1\\n' * 110000); t = s[:-1] + b'q'; k = len(s) + 9; tr = bytes(range(255, -1, -1)); hx = s.hex(); list_ = list(s)",
                              LONG_BYTES + "; s.reverse(); s.extend(b'abc');del s[-3:]; del s[:1];s.append(10); s[5:5]=b'abc';del s[5:8]; s[::2]=s[::2]; s.insert(0,1);del s[0]; s.pop(0);s.insert(0,97); s.copy()"),
    "codecs with errors": (True, """
 import codecs, io; a = ('ab c' * n)[:n]; m = ('a\\xe4b\\u20acc' * n)[:n]; w = '\\u4e2d\\u6587' * n; p = ('x\\U0001f600' * n)[:n]; sur = ('a\\udc80b' * n)[:n]; bad = (b'ab\\xff\\xc3' * n)[:n]; badd = b'\\xff' * n
 u8 = m.encode(); u16 = p.encode('utf-16-le'); u16b = m.encode('utf-16-be'); u32 = m.encode('utf-32-le'); se = sur.encode('utf-8', 'surrogateescape'); sp = sur.encode('utf-8', 'surrogatepass'); i = codecs.getincrementaldecoder('utf-8')(); i16 = codecs.getincrementaldecoder('utf-16-le')(); e16 = codecs.getincrementalencoder('utf-16-le')()
 codecs.register_error('mine', lambda e: ('?', e.end)); gb, sj, eu, kr, b5, g18, iso = (w.encode(c, 'replace') for c in ('gbk', 'shift_jis', 'euc-jp', 'euc-kr', 'big5', 'gb18030', 'iso2022_jp')); u7 = m.encode('utf-7'); idn = 'b\\xfccher.example'
 chunks = [u8[j:j + 10] for j in range(0, len(u8), 10)]
 def inc(d, parts):
  d = codecs.getincrementaldecoder(d)('replace')
  return [d.decode(x) for x in parts]
 """, """bad.decode('utf-8','ignore'); bad.decode('utf-8','replace'); bad.decode('utf-8','backslashreplace'); bad.decode('utf-8','surrogateescape'); bad.decode('ascii','ignore'); bad.decode('ascii','replace'); bad.decode('ascii','backslashreplace'); bad.decode('ascii','surrogateescape'); bad.decode('utf-8','mine'); bad.decode('ascii','mine'); badd.decode('utf-8','replace'); badd.decode('ascii','surrogateescape'); bad.decode('utf-16','replace'); bad.decode('utf-16-le','ignore'); bad.decode('utf-32','replace'); bad.decode('cp1252','replace'); bad.decode('latin-1'); bad.decode('cp437'); bad.decode('utf-7','replace'); bad.decode('unicode_escape'); bad.decode('raw_unicode_escape')
m.encode('ascii','replace'); m.encode('ascii','ignore'); m.encode('ascii','backslashreplace'); m.encode('ascii','xmlcharrefreplace'); m.encode('ascii','namereplace'); m.encode('ascii','mine'); m.encode('latin-1','replace'); m.encode('latin-1','ignore'); m.encode('latin-1','backslashreplace'); m.encode('latin-1','mine'); m.encode('cp1252'); m.encode('cp437','replace'); m.encode('koi8-r','ignore'); m.encode('iso8859-15'); m.encode('mac_roman','replace'); sur.encode('utf-8','surrogateescape'); sur.encode('utf-8','surrogatepass'); sur.encode('utf-8','replace'); sur.encode('utf-8','ignore'); sur.encode('utf-8','backslashreplace'); sur.encode('utf-16','surrogatepass'); sur.encode('utf-32','surrogatepass'); sur.encode('ascii','surrogateescape'); se.decode('utf-8','surrogateescape'); sp.decode('utf-8','surrogatepass')
u8.decode(); u16.decode('utf-16-le'); u16b.decode('utf-16-be'); u32.decode('utf-32-le'); m.encode('utf-16-le'); m.encode('utf-16-be'); m.encode('utf-32-le'); m.encode('utf-32-be'); p.encode('utf-16'); p.encode('utf-8'); p.encode('utf-7'); m.encode('utf-7'); u7.decode('utf-7'); m.encode('unicode_escape'); m.encode('raw_unicode_escape'); w.encode('gbk'); gb.decode('gbk'); w.encode('shift_jis','replace'); sj.decode('shift_jis'); eu.decode('euc-jp'); kr.decode('euc-kr'); b5.decode('big5'); g18.decode('gb18030'); iso.decode('iso2022_jp'); w.encode('gb18030'); w.encode('big5','ignore'); a.encode('gbk'); a.encode('iso2022_jp'); a.encode('utf-7'); a.encode('cp500'); a.encode('idna') if n<50 else 0; idn.encode('idna'); m.encode('punycode'); a.encode('utf-16'); a.encode('utf-32'); a.encode('cp1252'); a.encode('cp437'); codecs.encode(a,'rot13'); codecs.encode(a.encode(),'hex'); codecs.encode(a.encode(),'base64'); codecs.decode(b'6162'*n,'hex'); codecs.charmap_build(a) if n>200 else 0; codecs.ascii_encode(a); codecs.latin_1_decode(bad); codecs.utf_8_decode(u8); codecs.escape_decode(bad); codecs.escape_encode(bad); inc('utf-8',chunks); inc('utf-16-le',chunks); inc('utf-32-le',chunks); inc('cp1252',chunks); inc('gbk',chunks); inc('utf-8-sig',chunks); i.decode(u8); i.reset(); e16.encode(m); codecs.iterdecode(chunks,'utf-8'); ''.join(codecs.iterdecode(chunks,'utf-8','replace')); codecs.StreamReaderWriter; codecs.getreader('utf-8')(io.BytesIO(u8)).read(); codecs.getwriter('utf-8')(io.BytesIO()).write(m); codecs.BOM_UTF8; codecs.open('/dev/null','r','utf-8').close()"""),
    "re with flags": (True, "import re; P = re.compile; s = ('The quick brown fox 123, jumps over the lazy dog\\n' * n)[:n * 10]; g = s.replace('o', '\\u03bf'); b = s.encode(); iw = P('quick|LAZY', re.I); dot = P('q.*?d', re.S); vb = P(r'(\\w+) \\s+ # name\\n (\\d+)', re.X); asc = P(r'\\w+', re.A); ig = P('\\u039f', re.I); ml = P('^.*$', re.M); iset = P('[a-fx-z]', re.I); il = P('brown', re.I); loc = P(rb'\\w+', re.L); ib = P(b'FOX', re.I); cond = P(r'(a)?b(?(1)c|d)'); named = P(r'(?P<w>\\w)(?P=w)'); lb = P(r'(?<=the )\\w+'); nlb = P(r'(?<!the )fox'); cnt = P(r'\\d{2,3}'); lazyc = P(r'\\w{2,5}?'); nest = P(r'((\\w+)( |$))+'); uni = P('[\\u0370-\\u03ff]+'); neg = P('[^a-z]+'); alt = P('|'.join(['fox', 'dog', 'cat', 'lazy', 'quick', 'zebra', 'jumps'] * 3)); many = P('(t)(h)(e)( )(q)(u)(i)(c)(k)', re.I); atom = P('(?>\\w+)'); poss = P(r'\\w++ '); sc = re.Scanner([(r'\\w+', lambda s, t: t), (r'\\W+', None)]); emp = P('x*'); bnd = P(r'\\b'); nbnd = P(r'\\B'); end = P(r'\\Z'); dig = P(r'[\\d,]+'); notd = P(r'\\D+'); sp = P(r'\\S+')",
                      "iw.findall(s); dot.findall(s); vb.findall(s); asc.findall(s); ig.findall(g); ml.findall(s); iset.findall(s); il.findall(s); il.sub('x',s); loc.findall(b); ib.findall(b); cond.findall(s); named.findall(s); lb.findall(s); nlb.findall(s); cnt.findall(s); lazyc.findall(s); nest.match(s); uni.findall(g); neg.findall(s); neg.split(s); alt.findall(s); many.findall(s); atom.findall(s); poss.findall(s); sc.scan(s) if n<1000 else 0; emp.findall(s); emp.sub('-',s); bnd.findall(s); bnd.sub('|',s); nbnd.sub('',s); end.search(s); dig.findall(s); notd.sub('',s); sp.findall(s); ml.sub(r'[\\g<0>]',s); ml.split(s); re.compile('a(b|c)*d',re.I|re.X); re.purge();re.compile('a'); asc.split(s); il.split(s); iw.finditer(s); [m.start() for m in iw.finditer(s)]; [m.group('w') for m in named.finditer(s)]; [m[0] for m in lb.finditer(s)]; il.search(s,5); ml.match(s).span(); re.sub('(?i)THE','a',s); re.subn('o','0',s,count=2); re.split('(,)',s); re.findall('(?m)^T',s); re.finditer('T',s); re.escape(s); iw.fullmatch(s); repr(il); repr(ml.match(s)); il==il; hash(il); [m.groupdict() for m in named.finditer(s)]; [m.expand(r'\\1\\1') for m in named.finditer(s)]; [m.end(1) for m in named.finditer(s)]"),
    "dates as text": (False, "import datetime as d, time, calendar, email.utils as eu, zoneinfo; D = d.datetime; n = D(2026, 7, 1, 12, 30, 15, 999); z = n.replace(tzinfo=zoneinfo.ZoneInfo('Europe/Berlin')); t = n.time(); a = n.date(); o = d.timezone(d.timedelta(hours=-5, minutes=-30)); iso = n.isoformat(); cal = calendar.TextCalendar(); tt = n.timetuple()",
                      """D.strptime('2026-07-01','%Y-%m-%d'); D.strptime('01/Jul/2026:12:30:15 +0200','%d/%b/%Y:%H:%M:%S %z'); D.strptime('12:30:15.5','%H:%M:%S.%f'); D.strptime('Wednesday 1 July 26','%A %d %B %y'); D.strptime('2026 182','%Y %j'); D.strptime('2026 26 3','%G %V %u'); D.strptime('11 PM','%I %p'); time.strptime('2026-07-01 12:30','%Y-%m-%d %H:%M'); time.strptime('Jul 1 2026','%b %d %Y'); n.strftime('%Y-%m-%dT%H:%M:%S.%f'); n.strftime('%A %d %B %Y'); n.strftime('%c'); n.strftime('%x %X'); n.strftime('%j %U %W %V %G %u'); n.strftime('%I:%M %p'); z.strftime('%Z %z'); z.strftime('%H:%M:%S'); t.strftime('%H:%M'); a.strftime('%d.%m.%Y'); f'{n:%Y}'; f'{a}'; time.strftime('%a, %d %b %Y %H:%M:%S',tt); n.isoformat(' '); n.isoformat(timespec='minutes'); n.isoformat(timespec='milliseconds'); z.isoformat(); t.isoformat(); a.isoformat(); D.fromisoformat(iso); D.fromisoformat('2026-07-01'); D.fromisoformat('20260701T123015'); D.fromisoformat('2026-07-01T12:30:15.999+02:00'); D.fromisoformat('2026-W27-3'); d.date.fromisoformat('20260701'); d.date.fromisoformat('2026-W27'); d.time.fromisoformat('12:30:15.999'); d.time.fromisoformat('T12'); eu.format_datetime(z); eu.parsedate_to_datetime('Mon, 23 Nov 2026 12:00:00 +0100'); eu.formatdate(); eu.parsedate_tz('23 Nov 2026 12:00:00 -0500'); time.asctime(tt); time.mktime(tt); calendar.timegm(tt); cal.formatmonth(2026,7); cal.formatyear(2026); calendar.monthcalendar(2026,7); list(calendar.Calendar().itermonthdates(2026,7)); n.astimezone(o); z.astimezone(o); n.ctime(); repr(z); repr(o); repr(a); repr(t); str(d.timedelta(1,5,7)); o.tzname(n); z.utctimetuple(); D(2026,1,1)<D(2026,1,2); d.timedelta(weeks=1,hours=3.5); d.timedelta(milliseconds=1.5); d.date.today(); D.utcnow(); n.replace(microsecond=0); z.replace(fold=1); a.replace(year=2000); t.replace(tzinfo=o); n.time(); n.timetz(); z.dst(); n-d.timedelta(1); D.max-D.min; (a-d.date(2000,1,1)).days; a.isoweekday(); d.date.fromtimestamp(1e9); D.fromtimestamp(1e9,o); z.timestamp()"""),
    "streams at length": (True, """
 import io, os, tempfile, gzip, bz2, lzma, zipfile, tarfile, codecs; folder = tempfile.TemporaryDirectory(); p = folder.name + '/f'; line = b'some text of a line\\n'; data = line * n; wide = 'some t\\xe4xt \\u20ac of a line\\r\\n' * n; B = io.BytesIO; S = io.StringIO; T = io.TextIOWrapper
 with open(p, 'wb') as h: h.write(data)
 r = open(p, 'rb'); f = open(p, 'r+b'); u = open(p, 'rb', 0); t = open(p); b = B(data); s = S(data.decode()); small = open(p, 'rb', 16); buf = bytearray(64); wd = wide.encode(); w16 = wide.encode('utf-16'); out = open(p + 'o', 'w+'); ob = open(p + 'b', 'w+b'); m = min(n, 100)
 gz, bz, xz = gzip.compress(data), bz2.compress(data), lzma.compress(data)
 zb = B(); z = zipfile.ZipFile(zb, 'w', zipfile.ZIP_DEFLATED); [z.writestr(f'd/{i}', data[:1000]) for i in range(m)]; z.close(); zip_ = zb.getvalue(); z = zipfile.ZipFile(B(zip_))
 tb = B(); ta = tarfile.open(fileobj=tb, mode='w')
 for i in range(m): x = tarfile.TarInfo(f'd/{i}'); x.size = len(data[:1000]); ta.addfile(x, B(data[:1000]))
 ta.close(); tar = tb.getvalue(); ti = tarfile.TarInfo('x')
 def by(f, k):
  f.seek(0)
  while f.read(k): pass
 def lines(f):
  f.seek(0)
  while f.readline(): pass
 def into(f):
  f.seek(0)
  while f.readinto(buf): pass
 def peeks(f):
  f.seek(0)
  while f.peek(1): f.read(100)
 def tars(t):
  for x in t: t.extractfile(x).read()
 """, "by(r,1) if n<1000 else 0; by(r,7); by(r,100); by(r,9000); by(b,1) if n<1000 else 0; by(b,7); by(b,100); by(s,1) if n<1000 else 0; by(s,7); by(s,100); by(t,1) if n<1000 else 0; by(t,7); by(t,100); by(u,100) if n<1000 else 0; by(small,7); lines(r); lines(b); lines(s); lines(t); lines(small); lines(u) if n<50 else 0; into(r); into(b); into(small); peeks(r); r.seek(0);r.read1(); r.seek(5);r.seek(3,1); r.seek(0,2); t.seek(0);t.tell(); t.seek(0);t.readline();t.tell(); t.seek(0);next(t); t.seek(0);t.readlines(100); r.seek(0);r.readlines(100); b.seek(0);b.readlines(100); b.seek(0);b.read1(10); b.getbuffer()[0]; b.seek(0);b.readinto(buf); f.seek(0);f.write(line); f.seek(0);f.write(line);f.flush(); f.seek(3);f.read(5);f.write(b'x'); f.seek(0);f.readline();f.tell(); out.seek(0);out.write(wide); out.seek(0);[out.write('line\\n') for _ in range(n)]; ob.seek(0);[ob.write(line) for _ in range(n)]; out.seek(0);out.writelines(['a line\\n']*n); print(*range(min(n,100)),file=out,sep=',');out.seek(0); out.seek(0);out.write('x'*100);out.flush()"
         "; T(B(wd)).read(); T(B(wd),newline='').read(); T(B(wd),newline='\\n').readlines(); for x in T(B(wd)): pass; for x in T(B(wd),newline=''): pass; T(B(w16),'utf-16').read(); for x in T(B(w16),'utf-16'): pass; T(B(wd),'ascii','replace').read(); T(B(wd),'latin-1').readlines(); T(B(wd),'cp1252','replace').read(); x=T(B(),newline='\\r\\n');x.write(wide); x=T(B(),'utf-16');x.write(wide);x.flush(); x=T(B(),'ascii','backslashreplace');x.write(wide);x.flush(); x=T(B(),write_through=True);[x.write('ab') for _ in range(n)]; x=T(B(),line_buffering=True);[x.write('ab\\n') for _ in range(n)]; S(wide,newline=None).readlines(); S(wide,newline='').readlines(); x=S(newline='\\r\\n');[x.write('a\\n') for _ in range(n)]; x=S();[x.write('a\\u20ac') for _ in range(n)];x.getvalue(); x=B();[x.write(b'ab') for _ in range(n)]; codecs.getreader('utf-8')(B(wd)).readlines(); for x in codecs.getreader('utf-8')(B(wd)): pass; for x in codecs.open(p,'r','utf-8'): pass; io.BufferedRWPair(B(data),B()).read(); io.BufferedRandom(B(data)).read(); io.BufferedWriter(B()).write(data); io.BufferedReader(B(data),16).read(); io.BufferedReader(B(data)).readlines(); for x in io.BufferedReader(B(data)): pass; io.open_code(p).close(); io.FileIO(p).readall(); io.text_encoding(None); os.read(u.fileno(),0)"
         "; gzip.GzipFile(fileobj=B(gz)).read(); for x in gzip.GzipFile(fileobj=B(gz)): pass; by(gzip.GzipFile(fileobj=B(gz)),100); lines(gzip.GzipFile(fileobj=B(gz))); for x in gzip.open(B(gz),'rt'): pass; for x in bz2.open(B(bz)): pass; for x in lzma.open(B(xz)): pass; bz2.BZ2File(B(bz)).read(); lzma.LZMAFile(B(xz)).read(); x=gzip.GzipFile(fileobj=B(),mode='wb',compresslevel=1);[x.write(line) for _ in range(n)];x.close(); gzip.compress(data,1); bz2.open(B(),'wb').close(); zipfile.ZipFile(B(zip_)).namelist(); z.read('d/0'); [z.read(x) for x in z.namelist()]; z.getinfo('d/1'); z.testzip(); for x in z.open('d/1'): pass; x=zipfile.ZipFile(B(),'w');x.writestr('a',data);x.close(); zipfile.ZipFile(B(zip_)).infolist(); zipfile.is_zipfile(B(zip_)); zipfile.ZipInfo('a'); tarfile.open(fileobj=B(tar)).getnames(); tars(tarfile.open(fileobj=B(tar))); tarfile.open(fileobj=B(tar)).getmembers(); ti.tobuf(); tarfile.TarInfo.frombuf(tar[:512],'utf-8','strict'); tarfile.open(fileobj=B(),mode='w:gz').close(); tarfile.is_tarfile(B(tar))"),
    "protocols of pickle": (True, """
 import pickle, copy, datetime, decimal, fractions, enum, collections, dataclasses, uuid, re, array, types, sys, copyreg, io, pathlib, functools, operator
 class E(enum.Enum): X = 1; Y = 2
 class F(enum.IntFlag): A = 1; B = 2
 @dataclasses.dataclass
 class DC: a: int; b: str; c: list
 N = collections.namedtuple('N', 'a b')
 class R:
  def __init__(self, a): self.a = a
  def __reduce__(self): return R, (self.a,)
 class G:
  def __init__(self, a): self.a = a
  def __getstate__(self): return {'a': self.a}
  def __setstate__(self, s): self.a = s['a']
 class W:
  def __new__(cls, a): o = object.__new__(cls); o.a = a; return o
  def __getnewargs__(self): return self.a,
 class L(list): pass
 class M(dict): pass
 class T(str): pass
 class S: __slots__ = ('a', 'b')
 for c in E, F, DC, N, R, G, W, L, M, T, S: c.__qualname__ = c.__name__; c.__module__ = '__main__'; setattr(sys.modules['__main__'], c.__name__, c)
 def sl(i): s = S(); s.a = i; s.b = i; return s
 k = min(n, 300); P = pickle.dumps; Q = pickle.loads; rk = range(k)
 e = [E.X, E.Y] * k; fl = [F.A | F.B] * k; dc = [DC(i, str(i), [i]) for i in rk]; nt = [N(i, str(i)) for i in rk]; r = [R(i) for i in rk]; g = [G(i) for i in rk]; w = [W(i) for i in rk]; li = [L([i]) for i in rk]; di = [M(a=i) for i in rk]; st = [T(i) for i in rk]; so = [sl(i) for i in rk]; fr = [fractions.Fraction(i + 1, 3) for i in rk]; td = [datetime.timedelta(i) for i in rk]; dt = [datetime.datetime(2026, 1, 1 + i % 28) for i in rk]; uu = [uuid.UUID(int=i) for i in rk]; rg = [range(i) for i in rk]; sc = [slice(i) for i in rk] if 0 else []; cp = [complex(i, 1) for i in rk]; bo = [True, False, None] * k; fn = [len, E, operator.add] * k; ex = [ValueError(i) for i in rk]; ar = [array.array('i', [i]) for i in rk]; ns = [types.SimpleNamespace(a=i) for i in rk]; pa = [pathlib.PurePosixPath(str(i)) for i in rk]; pt = [functools.partial(len, 'a')] * k; dd = [collections.defaultdict(list, a=[i]) for i in rk]; cn = [collections.Counter('abc') for i in rk]; bb = [bytes([i & 255]) * 300 for i in rk]; ba = [bytearray([i & 255]) for i in rk]; big = [1 << 200 + i for i in rk]; neg = [-i for i in rk]; fs = [frozenset([i]) for i in rk]; ss = [{i} for i in rk]; rec = []; rec.append(rec); same = ['abc'] * k; ld = [{'a': i, 'b': str(i), 'c': None} for i in rk]; tt = [(i, (i, (i,))) for i in rk]; me = [x.append for x in li[:5]]; ls = ['x' * 1000] * 3; rx = [re.compile('a+')] * 3; dcm = [decimal.Decimal(i) for i in rk]; od = [collections.OrderedDict(a=i) for i in rk]; mp = dict(zip(rk, dc))
 """, "; ".join(f"P({x})" for x in "e fl dc nt r g w li di st so fr td dt uu rg cp bo fn ex ar ns pa pt dd cn bb ba big neg fs ss rec same ld tt me ls rx dcm od mp".split())
      + "; " + "; ".join(f"Q(P({x}))" for x in "e fl dc nt r g w li di st so fr td dt uu rg cp bo fn ex ar ns pa pt dd cn bb ba big neg fs ss rec same ld tt me ls rx dcm od mp".split())
      + "; " + "; ".join(f"P({x},{p})" for p in (0, 1, 2, 3) for x in "e dc nt r g li di td cp bo fn big bb ba ss ld tt dd".split())
      + "; " + "; ".join(f"Q(P({x},{p}))" for p in (0, 1, 2) for x in "e dc nt r g li cp big bb ss ld tt".split())
      + "; " + "; ".join(f"copy.copy({x}[0]);copy.deepcopy({x}[:9])" for x in "e fl dc nt r g w li di st so fr td dt uu rg cp bo fn ex ar ns pa pt dd cn bb ba big ss ld tt od".split())
      + "; pickle.Pickler(io.BytesIO(),5,buffer_callback=[].append).dump(bb); pickle.Unpickler(io.BytesIO(P(ld))).load(); x=pickle.Pickler(io.BytesIO());[x.dump(i) for i in tt]; x=pickle.Pickler(io.BytesIO());x.fast=True;x.dump(ld); Q(P(ld),encoding='latin1'); copyreg._reconstructor(R,object,None); pickle._dumps(ld) if n<50 else 0; pickle._loads(P(ld)) if n<50 else 0"),
    "objects of the library": (False, """
 import logging, io, unittest.mock as mock, unittest, dataclasses, enum, typing, abc, functools, collections, contextlib, types, inspect, traceback, warnings, argparse, configparser, getopt, optparse, string, textwrap, pprint, copy, weakref, sys, os, subprocess, tempfile, gettext, cmd, shlex, pdb, timeit, cProfile, pstats, graphlib, colorsys, secrets, hashlib, hmac, numbers, sched, selectors, uuid, locale, quopri, stat, filecmp, fileinput, linecache, html.parser, http.client, http.cookiejar, urllib.request, urllib.robotparser, email.message, email.parser, email.policy, email.mime.text, email.header, email.generator, mailbox, mimetypes, plistlib, netrc, bdb, code, ast, tokenize, difflib, ipaddress, xmlrpc.client, wave, zoneinfo
 log = logging.getLogger('x'); log.propagate = False; h = logging.StreamHandler(io.StringIO()); h.setFormatter(logging.Formatter('%(asctime)s %(levelname)s %(name)s: %(message)s')); log.addHandler(h); log.setLevel(logging.INFO); rec = log.makeRecord('x', 20, 'f', 1, 'm %s', ('a',), None); bf = logging.Formatter('{message}', style='{'); m = mock.Mock(); mm = mock.MagicMock(); m.f(1); am = mock.AsyncMock()
 class A:
  x: int = 1
  def f(self, a, b=2): return a
 a = A(); au = mock.create_autospec(A)
 @dataclasses.dataclass(order=True)
 class DC: a: int; b: int = 2; c: list = dataclasses.field(default_factory=list)
 @dataclasses.dataclass(frozen=True, slots=True)
 class FZ: a: int; b: int = 2
 dc = DC(1); fz = FZ(1)
 class E(enum.Enum): X = 1; Y = 2
 class FL(enum.Flag): A = 1; B = 2; C = 4
 class IE(enum.IntEnum): X = 1; Y = 2
 class SE(enum.StrEnum): X = 'x'
 T = typing.TypeVar('T')
 class Gn(typing.Generic[T]): pass
 class Pr(typing.Protocol):
  def f(self): ...
 RPr = typing.runtime_checkable(Pr)
 class TD(typing.TypedDict): a: int
 class NT(typing.NamedTuple): a: int; b: str = ''
 ap = argparse.ArgumentParser(); ap.add_argument('-a', type=int, default=1); ap.add_argument('--bb', action='store_true'); ap.add_argument('c', nargs='*')
 cp = configparser.ConfigParser(); cp.read_string('[a]\\nx = 1\\ny = %(x)s2\\n[b]\\nz: text\\n' * 1); ini = '[a]\\nx = 1\\ny = 2\\n' + ''.join(f'k{i} = {i}\\n' for i in range(50))
 def deep(k): return deep(k - 1) if k else 1 / 0
 def caught(k):
  try: deep(k)
  except Exception as e: return e
 e20 = caught(20); e500 = caught(500); e1 = caught(1); grp = ExceptionGroup('g', [e1, e20]); chain = caught(3); chain.__cause__ = e1; sm = difflib.SequenceMatcher(None, 'abcd' * 20, 'bcda' * 20); la = ['a\\n', 'b\\n', 'c\\n'] * 20; lb = ['a\\n', 'x\\n', 'c\\n'] * 20; pl = plistlib.dumps({'a': [1, 2.5, 'x'], 'b': {'c': True}}); plb = plistlib.dumps({'a': [1, 'x']}, fmt=plistlib.FMT_BINARY); em = email.message.EmailMessage(); em['Subject'] = 'h\\xe4'; em.set_content('text\\n' * 20); raw = em.as_bytes(); ts = graphlib.TopologicalSorter({i: [i - 1] for i in range(1, 30)}); graph = {i: [i - 1] for i in range(1, 30)}; nested = {'a': [1, 2, {'b': (3, 4)}] * 5, 'c': {'d': 'e' * 50}}; xr = xmlrpc.client.dumps((1, 'a', [2.5]), 'm'); sig = inspect.signature(A.f); tm = string.Template('$a ${b}'); ck = 'a=b; c=d; e="f g"'
 """, """log.info('a'); log.info('a %s %d','b',5); log.debug('a'); log.isEnabledFor(10); log.warning('%(x)s',{'x':1}); logging.getLogger('x'); logging.getLogger('a.b'); h.format(rec); bf.format(rec); rec.getMessage(); log.makeRecord('x',20,'f',1,'m',(),None); logging.LoggerAdapter(log,{}).info('a'); log.getChild('y'); logging.getLevelName(20); logging.Filter('x').filter(rec)
m(); m(1,a=2); m.f(1); m.assert_called; m.g.h.i; mock.Mock(); mock.MagicMock(); mm[1]; len(mm); mm+1; str(mm); m.reset_mock(); m.f.call_args; m.f.called; mock.patch.object(a,'x',5).start();mock.patch.stopall(); with mock.patch.object(a,'x',5): pass; with mock.patch.dict({},a=1): pass; mock.call(1,a=2)==mock.call(1,a=2); mock.create_autospec(A); mock.Mock(spec=A); mock.Mock(return_value=3)(); mock.Mock(side_effect=[1,2])(); mock.sentinel.x; mock.ANY==5; mock.mock_open(read_data='a'); m.configure_mock(z=1); au().f(1)
dataclasses.make_dataclass('Z',['a','b']); dataclasses.dataclass(type('Z',(),{'__annotations__':{'a':int,'b':int},'__module__':'os'})); dc==dc; dc<DC(2); repr(dc); dataclasses.asdict(dc); dataclasses.astuple(dc); dataclasses.replace(dc,a=5); dataclasses.fields(dc); FZ(1); hash(fz); fz==fz; DC(1,2,[]); dataclasses.is_dataclass(dc); dataclasses.field(default=1); enum.Enum('Q','a b c'); enum.IntFlag('Q','a b c'); E.X; E(2); E['X']; E.X.name; E.X.value; E.X is E.X; E.X==E.Y; hash(E.X); list(E); len(E); E.X in E; repr(E.X); str(E.X); FL.A|FL.B; FL.A&FL.B; ~FL.A; FL.A in FL(3); FL(5); list(FL(3)); FL(3).name; bool(FL.A); IE.X+1; IE(1); IE.X<IE.Y; SE.X.upper(); f'{SE.X}'; E.__members__; isinstance(E.X,E); E.X.__class__
typing.List[int]; typing.Dict[str,int]; typing.Optional[int]; typing.Union[int,str]; typing.Callable[[int],str]; typing.Tuple[int,...]; typing.Literal['a','b']; typing.Annotated[int,5]; typing.ClassVar[int]; typing.get_type_hints(A); typing.get_type_hints(DC); typing.get_origin(list[int]); typing.get_args(dict[str,int]); Gn[int]; Gn[int](); typing.TypeVar('U'); typing.NewType('I',int)(5); typing.cast(int,5); isinstance(a,RPr); issubclass(A,RPr); TD(a=1); NT(1); NT(1,'x').a; typing.NamedTuple('Q',[('a',int)]); typing.TypedDict('Q',{'a':int}); typing.overload(deep); typing.final(A); list[int]; dict[str,list[int]]; int|str; int|None; (int|str).__args__; isinstance(5,int|str); typing.ForwardRef('int'); typing.ParamSpec('P'); typing.assert_type(1,int); repr(typing.List[int]); typing.List[int]==typing.List[int]; hash(typing.List[int]); class Z(Gn[int]): pass; class Z(typing.Protocol): pass; class Z(typing.NamedTuple): a: int; class Z(typing.TypedDict): a: int; class Z(abc.ABC): pass; class Z(enum.Enum): a=1; class Z(collections.UserDict): pass; class Z(A): __slots__=('q',); class Z(list): pass; class Z: x=property(len); namedtuple=collections.namedtuple('Q','a b')
traceback.format_exception(e1); traceback.format_exception(e20); traceback.format_exception(e500); traceback.format_exception(chain); traceback.format_exception(grp); traceback.format_tb(e20.__traceback__); traceback.extract_tb(e500.__traceback__); traceback.TracebackException.from_exception(e20); traceback.print_exception(e20,file=io.StringIO()); caught(1); caught(20); caught(500); traceback.format_list(traceback.extract_stack()); traceback.walk_tb; traceback.StackSummary.extract(traceback.walk_tb(e20.__traceback__)); ''.join(traceback.TracebackException.from_exception(grp).format()); traceback.clear_frames(e1.__traceback__); inspect.getinnerframes(e20.__traceback__); e20.with_traceback(e20.__traceback__); repr(e20); grp.split(ZeroDivisionError); grp.subgroup(ValueError); grp.derive([e1])
inspect.signature(A.f); inspect.signature(A); inspect.signature(len); str(sig); sig.bind(1,2,b=3); sig.parameters; inspect.getfullargspec(A.f); inspect.getmembers(a); inspect.getmro(A); inspect.isclass(A); inspect.getdoc(A); inspect.getcallargs(A.f,1,2); inspect.getattr_static(a,'x'); inspect.iscoroutinefunction(A.f); inspect.cleandoc(' a\\n  b\\n'); inspect.classify_class_attrs(A); inspect.unwrap(A.f); inspect.currentframe().f_lineno; sys._getframe().f_locals; functools.wraps(A.f)(deep); functools.total_ordering(type('Z',(),{'__lt__':lambda s,o: 0})); contextlib.contextmanager(deep); with contextlib.redirect_stdout(None): pass; with contextlib.closing(io.StringIO()): pass; with contextlib.suppress(ValueError): pass; with warnings.catch_warnings(): pass; types.new_class('Z'); types.prepare_class('Z'); types.MethodType(deep,a); types.FunctionType(A.f.__code__,{}); types.ModuleType('z'); abc.update_abstractmethods(A); weakref.finalize(a,len).detach(); operator_=sys.getsizeof(a)
ap.parse_args([]); ap.parse_args(['-a','5','--bb','x']); ap.format_help(); argparse.ArgumentParser(); cp['a']['y']; cp.get('a','x'); cp.getint('a','x'); cp.sections(); x=configparser.ConfigParser();x.read_string(ini); cp.write(io.StringIO()); getopt.getopt(['-a','b'],'a:'); tm.substitute(a=1,b=2); textwrap.wrap('some words of text ' * 20); pprint.pformat(nested); pprint.pformat(list(range(100))); sm.ratio(); sm.get_opcodes(); difflib.SequenceMatcher(None,la,lb).ratio(); list(difflib.unified_diff(la,lb)); list(difflib.ndiff(la,lb)) if 1 else 0; difflib.HtmlDiff().make_table(la,lb); plistlib.loads(pl); plistlib.dumps(nested); plistlib.loads(plb); email.message_from_bytes(raw); email.message_from_bytes(raw,policy=email.policy.default); em.as_bytes(); em.as_string(); em['Subject']; email.mime.text.MIMEText('a\\xe4'); email.header.decode_header('=?utf-8?q?h=C3=A4?='); str(email.header.make_header([('h\\xe4','utf-8')])); list(graphlib.TopologicalSorter(graph).static_order()); xmlrpc.client.loads(xr); xmlrpc.client.dumps((1,'a'),'m'); http.client.HTTPMessage(); urllib.request.Request('http://a.b/c'); html.parser.HTMLParser().feed('<a href="x">b</a>' * 20); ipaddress.ip_network('10.0.0.0/24'); list(ipaddress.ip_network('10.0.0.0/28').hosts()); ipaddress.ip_address('::1') in ipaddress.ip_network('::/8'); ipaddress.collapse_addresses([ipaddress.ip_network('10.0.0.0/25')]); uuid.uuid1(); uuid.uuid4().hex; shlex.split('a "b c" d e\\\\ f'); shlex.join(['a','b c']); colorsys.rgb_to_hsv(.1,.2,.3); quopri.encodestring(b'a=b'*20); gettext.gettext('a'); timeit.timeit('1',number=100); cProfile.Profile().runcall(len,''); secrets.token_bytes(8); numbers.Number; locale.getlocale(); mimetypes.guess_type('a.tar.gz'); code.compile_command('a=1'); sched.scheduler().enter(1,1,len); zoneinfo.ZoneInfo.no_cache('Europe/Berlin'); zoneinfo.ZoneInfo('Asia/Tokyo'); unittest.FunctionTestCase(len).id(); tempfile.NamedTemporaryFile().close(); tempfile.TemporaryFile().close(); with tempfile.TemporaryDirectory(): pass; subprocess.list2cmdline(['a','b c'])"""),
    "processes and sockets": (False, """
 import asyncio, socket, select, selectors, subprocess, os, signal, multiprocessing as mp, multiprocessing.shared_memory, concurrent.futures as cf, threading, queue, socketserver, ssl, struct, time, fcntl, pty, resource, pwd, grp, syslog, errno, termios, array
 L = asyncio.new_event_loop(); R = L.run_until_complete; a, b = socket.socketpair(); us = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); us.bind(('127.0.0.1', 0)); ua = us.getsockname(); buf = bytearray(65536); mv = memoryview(buf); kb = b'x' * 1000; big = b'x' * 60000; rd, wr = os.pipe(); po = select.poll(); po.register(b, 1); pc, pd = mp.Pipe(); fr, fw = a.makefile('rb'), b.makefile('wb'); sel = selectors.DefaultSelector(); sel.register(b, 1); reader = asyncio.StreamReader(loop=L)
 async def nop(): return 1
 async def aw(k):
  for _ in range(k): await nop()
 async def sleeps(k):
  for _ in range(k): await asyncio.sleep(0)
 async def feed(k):
  r = asyncio.StreamReader()
  for _ in range(k): r.feed_data(b'line\\n')
  r.feed_eof()
  for _ in range(k): await r.readline()
 async def feedn(k):
  r = asyncio.StreamReader(); r.feed_data(b'0123456789' * k); r.feed_eof()
  for _ in range(k): await r.readexactly(10)
 async def until(k):
  r = asyncio.StreamReader(); r.feed_data(b'01234567;' * k); r.feed_eof()
  for _ in range(k): await r.readuntil(b';')
 async def echo(r, w):
  while x := await r.readline(): w.write(x)
  w.close()
 async def tcp(k):
  s = await asyncio.start_server(echo, '127.0.0.1', 0)
  r, w = await asyncio.open_connection(*s.sockets[0].getsockname())
  for _ in range(k): w.write(b'hello\\n'); await w.drain(); await r.readline()
  w.close(); await w.wait_closed(); s.close(); await s.wait_closed()
 async def locks(k):
  l = asyncio.Lock()
  for _ in range(k):
   async with l: pass
 async def events(k):
  e = asyncio.Event(); e.set()
  for _ in range(k): await e.wait()
 async def sems(k):
  s = asyncio.Semaphore(2)
  for _ in range(k):
   async with s: pass
 async def waits(k): await asyncio.wait([asyncio.ensure_future(nop()) for _ in range(k)])
 async def fors(k):
  for _ in range(k): await asyncio.wait_for(nop(), 1)
 async def outs(k):
  for _ in range(k):
   async with asyncio.timeout(1): pass
 async def groups(k):
  async with asyncio.TaskGroup() as g:
   for _ in range(k): g.create_task(nop())
 async def shields(k):
  for _ in range(k): await asyncio.shield(nop())
 async def futs(k):
  for _ in range(k): f = L.create_future(); f.set_result(1); await f
 async def cbs(k):
  for _ in range(k): L.call_soon(len, ''); L.call_later(0, len, '')
 async def execs(k):
  for _ in range(k): await L.run_in_executor(None, len, '')
 async def threads(k):
  for _ in range(k): await asyncio.to_thread(len, '')
 async def cancels(k):
  for _ in range(k):
   t = L.create_task(asyncio.sleep(1)); await asyncio.sleep(0); t.cancel()
   try: await t
   except asyncio.CancelledError: pass
 async def completed(k):
  for f in asyncio.as_completed([nop() for _ in range(k)]): await f
 async def pq(k):
  q = asyncio.PriorityQueue(k)
  for i in range(k): await q.put(i)
  for i in range(k): await q.get(); q.task_done()
 async def conds(k):
  c = asyncio.Condition()
  for _ in range(k):
   async with c: c.notify_all()
 async def gens(k):
  async def g():
   for i in range(k): yield i
  return [x async for x in g() if x]
 def talk(k):
  q, r = queue.Queue(), queue.Queue(); t = threading.Thread(target=lambda: [r.put(q.get()) for _ in range(k)]); t.start()
  for i in range(k): q.put(i); r.get()
  t.join()
 def ev(k):
  e, f = threading.Event(), threading.Event()
  def go():
   for _ in range(k): e.wait(); e.clear(); f.set()
  t = threading.Thread(target=go); t.start()
  for _ in range(k): e.set(); f.wait(); f.clear()
  t.join()
 """, """R(nop()); R(aw(100)); R(sleeps(100)); R(feed(100)); R(feedn(100)); R(until(100)); R(tcp(20)); R(locks(100)); R(events(100)); R(sems(100)); R(waits(50)); R(fors(50)); R(outs(50)); R(groups(50)); R(shields(50)); R(futs(100)); R(cbs(50)); R(execs(10)); R(threads(10)); R(cancels(50)); R(completed(50)); R(pq(50)); R(conds(50)); R(gens(100)); asyncio.new_event_loop().close(); asyncio.run(nop()); L.create_future(); L.time(); L.call_soon(len,'').cancel(); asyncio.Lock(); asyncio.Queue(); asyncio.StreamReader(loop=L); asyncio.iscoroutine(5); asyncio.isfuture(5); nop().close()
a.send(b'x');b.recv(10); a.sendall(kb);b.recv(1000); a.sendall(big);b.recv(65536); a.sendall(kb);b.recv_into(buf); a.sendall(kb);b.recv_into(mv[5:]); a.sendmsg([kb,kb]);b.recv(2000); a.send(kb);b.recvmsg(1000); a.send(kb);b.recvmsg_into([buf]); a.send(b'x');b.recv(1,socket.MSG_PEEK);b.recv(1); us.sendto(kb,ua);us.recvfrom(2000); us.sendto(kb,ua);us.recvfrom_into(buf); a.getsockopt(1,2); a.setsockopt(1,9,1); a.getpeername(); us.getsockname(); a.gettimeout(); a.setblocking(True); a.settimeout(5);a.send(b'x');b.recv(1);a.settimeout(None); socket.socket().close(); socket.socketpair(); socket.gethostbyname('127.0.0.1'); socket.getaddrinfo('127.0.0.1',80); socket.inet_pton(10,'::1'); socket.inet_ntop(10,bytes(16)); socket.ntohl(5); fw.write(b'a line\\n');fw.flush();fr.readline(); po.poll(0); sel.select(0); sel.modify(b,1); sel.register(a,2);sel.unregister(a); repr(a); a.family; a.fileno(); a.dup().close(); pc.send(1);pd.recv(); pc.send(list(range(100)));pd.recv(); pc.send_bytes(kb);pd.recv_bytes(); pc.poll(); os.write(wr,kb);os.read(rd,1000); os.writev(wr,[kb,kb]);os.readv(rd,[buf]); fcntl.fcntl(rd,1); fcntl.ioctl(rd,0x541B,bytes(4)); resource.getrusage(0); resource.getrlimit(7); pwd.getpwuid(0); pwd.getpwnam('root'); grp.getgrgid(0); os.getgroups(); os.getpgid(0); os.get_blocking(rd); os.set_inheritable(rd,False); os.isatty(rd); os.kill(os.getpid(),0); signal.getsignal(2); signal.signal(10,signal.SIG_IGN); signal.setitimer(0,0); signal.pthread_sigmask(0,[]); signal.strsignal(2); os.sysconf('SC_PAGE_SIZE'); os.pathconf('/','PC_NAME_MAX'); os.statvfs('/'); os.sched_getaffinity(0); os.sched_yield(); os.getpriority(0,0);
talk(50); ev(50); subprocess.run(['/bin/true']); subprocess.run(['/bin/echo','a'],capture_output=True); subprocess.check_output('echo a',shell=True); os.system('true'); os.popen('echo a').read(); os.waitpid(os.posix_spawn('/bin/true',['true'],{}),0); subprocess.Popen(['/bin/cat'],stdin=-1,stdout=-1).communicate(b'a'); x=os.fork() or os._exit(0);os.waitpid(x,0); x=threading.Thread(target=len,args=('',));x.start();x.join(); cf.ThreadPoolExecutor(1).submit(len,'').result(); list(cf.ThreadPoolExecutor(2).map(len,['a']*20)); mp.Lock(); mp.Value('i',1); mp.Array('i',5); mp.Queue(); threading.Timer(0,len).cancel(); threading.Barrier(1).wait(); threading.BoundedSemaphore().acquire(); threading.local().__dict__; x=mp.shared_memory.SharedMemory(create=True,size=100);x.close();x.unlink(); ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)"""),
    "imports": (False, """
 import sys, os, tempfile, importlib, importlib.util, importlib.machinery, pkgutil, zipimport, runpy, py_compile, compileall, types, zipfile, shutil, importlib.metadata, importlib.resources
 d = sys.__dict__.get('bench_folder')
 if d is None:
  d = sys.bench_folder = tempfile.TemporaryDirectory(); sys.path.insert(0, d.name); os.mkdir(d.name + '/pk'); open(d.name + '/pk/__init__.py', 'w').close()
  for i in range(100):
   with open(f'{d.name}/pk/m{i}.py', 'w') as f: f.write(f'import sys\\nX = {i}\\ndef f(a, b=1): return a + b\\nclass C:\\n  1\\n  def m(self): return self.x\\n' * 3)
 d = d.name
 big = d + '/bigm.py'
 with open(big, 'w') as f: f.write(''.join(f'def f{i}(a, b=2, *c, **k):\\n  x = [a, b, c]\\n  for y in x: print(y, k.get("a{i}"))\\n  return x\\n' for i in range(200)))
 def again(k):
  for i in range(k): sys.modules.pop(f'pk.m{i}', None); importlib.import_module(f'pk.m{i}')
 def fresh(k):
  shutil.rmtree(d + '/pk/__pycache__', True); importlib.invalidate_caches(); again(k)
 z = zipfile.ZipFile(d + '/z.zip', 'w'); z.writestr('zm.py', 'X = 1\\n'); z.close()
 def zipped(): sys.modules.pop('zm', None); sys.path.insert(0, d + '/z.zip'); import zm; sys.path.pop(0)
 def one(name): sys.modules.pop(name, None); __import__(name)
 src = open(big).read(); co = compile(src, 'b', 'exec'); import bigm, pk
 """, "again(100); fresh(100); one('pk'); one('bigm'); zipped(); import sys; import os.path; from os import path; importlib.import_module('os'); importlib.util.find_spec('json'); importlib.util.find_spec('zzzz'); importlib.reload(pk); importlib.invalidate_caches(); try: import zzzz except ImportError: pass; try: from os import zzzz except ImportError: pass; __import__('os'); py_compile.compile(big,doraise=True); importlib.util.cache_from_source(big); list(pkgutil.iter_modules([d])); pkgutil.get_data('pk','__init__.py'); runpy.run_path(big); runpy.run_module('bigm'); types.ModuleType('z'); importlib.util.module_from_spec(pk.__spec__); compile(src,'b','exec'); exec(co,{}); exec(src,{}); importlib.machinery.PathFinder.find_spec('pk'); sys.path_importer_cache.clear(); one('textwrap'); one('dataclasses'); one('argparse'); one('json'); one('decimal'); one('logging'); one('difflib'); sys.modules['os']"),
    "numbers at length": (True, """
 import math, statistics, random, cmath, array, fractions, heapq, bisect, itertools, functools, operator, collections
 r = random.Random(1); k = min(n, 1000); i = [r.randrange(1 << 40) for _ in range(n)]; f = [r.random() for _ in range(n)]; b = [r.getrandbits(70) for _ in range(n)]; c = [complex(x, 1) for x in f]; fr = [fractions.Fraction(x, 1000) for x in i[:100]]; neg = [-x for x in f]; wts = [1.5] * n; bl = [x > .5 for x in f]; t3 = [(x, y) for x, y in zip(i, f)]; u = sorted(f); arr = array.array('d', f); di = dict(enumerate(f))
 """, "math.fsum(f); math.prod(f); math.dist(f,neg); math.hypot(*f[:100]); math.gcd(*i[:100]); math.lcm(*i[:20]); [math.sin(x) for x in f]; [math.sqrt(x) for x in f]; [math.floor(x) for x in f]; list(map(math.sqrt,f)); list(map(math.floor,f)); list(map(math.isfinite,f)); list(map(round,f)); [round(x,2) for x in f]; list(map(abs,neg)); list(map(int,f)); list(map(float,i)); list(map(bool,f)); list(map(hash,f)); list(map(hash,b)); list(map(str,f)); list(map(repr,f)); list(map(complex,f)); [x.is_integer() for x in f]; [x.hex() for x in f]; [x.bit_length() for x in b]; [x.to_bytes(16,'big') for x in b]; sum(b); sum(c); sum(bl); max(b); min(b); sorted(b); max(f); sorted(f); sorted(i); [x*x for x in b]; [x+1 for x in b]; [x//7 for x in b]; [x%1000 for x in b]; [x>>3 for x in b]; [x&255 for x in b]; [x^y for x,y in zip(b,i)]; [x*y for x,y in zip(c,c)]; [abs(x) for x in c]; [x**2 for x in f]; [x**.5 for x in f]; [x**3 for x in i]; [pow(x,3,1000007) for x in i]; [-x for x in b]; [x==y for x,y in zip(b,b)]; [x<y for x,y in zip(b,i)]; [divmod(x,97) for x in i]; [x/3 for x in i]; [x/y for x,y in zip(b,i)]; set(b); set(f); dict.fromkeys(b); [bin(x) for x in i]; [hex(x) for x in b]; [str(x) for x in b]; [int(str(x)) for x in b]; sum(fr); max(fr); sorted(fr); [x*2 for x in fr]; [float(x) for x in fr]"
         "; statistics.fmean(f); statistics.stdev(f) if n<1000 else 0; statistics.median(f); r.choices(i,wts,k=5); r.choices(i,k=k); r.shuffle(i[:]); r.sample(i,3); r.gauss(0,1); [r.randint(1,6) for _ in range(k)]; r.randbytes(n); r.getrandbits(n); r.seed('a'*n); r.setstate(r.getstate()); bisect.bisect(u,.5); bisect.insort(u,.5);u.remove(.5); heapq.nsmallest(3,f); heapq.nlargest(k,f); list(heapq.merge(u,u)); heapq.heapify(f[:]); list(itertools.accumulate(f)); list(itertools.accumulate(b)); functools.reduce(operator.mul,f); functools.reduce(max,f); list(map(operator.neg,f)); list(map(operator.lt,f,neg)); list(map(pow,f,wts)); list(map(divmod,i,i)) if 0 not in i else 0; sum(map(operator.mul,f,f)); sum(x*y for x,y in zip(f,f)); all(x<2 for x in f); [x for x in f if .2<x<.8]; min(f,key=abs); max(di,key=di.get); sum(arr); max(arr); list(zip(f,i)); collections.Counter(bl); math.comb(n,5); math.perm(min(n,200),3); math.factorial(k); math.isqrt(1<<n); pow(3,k,10**9+7); pow(1<<n,3,(1<<k)-1) if n<1000 else 0; (1<<n).bit_count(); sum(t[1] for t in t3); sorted(t3); max(t3)"),
    "containers of all kinds": (True, """
 import collections, types, weakref, queue, enum, string, heapq, copy
 class K:
  def __init__(self, i): self.i = i
  def __hash__(self): return hash(self.i)
  def __eq__(self, o): return self.i == o.i
  def __lt__(self, o): return self.i < o.i
 class D(dict): pass
 class DM(dict):
  def __missing__(self, k): return k
 class LL(list): pass
 class TT(tuple): pass
 class SS(set): pass
 r = range(n); k = [K(i) for i in r]; kd = dict.fromkeys(k, 1); ks = set(k); d = D((i, i) for i in r); dm = DM(); l = LL(r); t = TT(r); s = SS(r); tk = {(i, i): i for i in r}; fd = {i * .5: i for i in r}; md = {**{i: i for i in r}, **{str(i): i for i in r}}; ll = [[i] for i in r]; ld = [{'a': i} for i in r]; bd = {str(i).encode(): i for i in r}; fz = [frozenset((i,)) for i in r]; no = [None] * n; dl = collections.defaultdict(list); od = collections.OrderedDict((i, i) for i in r); dq = collections.deque(r); dqm = collections.deque(r, maxlen=n); st = [str(i) for i in r]; nd = {i: {i: i} for i in r}; big = [1 << 70 + i % 9 for i in r]
 """, "kd[k[1]]; k[-1] in ks; k[-1] in k; k.index(k[-1]); set(k); dict.fromkeys(k); sorted(k); max(k); k==k[:]; {x: 1 for x in k}; d[1]; d[1]=1; for x in d: pass; list(d.items()); dict(d); d.copy(); d==d; D(d); dm[5]; l[1]; l[1]=1; for x in l: pass; list(l); l+l; l==l; l[1:]; LL(l); sum(l); sorted(l); t[1]; for x in t: pass; t==t; TT(t); hash(t); t[1:]; s|s; 1 in s; for x in s: pass; SS(s); tk[(1,1)]; [tk[(i,i)] for i in r]; for a,b in tk: pass; sorted(tk); fd[.5]; [fd[i*.5] for i in r]; md['1']; list(md); sorted(ld,key=lambda x: x['a']); ld==ld[:]; copy.copy(ld); ll==ll[:]; sorted(ll); [*map(tuple,ll)]; sum(ll,[]) if n<1000 else 0; bd[b'1']; [x in bd for x in bd]; set(fz); fz==fz[:]; set(no); no.count(None); None in no; [dl[i&7].append(i) for i in r];dl.clear(); for i in r: od.move_to_end(i); [od.popitem(False) for _ in r];od.update(zip(r,r)); dq.extend(r);[dq.popleft() for _ in r]; dqm.extend(r); dqm.append(1); dq.rotate(n//2); for x in dq: pass; dq[n//2]; dq==dq; list(dq); n-1 in dq; ''.join(st); {x: len(x) for x in st}; set(st)&set(st); sorted(st,reverse=True); sorted(st,key=int); nd[1][1]; [nd[i][i] for i in r]; {b:a for a,b in md.items()}; dict(sorted(md.items(),key=str)); l.append(1);l.pop(); del l[0];l.insert(0,0); l[n//2:n//2]=[1];del l[n//2]; l.reverse(); l.extend(r);del l[n:]; [x for y in ll for x in y]; list(zip(*[r]*3)); [big[i] for i in r]; set(big); sorted(big); big.index(big[-1]); big==big[:]; sum(big); list(map(str,big)); {**d,**d}; d|d; d.keys()&d.keys(); d.keys()|{1}; d.items()&d.items() if n<1000 else 0; d.keys()==d.keys(); 5 in d.values(); [*d]; [*d,*d]; (*l,*t); {*l,*s}; s.update(l); s-s; s^s; s<=s; s.isdisjoint(no); frozenset(s); hash(frozenset(s)); set().union(*ll); dict(zip(st,r)); list(reversed(d)); next(reversed(l)); l.copy(); l*2; l<l; l.count(1); l.clear();l.extend(r); a,*b=l; a,b,*c=t; str(l); repr(d); repr(t); repr(s); repr(od); repr(dq); repr(ll); repr(st); str(md); f'{ld}'"),
}
