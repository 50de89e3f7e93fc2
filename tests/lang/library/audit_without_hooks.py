def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys

# Nothing listens yet: the event is not even looked at.
show(sys.audit)
show(sys.audit, 5)
show(sys.audit, "event", 1, 2)
seen = []
sys.addaudithook(lambda event, args: seen.append((event, args)) if event.startswith("my") else None)
show(sys.audit)
show(sys.audit, 5)
show(sys.audit, "my.event", 1, [2])
show(sys.audit, "my.event")
show(sys.addaudithook)
show(sys.addaudithook, hook=len)
print(seen)
