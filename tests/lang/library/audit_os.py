"""Audit events of the operating system's modules."""
import os, sys, signal, time, subprocess, shutil, fcntl, resource, _thread, glob
ev=[]
on=False
def hook(e,a):
    if on and not e.startswith(('object.','import','compile','exec','sys.','marshal','code.')): ev.append((e,a))
sys.addaudithook(hook)
def go(f):
    global on
    on=True
    try: f()
    except Exception as e: pass
    on=False
    print([ (e,a) for e,a in ev]); ev.clear()
d='/tmp/minipy-audit-test'
os.system('rm -rf '+d)
go(lambda: os.mkdir(d)); go(lambda: os.chdir(d))
go(lambda: os.close(os.open('f',os.O_CREAT|os.O_RDWR)))
go(lambda: open('f','w').close()); go(lambda: open('f','rb').close()); go(lambda: os.fdopen(os.open('f',0)).close())
go(lambda: os.listdir()); go(lambda: os.listdir('.')); go(lambda: list(os.scandir())); go(lambda: list(os.walk('.')))
go(lambda: os.chmod('f',0o600)); go(lambda: os.fchmod(99,1)); go(lambda: os.chown('f',0,-1)); go(lambda: os.lchown('f',0,0)); go(lambda: os.fchown(99,0,0))
go(lambda: os.utime('f')); go(lambda: os.utime('f',(1,2))); go(lambda: os.utime('f',ns=(1,2)))
go(lambda: os.link('f','g')); go(lambda: os.symlink('f','s')); go(lambda: os.rename('g','h')); go(lambda: os.replace('h','g')); go(lambda: os.remove('g')); go(lambda: os.unlink('s')); go(lambda: os.rmdir('zz'))
go(lambda: os.truncate('f',1)); go(lambda: os.ftruncate(99,1)); go(lambda: os.lockf(99,1,1))
go(lambda: os.system('true')); go(lambda: os.kill(999999,0)); go(lambda: os.killpg(999999,0)); go(lambda: os.putenv('A','b')); go(lambda: os.unsetenv('A')); go(lambda: os.environ.__setitem__('a','b'))
go(lambda: os.execv('/nope',['a'])); go(lambda: os.execve('/nope',['a'],{'b':'c'})); go(lambda: os.posix_spawn('/nope',['a'],{})); go(lambda: (lambda p: os.waitpid(p,0) if p else os._exit(0))(os.fork()))
go(lambda: subprocess.run(['true'])); go(lambda: subprocess.Popen(['true'],env={'a':'b'},cwd='/').wait())
go(lambda: shutil.copyfile('f','f2')); go(lambda: shutil.copy('f','f2')); go(lambda: shutil.rmtree('nope')); go(lambda: shutil.move('f2','f3'))
go(lambda: fcntl.fcntl(1,1)); go(lambda: fcntl.fcntl(1,1,3)); go(lambda: fcntl.flock(99,1)); go(lambda: fcntl.lockf(99,1)); go(lambda: fcntl.ioctl(1,1)); go(lambda: resource.setrlimit(4,(0,0))); go(lambda: resource.prlimit(0,4))
go(lambda: signal.signal(10,signal.SIG_DFL)); go(lambda: time.sleep(0)); go(lambda: glob.glob('*')); go(lambda: os.stat('f')); go(lambda: os.mkfifo('ff')); go(lambda: os.access('f',1)); go(lambda: os.chroot('/nope')); go(lambda: os.fchdir(99)); go(lambda: os.mkdir('q',0o700,dir_fd=3)); go(lambda: os.memfd_create('x')); go(lambda: os.openpty()if 0 else 0)
go(lambda: _thread.start_new_thread(print,())if 0 else 0)
os.chdir("/")
shutil.rmtree(d)
