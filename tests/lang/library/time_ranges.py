import os, time
os.environ["TZ"] = "UTC"
time.tzset()
M=2**31-1
for y in (M, M+1, -M-1, -M-1+1900, -M-2+1900, -M, 2**40, -2**40, 2**70, 0, -1, 99, 9999, 10000):
    for f in (time.asctime, lambda t: time.strftime('%Y', t)):
        try: print(y, f((y,1,1,0,0,0,0,1,0)))
        except Exception as e: print(y, type(e).__name__, e)
    try: print(y, time.mktime((y,1,1,0,0,0,0,1,0)))
    except Exception as e: print(y, type(e).__name__, e)
for a in ((), (1,), 5, (1,)*10, ('a',)*9, (2000,13,1,0,0,0,0,1,0),(2000,-1,1,0,0,0,0,1,0),(2000,1,32,0,0,0,0,1,0),(2000,1,1,24,0,0,0,1,0),(2000,1,1,0,60,0,0,1,0),(2000,1,1,0,0,62,0,1,0),(2000,1,1,0,0,61,0,1,0),(2000,1,1,0,0,0,-2,1,0),(2000,1,1,0,0,0,7,1,0),(2000,1,1,0,0,0,0,367,0),(2000,1,1,0,0,0,0,-1,0),(2000,0,0,0,0,0,0,0,5),(2000,1,1,0,0,0,0,1.5,0)):
    for f in (time.asctime, lambda t: time.strftime('%Y %d %j %Z', t)):
        try: print(a, f(a))
        except Exception as e: print(a, type(e).__name__, e)
