"""Threads ask for services and protocols at the same time: each hears its own answer."""
import socket
import sys
import threading

sys.setswitchinterval(1e-5)
wrong = []


def ask(question, *args, want):
    for _ in range(1500):
        if (got := question(*args)) != want:
            wrong.append((args, got))


# python3.11 itself mixes some of them up: the C library answers all in one place.
ours = sys.implementation.name != "cpython"
threads = [threading.Thread(target=ask, args=(socket.getservbyport, port, "tcp"), kwargs={"want": name})
           for port, name in ((80, "http"), (443, "https"), (22, "ssh"), (25, "smtp"))]
threads += [threading.Thread(target=ask, args=(socket.getservbyname, name), kwargs={"want": port}) for name, port in (("http", 80), ("ssh", 22))]
threads += [threading.Thread(target=ask, args=(socket.getprotobyname, name), kwargs={"want": number}) for name, number in (("tcp", 6), ("udp", 17))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong[:5] if ours else [])
for question, *args in (socket.getservbyname, "nothing"), (socket.getservbyport, 1), (socket.getservbyport, 80, "nothing"), (socket.getprotobyname, "nothing"):
    try:
        print(question(*args))
    except OSError as e:
        print(e)
