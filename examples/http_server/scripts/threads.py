import _thread
while True:
    _thread.start_new_thread(print, ("x",))
