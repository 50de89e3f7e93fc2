"""select, poll, epoll, fcntl, and the checks of fork_exec."""
import fcntl, select, os
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)

t(lambda: fcntl.fcntl(0, fcntl.F_GETFD)); t(lambda: fcntl.fcntl('a',1)); t(lambda: fcntl.fcntl(0,1,b'x'*2000)); t(lambda: fcntl.fcntl(99,1)); t(lambda: fcntl.fcntl(0, 1, 'a')); t(lambda: fcntl.fcntl(0,1,2.3)); t(lambda: fcntl.flock(99,1)); t(lambda: fcntl.lockf(0,99)); t(lambda: fcntl.ioctl(0,1)); t(lambda: fcntl.fcntl(0)); t(lambda: fcntl.lockf(99,1))
t(lambda: fcntl.ioctl(0,1,2.3)); t(lambda: fcntl.ioctl(0,1,b'a'*2000)); t(lambda: fcntl.ioctl(0,1,bytearray(3)))
t(lambda: select.select([],[],[],0)); t(lambda: select.select([1],[],['a'],0)); t(lambda: select.select(1,[],[],0)); t(lambda: select.select([],[],[],-1)); t(lambda: select.select([],[],[],'a')); t(lambda: select.select([9999],[],[],0)); t(lambda: select.select([-1],[],[],0)); t(lambda: select.select([],[1],[],0)); t(lambda: select.select([],[])); 
p=select.poll(); t(lambda: p.register(1)); t(lambda: p.poll(0)); t(lambda: p.register(1,99999)); t(lambda: p.modify(7,1)); t(lambda: p.unregister(7)); t(lambda: p.poll('a')); t(lambda: p.register('a')); t(lambda: type(p)()); t(lambda: p.poll(1e30)); t(lambda: p.register(1,-1)); t(lambda: p.unregister(1)); t(lambda: p.poll(5)); t(lambda: p.poll(0.5))
e=select.epoll(); t(lambda: e.fileno()>0); t(lambda: e.poll(0)); t(lambda: e.poll(0,0)); t(lambda: e.modify(9,1)); t(lambda: e.unregister(9)); 
r,w=os.pipe(); t(lambda: e.register(r)); t(lambda: e.poll(0)); os.write(w,b'x'); t(lambda: [x[1] for x in e.poll(1)]);  t(lambda: e.close()); t(lambda: e.poll()); t(lambda: e.closed); t(lambda: select.epoll(-2)); t(lambda: select.epoll(3,9)); t(lambda: e.fileno())
t(lambda: [x for x in dir(select.epoll) if x[1]!='_']); t(lambda: type(select.poll())); t(lambda: [x for x in dir(p) if x[1]!='_'])
t(lambda: (e.__enter__())); t(lambda: select.select([r],[w],[],1)==([r],[w],[]))
import _posixsubprocess as p
t(lambda: p.fork_exec())
t(lambda: p.fork_exec(*range(23)))
t(lambda: p.fork_exec([b'a'],[b'/x'],True,(1,),None,None,-1,-1,-1,-1,-1,-1,-1,-1,False,False,-1,None,None,None,-1,None,True))
t(lambda: p.fork_exec([b'a'],[b'/x'],True,(5,3),None,None,-1,-1,-1,-1,-1,-1,-1,4,False,False,-1,None,None,None,-1,None,True))
t(lambda: p.fork_exec([3],[b'/x'],True,(4,),None,None,-1,-1,-1,-1,-1,-1,-1,4,False,False,-1,None,None,None,-1,None,True))
t(lambda: p.fork_exec(3,[b'/x'],True,(4,),None,None,-1,-1,-1,-1,-1,-1,-1,4,False,False,-1,None,None,None,-1,None,True))
t(lambda: p.fork_exec([b'a'],['/x'],True,(4,),None,None,-1,-1,-1,-1,-1,-1,-1,4,False,False,-1,None,None,None,-1,None,True))
