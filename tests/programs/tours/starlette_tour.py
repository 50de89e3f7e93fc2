"""FastAPI and Starlette applications asked through ASGI: validation, dependencies, OpenAPI, middlewares, websockets by hand."""
import asyncio
import enum
import json
from typing import List, Optional, Union

from fastapi import APIRouter, BackgroundTasks, Body, Cookie, Depends, FastAPI, Header, HTTPException, Path, Query, Response
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel, Field, validator
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute


class Colour(str, enum.Enum):
    red = "red"
    blue = "blue"


class Item(BaseModel):
    name: str = Field(..., min_length=2, example="thing")
    price: float = Field(gt=0)
    tags: List[str] = []
    colour: Optional[Colour] = None
    inner: Optional["Item"] = None

    @validator("name")
    def no_spaces(cls, value):
        if " " in value:
            raise ValueError("no spaces, please")
        return value.title()


Item.update_forward_refs()
app = FastAPI(title="Tour", version="1.2")
router = APIRouter(prefix="/items", tags=["items"])
log = []


async def pages(skip: int = 0, limit: int = Query(10, le=100)):
    return {"skip": skip, "limit": limit}


def session():
    log.append("open")
    yield "session"
    log.append("close")


@router.get("/{number}", response_model=Item, response_model_exclude_unset=True)
async def read(number: int = Path(..., ge=1), q: Optional[str] = None, x_token: Union[str, None] = Header(None), ads: Optional[str] = Cookie(None)):
    if number > 5:
        raise HTTPException(404, detail={"missing": number}, headers={"X-E": "e"})
    return {"name": f"{q}{x_token}{ads}", "price": number}


@router.post("/", status_code=201)
def create(item: Item, tasks: BackgroundTasks, page: dict = Depends(pages), db: str = Depends(session), extra: int = Body(3)):
    tasks.add_task(log.append, f"task {item.name}")
    return {"item": item, "page": page, "db": db, "extra": extra}


@app.get("/secret")
def secret(token: str = Depends(OAuth2PasswordBearer(tokenUrl="token"))):
    return token


app.include_router(router)


async def ask(app, method, path, body=b"", headers=(), query=""):
    sent, got = [{"type": "http.request", "body": body}], []
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query.encode(), "headers": [(k.lower().encode(), v.encode()) for k, v in headers],
             "server": ("test", 80), "client": ("c", 1), "scheme": "http", "http_version": "1.1"}

    async def receive():
        return sent.pop(0) if sent else await asyncio.sleep(5, {"type": "http.disconnect"})

    async def send(message):
        got.append(message)
    await app(scope, receive, send)
    print(method, path, got[0]["status"], b"".join(m.get("body", b"") for m in got[1:]).decode(), [(k, v) for k, v in got[0]["headers"] if k not in (b"content-length", b"content-type")])


async def main():
    await ask(app, "GET", "/items/3", headers=[("X-Token", "t"), ("Cookie", "ads=a")], query="q=zed")
    for path in ("/items/0", "/items/x", "/items/9", "/nothing", "/secret"):
        await ask(app, "GET", path)
    await ask(app, "GET", "/secret", headers=[("Authorization", "Bearer abc")])
    item = {"name": "ab", "price": 2.5, "tags": ["x"], "colour": "red", "inner": {"name": "cd", "price": "1"}}
    await ask(app, "POST", "/items/", json.dumps({"item": item, "extra": "7"}).encode(), [("Content-Type", "application/json")], "skip=2")
    for wrong in ({"name": "a b", "price": 1}, {"price": -1}, {"name": "xy", "price": "z", "colour": "green", "tags": {}}, []):
        await ask(app, "POST", "/items/", json.dumps({"item": wrong}).encode(), [("Content-Type", "application/json")])
    await ask(app, "POST", "/items/", b"{bad", [("Content-Type", "application/json")])
    await ask(app, "DELETE", "/items/")
    print(log)
    print(json.dumps(app.openapi(), indent=1, sort_keys=True))

    class Timing(BaseHTTPMiddleware):
        async def dispatch(self, request, call_next):
            answer = await call_next(request)
            answer.headers["X-Via"] = request.method
            return answer

    async def parts():
        for n in range(3):
            yield f"{n},"

    async def talk(socket):
        await socket.accept()
        await socket.send_json({"got": await socket.receive_text(), "path": socket.path_params})
        await socket.close()

    star = Starlette(routes=[Route("/", lambda r: PlainTextResponse("home " + str(r.url_for("user", name="x")))), Route("/s", lambda r: StreamingResponse(parts())), Mount("/m", routes=[Route("/u/{name}", lambda r: JSONResponse(r.path_params), name="user2")]),
                             Route("/u/{name:str}", lambda r: RedirectResponse("/m/u/" + r.path_params["name"]), name="user"), WebSocketRoute("/w/{n:int}", talk)], middleware=[Middleware(Timing)])
    for path in ("/", "/s", "/m/u/ann", "/u/bob", "/nowhere"):
        await ask(star, "GET", path, headers=[("Host", "h")])
    inbox, outbox = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "hi"}], []

    async def receive():
        return inbox.pop(0)

    async def send(message):
        outbox.append(message)
    await star({"type": "websocket", "path": "/w/4", "root_path": "", "query_string": b"", "headers": [], "scheme": "ws"}, receive, send)
    print(outbox)


asyncio.run(main())
print(log, Item.schema_json(), Response("x").headers)
