import os, tempfile
p = tempfile.mktemp()
for enc in ('utf-8-sig', 'utf-16', 'utf-32', 'utf-8', 'utf-16-le'):
    with open(p, 'w', encoding=enc) as f: f.write('aaa')
    with open(p, 'a', encoding=enc) as f: f.write('xxx')
    print(enc, open(p, 'rb').read())
    with open(p, 'r+', encoding=enc) as f:
        f.seek(0, 2); f.write('zz')
    print(enc, open(p, 'rb').read())
    with open(p, 'w', encoding=enc) as f:
        f.write('aaa'); pos = f.tell()
    with open(p, 'r+', encoding=enc) as f:
        f.seek(pos); f.write('zzz'); f.seek(0); f.write('bbb')
    print(enc, open(p, 'rb').read())
    with open(p, 'r+', encoding='ascii', errors='replace') as f:
        f.read(1); f.seek(0, 2); f.reconfigure(encoding=enc); f.write('Q')
    print(enc, open(p, 'rb').read())
    with open(p, 'w', encoding='ascii') as f:
        f.write('foo\n'); f.reconfigure(encoding=enc); f.write('é')
    print(enc, open(p, 'rb').read())
    with open(p, 'w', encoding=enc) as f:
        f.write('foo\n'); f.seek(0); f.write('b'); f.truncate()
    print(enc, open(p, 'rb').read())
os.unlink(p)
