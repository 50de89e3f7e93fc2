import io, logging, logging.config
out = io.StringIO()
log = logging.getLogger("a.b")
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter("{levelname:>8}:{name}:{message}", style="{"))
handler.addFilter(lambda record: "secret" not in record.getMessage())
log.addHandler(handler)
log.setLevel(logging.INFO)
log.debug("no")
log.info("n=%d", 3)
log.warning("secret")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")
log.log(35, "between", stacklevel=1)
logging.LoggerAdapter(log, {"x": 1}).error("adapted")
logging.config.dictConfig({"version": 1, "handlers": {"h": {"class": "logging.NullHandler"}}, "root": {"handlers": ["h"], "level": "ERROR"}})
print(len(out.getvalue().splitlines()), log.getEffectiveLevel(), log.isEnabledFor(10), logging.getLevelName(35), logging.getLogger("a").parent.name)
