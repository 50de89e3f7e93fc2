"""Requests and answers over pairs of sockets: selectors, files of sockets, a small HTTP by hand."""
import selectors
import socket

N = 514


def serve(line):
    method, path, _ = line.split(" ", 2)
    body = f"{method} of {path}".encode() * (len(path) % 5)
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)


def parse(stream):
    status = int(stream.readline().split()[1])
    headers = {}
    while (line := stream.readline()) != b"\r\n":
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    return status + len(stream.read(int(headers["content-length"])))


def run(n):
    total, pairs = 0, [socket.socketpair() for _ in range(4)]
    with selectors.DefaultSelector() as selector:
        streams = []
        for client, server in pairs:
            server.setblocking(False)
            selector.register(server, selectors.EVENT_READ, bytearray())
            streams.append(client.makefile("rb"))
        for i in range(n):
            for k, (client, _) in enumerate(pairs):
                client.sendall(f"GET /page/{i * k} HTTP/1.1\r\n".encode())
            answered = 0
            while answered < len(pairs):
                for key, _ in selector.select(5):
                    key.data.extend(key.fileobj.recv(4096))
                    if key.data.endswith(b"\r\n"):
                        key.fileobj.sendall(serve(key.data.decode()))
                        key.data.clear()
                        answered += 1
            total += sum(parse(stream) for stream in streams)
    for stream, pair in zip(streams, pairs):
        stream.close()
        for end in pair:
            end.close()
    return total
