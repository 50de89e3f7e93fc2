"""contextvars: contexts as mappings, copies, tokens."""
import contextvars
from contextvars import Context, ContextVar, Token


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


a, b, c = ContextVar("a"), ContextVar("b", default=2), ContextVar("c")
print(repr(a).startswith("<ContextVar name='a' at"), repr(b).startswith("<ContextVar name='b' default=2 at"))
show(a.get)
print(a.get(5), b.get(), b.get(7), a.name)
token = a.set(1)
print(token.var is a, token.old_value is Token.MISSING, repr(Token.MISSING), repr(token).startswith("<Token var=<ContextVar name='a'"))
ctx = contextvars.copy_context()
print(len(ctx), a in ctx, b in ctx, ctx[a], ctx.get(a), ctx.get(b), ctx.get(b, 9))
print([v.name for v in ctx], [v.name for v in ctx.keys()], list(ctx.values()), [(k.name, v) for k, v in ctx.items()])
show(lambda: ctx[b])
show(lambda: ctx["a"])
show(lambda: "a" in ctx)
show(lambda: ctx.get("a"))
print(ctx == ctx.copy(), ctx != ctx.copy(), ctx == Context(), ctx == 1, len(Context()))
show(lambda: ctx < ctx)
show(lambda: hash(ctx))


def inside():
    a.set("inside")
    c.set(3)
    show(lambda: ctx.run(inside))
    return len(contextvars.copy_context())


print(ctx.run(inside), a.get(), ctx[a], ctx[c], c.get("none"))
a.reset(token)
show(a.get)
show(lambda: a.reset(token))
print(repr(token).startswith("<Token used var=<ContextVar"))
t2 = b.set(4)
show(lambda: a.reset(t2))
show(lambda: Context().run(b.reset, t2))
show(lambda: b.reset(1))
b.reset(t2)
print(b.get())
print(ContextVar[int], Token[int])
show(lambda: Context(1))
show(lambda: ContextVar())
show(lambda: ContextVar(1))
show(lambda: Token())
show(lambda: type("T", (Context,), {}))
show(lambda: ctx.run())
show(lambda: ctx.run(lambda *x, **y: (x, y), 1, z=2))
show(lambda: hash(a) == hash(a))


def many_values():
    many = [ContextVar(f"v{i}", default=i) for i in range(100)]
    tokens = [v.set(-v.get()) for v in many]
    big = contextvars.copy_context()
    for t in tokens[::2]:
        t.var.reset(t)
    print(len(big), len(contextvars.copy_context()), sum(v.get() for v in many), sum(big[v] for v in many))


Context().run(many_values)
