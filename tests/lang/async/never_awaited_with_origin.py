"""With origin tracking the warning tells where the coroutine was created."""
import sys

sys.set_coroutine_origin_tracking_depth(2)


async def never(): pass


def f(): return never()


f()
sys.set_coroutine_origin_tracking_depth(1)
c = never()
print([(line, name) for file, line, name in c.cr_origin])
c.close()
sys.set_coroutine_origin_tracking_depth(0)
try:
    sys.set_coroutine_origin_tracking_depth(-1)
except ValueError as e:
    print(e)
