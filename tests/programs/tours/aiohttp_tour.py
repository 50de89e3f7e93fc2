"""A server and a client: routes, middlewares, JSON, streams, cookies, multipart, websockets, errors."""
import asyncio

import aiohttp
from aiohttp import web


@web.middleware
async def tagged(request, handler):
    try:
        answer = await handler(request)
    except web.HTTPException as error:
        answer = web.Response(status=error.status, text=f"caught {error.reason}")
    answer.headers["X-Tag"] = request.app["tag"]
    return answer


async def index(request):
    return web.json_response({"path": request.path, "query": list(request.query.items()), "match": dict(request.match_info), "cookies": dict(request.cookies)})


async def post(request):
    if request.content_type.startswith("multipart"):
        parts = []
        async for part in await request.multipart():
            parts.append((part.name, part.filename, await part.text()))
        return web.json_response(parts)
    if request.content_type == "application/json":
        return web.json_response({"got": await request.json()})
    return web.json_response(sorted((await request.post()).items()))


async def stream(request):
    answer = web.StreamResponse()
    await answer.prepare(request)
    for n in range(3):
        await answer.write(f"part {n}\n".encode())
    return answer


async def talk(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        if message.type == aiohttp.WSMsgType.TEXT:
            if message.data == "end":
                await socket.close()
            else:
                await socket.send_json([message.data])
    return socket


class View(web.View):
    async def get(self):
        answer = web.Response(text="view")
        answer.set_cookie("c", "d")
        return answer


async def fail(request):
    raise web.HTTPTeapot()


async def main():
    app = web.Application(middlewares=[tagged])
    app["tag"] = "t"
    app.add_routes([web.get("/", index), web.get("/x/{n:\\d+}", index), web.post("/", post), web.get("/stream", stream), web.get("/ws", talk), web.view("/view", View), web.get("/fail", fail)])
    events = []

    async def started(app):
        events.append("start")
    app.on_startup.append(started)
    app.on_cleanup.append(lambda app: started(app))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        for path in ("/?a=1&a=2", "/x/5", "/x/y", "/view", "/", "/fail", "/stream"):
            async with session.get(base + path) as answer:
                print(path, answer.status, answer.reason, answer.headers.get("X-Tag"), answer.content_type, await answer.text())
        async with session.post(base, json={"k": [1]}) as answer:
            print(await answer.json())
        async with session.post(base, data={"a": "1", "b": "ü"}) as answer:
            print(await answer.json())
        form = aiohttp.FormData()
        form.add_field("f", b"bytes", filename="f.txt", content_type="text/plain")
        form.add_field("g", "text")
        async with session.post(base, data=form) as answer:
            print(await answer.json())
        async with session.ws_connect(base + "/ws") as socket:
            await socket.send_str("hello")
            print(await socket.receive_json())
            await socket.send_str("end")
            print((await socket.receive()).type, socket.close_code)
        async with session.get(base + "/stream") as answer:
            print([line async for line in answer.content])
        print(sorted((await asyncio.gather(*(asyncio.ensure_future(status(session, f"{base}/x/{n}")) for n in range(20))))))
        for url, error in ((base + "/x/y", aiohttp.ClientResponseError), ("http://127.0.0.1:1/", aiohttp.ClientConnectorError), ("nothing", aiohttp.InvalidURL)):
            try:
                async with session.get(url, raise_for_status=True):
                    pass
            except error as problem:
                print(type(problem).__name__, str(problem).replace(str(port), "PORT"))
    await runner.cleanup()
    print(events)


async def status(session, url):
    async with session.get(url) as answer:
        return (await answer.json())["match"]["n"]


asyncio.run(main())
