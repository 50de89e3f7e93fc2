import io
t = io.TextIOWrapper(io.BytesIO(), encoding='ascii')
try: del t._CHUNK_SIZE
except AttributeError as e: print(e)
for o in (io.BytesIO(), io.StringIO(), io.FileIO('/dev/null'), io.BufferedReader(io.FileIO('/dev/null')), io.BufferedWriter(io.FileIO('/dev/null','w')), t, io.IncrementalNewlineDecoder(None, True), io.BufferedRWPair(io.BytesIO(), io.BytesIO()), io.BufferedRandom(io.BytesIO())):
    for n in ('_CHUNK_SIZE', '_blksize', 'closed', 'mode', 'raw', 'buffer', 'encoding', 'newlines', 'read', '__doc__'):
        try: delattr(o, n)
        except (AttributeError, TypeError) as e: pass
        except Exception as e: print(type(o).__name__, n, type(e).__name__, e)
print('done')


class R(io.IOBase):
    def __next__(self):
        return None


try:
    R().readlines(1)
except TypeError as e:
    print(e)
f = io.FileIO('/dev/null')
f.close()
try:
    f.flush()
except ValueError as e:
    print(e)
f = io.FileIO('/dev/null')
f.flush = lambda: print(f.closed)
f.close()
print(f.closed)
