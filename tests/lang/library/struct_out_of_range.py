import struct
for pre in '@=<>!':
  for f in 'bBhHiIlLqQnNPfdec?':
    for v in (2**64, 2**64-1, -1, -2**63-1, 2**128, 1.5, 'a', None, 1e300):
        try: print(pre+f, repr(v)[:22], struct.pack(pre+f, v))
        except BaseException as e: print(pre+f, repr(v)[:22], type(e).__name__, e)
