import queue, sched
now = [0]
s = sched.scheduler(lambda: now[0], lambda t: now.__setitem__(0, now[0] + t))
s.enter(3, 1, print, ("third",))
e = s.enter(1, 1, print, ("never",))
s.enterabs(2, 2, print, ("second",), {"end": "!\n"})
s.enter(2, 1, print, ("first",))
s.cancel(e)
print(len(s.queue), s.empty())
s.run()
print(now, s.empty())
for q in queue.Queue(2), queue.LifoQueue(), queue.PriorityQueue():
    for n in 3, 1:
        q.put(n)
    print(q.qsize(), q.full(), q.get(), q.get_nowait(), q.empty())
    q.task_done()
    try:
        q.get(block=False)
    except queue.Empty:
        print("empty")
