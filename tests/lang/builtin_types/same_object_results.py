text="abc\u1234de"
for e in ['"%s" % text','"%.10s" % text','"%1s" % text','"%6s" % text','"%-6s" % text','"{0}".format(text)','"{0:s}".format(text)','"{0:.6s}".format(text)','"{0:1s}".format(text)','"{0:6s}".format(text)','text % ()','text.format()','"%(a)s" % {"a":text}','f"{text}"','f"{text:s}"','format(text)','"%s%s" % (text,"")','"%s%s" % ("",text)','text.expandtabs()','text.replace("z","y")','text.strip()','text.ljust(2)','text.center(1)','text.zfill(1)','text.join([text])','"".join([text])','text*1','text+""','""+text','text[:]','str(text)','text.translate({})','text.lower()','text.removeprefix("z")','text.splitlines()[0]','text.split()[0]','text.partition("z")[0]','text.encode().decode()','b"abc".strip()','b"ab".replace(b"z",b"")', '"%r" % text', '"%s" % repr', 'text.__format__("")', 'text.__str__()']:
    v=eval(e); print(e, v is text)
b=b"abcd"
for e in ['b.strip()','b.replace(b"z",b"")','b[:]','b+b""','b""+b','b*1','b.ljust(1)','b.center(1)','b.zfill(1)','b"".join([b])','bytes(b)','b.expandtabs()','b.translate(None)','b.removeprefix(b"z")','b"%s" % b','b"%b" % (b,)','b%()','b.splitlines()[0]','b.split()[0]','b.partition(b"z")[0]','b.lower()']:
    print(e, eval(e) is b)
t=(1,2)
for e in ['t[:]','t+()','()+t','t*1','tuple(t)']: print(e, eval(e) is t)
