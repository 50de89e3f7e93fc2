"""Records through loggers, filters, handlers and formatters of the logging module."""
import io
import logging

N = 1020


class Quiet(logging.Filter):
    def filter(self, record):
        return record.args != (13,)


def loggers(stream):
    root = logging.Logger("root", logging.INFO)
    root.manager = logging.Manager(root)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)-8s %(name)s: %(message)s [%(funcName)s:%(lineno)d]"))
    handler.addFilter(Quiet())
    root.addHandler(handler)
    short = logging.StreamHandler(stream)
    short.setFormatter(logging.Formatter("{name}/{levelno}/{message}", style="{"))
    short.setLevel(logging.ERROR)
    root.addHandler(short)
    return root.manager.getLogger("app.web"), root.manager.getLogger("app.db")


def run(n):
    stream = io.StringIO()
    web, db = loggers(stream)
    for i in range(n):
        web.debug("never seen %s", i)
        web.info("request %d of %s", i, "GET")
        db.warning("slow: %.2f ms", i / 7)
        web.info("one number %d", i % 20)
        if db.isEnabledFor(logging.DEBUG):
            db.debug("not reached")
        if i % 20 == 0:
            try:
                1 / (i % 20)
            except ZeroDivisionError:
                db.error("failed", exc_info=False)
    return len(stream.getvalue())
