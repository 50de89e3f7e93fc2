"""A walk through servers: CherryPy and uvicorn over a socket, Pyramid through WebTest."""
import asyncio
import threading
import time
import urllib.error
import urllib.request

import cherrypy
import uvicorn
from pyramid.config import Configurator
from pyramid.response import Response
from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route
from webtest import TestApp


def ask(what, port, path, data=None):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", data) as answer:
            print(what, path, answer.status, answer.read(), sorted(answer.headers))
    except urllib.error.HTTPError as e:
        print(what, path, e)
        e.close()


class Root:
    @cherrypy.expose
    def index(self, name="nobody"):
        return "hello " + name

    @cherrypy.expose
    @cherrypy.tools.json_out()
    def numbers(self):
        return {"a": [1, 2]}


def walk_cherrypy():
    cherrypy.config.update({"server.socket_port": 0, "log.screen": False, "engine.autoreload.on": False})
    cherrypy.tree.mount(Root())
    cherrypy.engine.start()
    port = cherrypy.server.bound_addr[1]
    for path in "/", "/?name=you", "/numbers", "/nothing":
        ask("cherrypy", port, path)
    cherrypy.engine.exit()


async def echo(request):
    return JSONResponse({"query": dict(request.query_params), "method": request.method, "body": (await request.body()).decode()})


async def stream(request):
    async def parts():
        for n in range(5):
            yield f"{n} "
            await asyncio.sleep(0)
    return StreamingResponse(parts())


def walk_uvicorn():
    app = Starlette(routes=[Route("/echo", echo, methods=["GET", "POST"]), Route("/stream", stream)])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    for path, data in ("/echo?a=1", None), ("/echo", b"text"), ("/stream", None), ("/nothing", None):
        ask("uvicorn", port, path, data)
    server.should_exit = True
    thread.join()


def walk_pyramid():
    config = Configurator()
    config.add_route("hello", "/hello/{name}")
    config.add_view(lambda request: Response("hello " + request.matchdict["name"]), route_name="hello")
    config.add_route("numbers", "/numbers")
    config.add_view(lambda request: {"a": 1}, route_name="numbers", renderer="json")
    app = TestApp(config.make_wsgi_app())
    print("pyramid", app.get("/hello/you"), app.get("/numbers").json, app.get("/nothing", status=404).status)


walk_pyramid()
walk_cherrypy()
walk_uvicorn()
