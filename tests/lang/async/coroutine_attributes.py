async def f():
    x = 1
    await g()
class g:
    def __await__(self): yield self
c = f()
print(c.cr_frame.f_locals, c.cr_suspended, c.cr_code.co_name, c.cr_origin, f.__code__.co_flags & 0x80)
c.send(None)
print(c.cr_frame.f_locals, c.cr_suspended, type(c.cr_await).__name__)
c.close()
print(c.cr_frame, c.cr_suspended)
for text in ("iter(c)", "next(c)", "len(c)", "[*c]"):
    try:
        eval(text)
    except TypeError as e:
        print(e)
