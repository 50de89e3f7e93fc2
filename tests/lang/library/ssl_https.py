# An HTTPS server and its clients: http.server, http.client, urllib, asyncio, by the test package's certificates.
import asyncio
import http.client
import http.server
import os
import socketserver
import ssl
import test
import threading
import urllib.error
import urllib.request

CERTIFICATES = os.path.dirname(test.__file__) + os.sep


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, body):
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(f'{self.path} over {self.connection.version()}'.encode())

    def do_POST(self):
        data = self.rfile.read(int(self.headers['Content-Length']))
        self.answer(str((len(data), sum(data))).encode())

    def log_message(self, *args):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass  # clients that refuse the certificate


server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server_context.load_cert_chain(CERTIFICATES + 'keycert3.pem')
server = Server(('127.0.0.1', 0), Handler)
server.socket = server_context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
port = server.server_address[1]
threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()

trusting = ssl.create_default_context(cafile=CERTIFICATES + 'pycacert.pem')
connection = http.client.HTTPSConnection('localhost', port, context=trusting, timeout=30)
for path in ('/one', '/two'):
    connection.request('GET', path)
    response = connection.getresponse()
    print(response.status, response.read())
connection.request('POST', '/', body=bytes(range(256)) * 4000)
print(connection.getresponse().read())
print(connection.sock.cipher()[1], connection.sock.getpeercert()['subjectAltName'], connection.sock.session_reused)
connection.close()

with urllib.request.urlopen(f'https://localhost:{port}/three', context=trusting, timeout=30) as f:
    print(f.status, f.read())
for context, host in ((ssl.create_default_context(), 'localhost'), (trusting, '127.0.0.1')):
    try:
        urllib.request.urlopen(f'https://{host}:{port}/', context=context, timeout=30)
    except urllib.error.URLError as e:
        print(type(e.reason).__name__, e.reason.reason, e.reason.verify_code, e.reason.verify_message)
old = ssl.create_default_context(cafile=CERTIFICATES + 'pycacert.pem')
old.maximum_version = ssl.TLSVersion.TLSv1_2
with urllib.request.urlopen(f'https://localhost:{port}/four', context=old, timeout=30) as f:
    print(f.read())


async def client():
    reader, writer = await asyncio.open_connection('localhost', port, ssl=trusting)
    writer.write(b'GET /five HTTP/1.0\r\n\r\n')
    print((await reader.read()).splitlines()[-1])
    writer.close()
    await writer.wait_closed()


async def echo(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


async def both():
    await client()
    served = await asyncio.start_server(echo, '127.0.0.1', 0, ssl=server_context)
    reader, writer = await asyncio.open_connection(*served.sockets[0].getsockname(), ssl=trusting, server_hostname='localhost')
    data = os.urandom(1 << 20)
    writer.write(data)
    print(await reader.readexactly(len(data)) == data, writer.get_extra_info('peercert')['version'])
    writer.close()
    await writer.wait_closed()
    served.close()
    await served.wait_closed()
    try:
        await asyncio.open_connection('127.0.0.1', port, ssl=trusting)
    except ssl.SSLCertVerificationError as e:
        print(e.verify_message)


asyncio.run(both())
server.shutdown()
server.server_close()
