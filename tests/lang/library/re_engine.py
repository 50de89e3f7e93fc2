# Patterns and matches: messages, reprs, and 150 made-up patterns on made-up texts.
import re,_sre
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
p=re.compile('a(?P<x>b)?')
m=p.match('ab')
for s in ["p.match(b'a')","re.compile(b'a').match('a')","p.match(1)","p.match()","p.match('a',1,2,3)","p.sub('x')","p.sub('x','ab',y=1)","m.group(3)","m.group('q')","m['q']","m.group(1.5)","m.start('q')","m.span(7)","m.expand(1)","p.__class_getitem__(int)","p.split(5)","repr(m)","repr(p)","m.regs","m.groups('d')","m.groupdict('d')","p.groupindex","hash(p)==hash(re.compile('a(?P<x>b)?'))","p<p","p==re.compile('a(?P<x>b)?',re.I)","re.compile('a'*300)","re.compile(b'x',re.I|re.L)","_sre.compile(1,2,3)","_sre.unicode_iscased(65)","m.__copy__() is m","p.match(string='ab',pos=1)","p.fullmatch('xab',1)","m.string","type(m).__name__","re.Pattern()","p.flags","p.sub(lambda m:1,'ab')","re.compile(b'a').sub(lambda m:'x',b'ab')","p.sub(1,'ab')","list(p.finditer('abab'))","re.sub(b'a','b',b'a')","re.sub('a','b',b'a')","m.lastindex,m.lastgroup,m.pos,m.endpos,m.re","p.scanner('abab').search()","p.scanner('a').pattern","p.subn('x','abab',count=1)","p.search('zzab', -5, 100)","m.end(1),m.span('x')","re.compile('a').sub('b',bytearray(b'a'))","re.compile(b'a').sub(b'b',bytearray(b'ca'))","re.compile(b'a').findall(bytearray(b'ca'))","re.compile(b'(a)').match(bytearray(b'ac'))", "m[True]","m[-1]","m.group()","m.group(0,1)","type(p).__module__,type(m).__module__","re.compile('(?i)é').pattern","re.compile('x', re.A|re.M)","p.match('ab',pos='a')","_sre.compile('a',0,[1,2,3],0,{},())","m.group(10**30)","p.sub('\\\\q','ab')","p.sub('x','ab',count='a')","p.split('ab',maxsplit=1.5)",
"re.compile('').match('abc',2,1)","re.compile('').search('abc',2,1)","re.findall('','abc')","re.split('x*','axbc')","re.sub('x*','-','abxd')","re.findall(r'\\b|:+','a::bc')",
"re.findall(r'(?i)straße|ſ|k','STRASSE ſS K\\u212a')","re.fullmatch('a|ab','ab')","re.match('(a|ab)(c|bcd)(d*)','abcd').groups()","re.match(r'(?:(a)|b)*','ab').groups()","re.match(r'(a)?(b)?\\1','aa')", "re.match('(?>a*)a','aaa')","re.match('a*+b','aaab')","re.match('(?:ab)*+c','ababc')","re.match('(?:ab|a)*+b','abab')","re.match('(?P<q>a)(?(q)b|c)','ab')","re.match('(a)?(?(1)b|c)','c')","re.findall('(?<=a)b','abcb')","re.findall('(?<!a)b','abcb')","re.sub('(?P<n>a)','<\\\\g<n>>','banana')","re.compile('(')","re.compile('a**')","re.compile('[z-a]')","re.compile('(?P<1>a)')","re.escape('a.b*c')","re.template('a')","re.compile('[[a]')","re.match('.','\\U0001f600')","re.findall('[\\u4e00-\\u9fff\\u3040-\\u30ff]+','漢字 かな x')","re.findall('[^\\u4e00-\\u9fff]+','漢字 かな x')","re.search('(?m)^b$','a\\nb\\n')","re.search('b$','a\\nb\\n')","re.search('b\\\\Z','a\\nb\\n')","re.findall(r'\\w+|\\d|\\s','aé1 ٣_')","re.findall(r'(?a)\\w+','aé1 ٣_')","re.findall(r'(?i)[k-m]','KLM\\u212a')","re.findall(r'(?ia)[k-m]','KLM\\u212a')","re.findall(rb'(?L)\\w',b'a\\xe9')","re.match('(?:a?)*?b','aab')","re.match('(?:a?)+$','aab')","re.match('((a)|(b))*?$','aba').groups()","re.match('(x*)*','xx').groups()","re.match('(?:(?:ab)*c)*','ababcabc').span()", "re.compile('a', 1<<20)"]:
    print(s, end=' => '); t(lambda: eval(s))
seed=12345
def r(n):
    global seed
    seed=(seed*6364136223846793005+1442695040888963407)&((1<<64)-1)
    return (seed>>33)%n
def gen(d):
    k=r(16) if d>0 else r(6)
    if k<3: return 'abc'[r(3)]
    if k==3: return '[ab]' if r(2) else '[^a]'
    if k==4: return '.'
    if k==5: return ['^','$','\\b','a','b','\\B'][r(6)]
    if k<8: return gen(d-1)+gen(d-1)
    if k==8: return '(?:%s|%s)'%(gen(d-1),gen(d-1))
    if k==9: return '(%s)'%gen(d-1)
    if k==10: return '(?:%s)%s'%(gen(d-1),['*','+','?','*?','+?','??','{1,2}','{0,2}?','*+','++','?+','{2}'][r(12)])
    if k==11: return '(%s)%s'%(gen(d-1),['*','+','?','*?','+?','??'][r(6)])
    if k==12: return '(?%s%s)'%(['=','!','>'][r(3)],gen(d-1))
    if k==13: return '(%s|%s)'%(gen(d-1),gen(d-1))
    if k==14: return '%s(%s)\\1'%('','ab'[r(2)])
    return gen(d-1)
h=0
N=150
for i in range(N):
    pat=gen(4)
    try: c=re.compile(pat)
    except re.error as e: print(i,pat,e); continue
    except RecursionError: continue
    out=[]
    for j in range(4):
        s=''.join('abc\n'[r(4) if r(5)==0 else r(3)] for _ in range(r(9)))
        for fn in ('search','match','fullmatch'):
            m=getattr(c,fn)(s)
            out.append((m.regs,m.lastindex) if m else None)
        out.append(c.findall(s)); out.append(c.sub('-',s)); out.append(c.split(s))
    print(i,pat,out)
