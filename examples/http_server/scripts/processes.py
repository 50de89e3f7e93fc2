import posix
posix.kill(posix.getpid(), 9)
