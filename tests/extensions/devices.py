"""Sound, mixers and yellow pages of devices.c, which is preloaded: what both interpreters say of them."""
import errno
import os
import signal
import warnings

warnings.simplefilter("ignore")
import nis  # noqa: E402
import ossaudiodev as oss  # noqa: E402

FORMATS = oss.AFMT_U8, oss.AFMT_S8, oss.AFMT_MU_LAW, oss.AFMT_A_LAW, oss.AFMT_S16_LE, oss.AFMT_S16_BE, oss.AFMT_U16_LE, oss.AFMT_U16_BE


def said(f, *args, **kw):
    try:
        r = f(*args, **kw)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
    return r if isinstance(r, (int, str, bytes, tuple, list, dict, type(None))) else type(r).__name__


def show(o, *calls):
    for name, *args in calls:
        print("  ", name, *args, "->", said(getattr(o, name), *args))


def sound():
    print("sound", said(oss.open, "w"), said(oss.open, "/dev/dsp", "x"), said(oss.open, 5), said(oss.open, "/dev/dsp", None), said(oss.open))
    d = oss.open("w")
    print(d.name, d.mode, d.closed, d.fileno() > 2, [said(setattr, d, n, 1) for n in ("name", "mode", "closed")])
    show(d, ("getfmts",), ("getfmts", 1), ("setfmt", oss.AFMT_S16_LE), ("setfmt",), ("setfmt", "a"), ("setfmt", 2**40), ("setfmt", -2**70), ("setfmt", 1, 2), ("channels", 2), ("channels", 9),
         ("speed", 44100), ("speed", 10**6), ("speed", 1), ("speed", 1.5), ("sync",), ("reset",), ("post",), ("nonblock",), ("sync", 1), ("nonblock", 1),
         ("setparameters", oss.AFMT_U8, 2, 22050), ("setparameters", oss.AFMT_S16_LE, 1, 8000, True), ("setparameters", 8, 5, 8000), ("setparameters", 8, 5, 8000, True),
         ("setparameters", 8, 1, 96000, 1), ("setparameters", 8, 1), ("setparameters", "a", 1, 1), ("setparameters", 1, 2, 3, 4, 5), ("setparameters", 8, 2, 8000, []),
         ("write", b"abc"), ("write", bytearray(b"d")), ("write", "text"), ("write",), ("write", 5), ("writeall", b"efghij"), ("writeall", bytearray(b"kl")), ("writeall", "text"),
         ("writeall",), ("writeall", b""), ("read", 3), ("read", -1), ("read",), ("read", "a"), ("getptr",))
    print(os.pread(d.fileno(), 99, 0))
    for format in FORMATS:
        print("  ", format, said(d.setfmt, format), [said(d.channels, n) for n in (1, 2)], said(d.bufsize), said(d.obufcount), said(d.obuffree))
    d.setfmt(oss.AFMT_IMA_ADPCM)
    print(d.setfmt(0) == oss.AFMT_IMA_ADPCM, [said(f) for f in (d.bufsize, d.obufcount, d.obuffree)])
    print(d.close(), d.close(), d.closed, d.name)
    show(d, ("getfmts",), ("setfmt", 8), ("write", b"a"), ("writeall", b"a"), ("read", 1), ("fileno",), ("bufsize",), ("getptr",), ("setparameters", 8, 1, 8000), ("sync",))
    with oss.open("/dev/dsp", "r") as d:
        print(d.mode, d.read(4), d.read(0), d.read(99), d.getptr(), oss.open("rw").mode, said(d.__enter__), said(d.__enter__, 1))
    print(d.closed, said(d.__exit__, 1, 2, 3), said(d.__exit__))
    os.environ["AUDIODEV"] = "/dev/dsp.odd"
    with oss.open("rw") as d:
        print(d.name)
        show(d, ("setparameters", 16, 2, 44100), ("setparameters", 16, 2, 44100, 1), ("setparameters", 8, 2, 44100, 1), ("setparameters", 8, 1, 44100, 1), ("setparameters", 8, 1, 8000, 1))
    del os.environ["AUDIODEV"]


def sound_that_fails():
    for word in "getfmts", "fcntl":
        print(word, said(oss.open, "/dev/dsp." + word, "w"))
    for word in "setfmt", "channels", "speed", "space", "getptr", "sync", "write", "select", "slow":
        d = oss.open("/dev/dsp." + word, "w")
        print(word)
        show(d, ("setfmt", 8), ("channels", 1), ("speed", 8000), ("setparameters", 8, 1, 8000), ("bufsize",), ("obufcount",), ("obuffree",), ("getptr",), ("sync",),
             ("write", b"abcdefg"), ("writeall", b"hijklmno"))
        print(os.pread(d.fileno(), 99, 0))
        d.close()

    def handler(*_):
        raise KeyError("a signal")
    signal.signal(signal.SIGUSR1, handler)
    with oss.open("/dev/dsp.signal", "w") as d:
        print(said(d.writeall, b"abc"), os.pread(d.fileno(), 99, 0))


def mixer():
    m = oss.openmixer()
    print("mixer", m.fileno() > 2, said(oss.openmixer, 5), said(oss.openmixer, 1, 2), said(oss.openmixer, "/dev/mixer"), [hasattr(m, n) for n in ("name", "closed", "mode")])
    show(m, ("controls",), ("stereocontrols",), ("reccontrols",), ("get_recsrc",), ("set_recsrc", 5), ("get_recsrc",), ("set_recsrc", 1000), ("set_recsrc", "a"), ("set_recsrc",), ("controls", 1),
         ("set", 4, (30, 70)), ("get", 4), ("set", 0, [0, 100]), ("get", 0), ("get", oss.SOUND_MIXER_NRDEVICES), ("get", -1), ("get", 99), ("get", "a"), ("get",),
         ("set", 99, (1, 2)), ("set", 1, (-1, 2)), ("set", 1, (1, 101)), ("set", 1, (1, "a")), ("set", 1, ("b", 1)), ("set", 1, (1,)), ("set", 1, 5), ("set", 1, None), ("set", 1, "ab"),
         ("set", 1, b"ab"), ("set", 1, {1: 2, 3: 4}), ("set", "a", (1, 2)), ("set", 1, 2, 3), ("set", 1), ("set", oss.SOUND_MIXER_NRDEVICES, (1, 2)), ("__enter__",))
    print(m.close(), m.close(), said(m.get, 1), said(m.set, 1, (1, 2)), said(m.controls), said(m.fileno), said(m.__exit__, None, None, None))
    os.environ["MIXERDEV"] = "/dev/mixer.get"
    with oss.openmixer() as m:
        show(m, ("get", 4), ("get", 5), ("set", 4, (1, 2)))


def pages():
    print("pages", said(nis.get_default_domain), said(nis.match, "root", "passwd"), said(nis.cat, "passwd"), said(nis.maps))
    os.environ["YP_DOMAIN"] = "home"
    print(said(nis.get_default_domain), said(nis.get_default_domain, 1))
    for args in ("root", "passwd"), ("root", "passwd.byname"), ("é", "passwd"), ("all", "aliases"), ("none", "mail.aliases"), ("\udcff", "raw"), ("no", "passwd"), ("root", "hosts"), ("root",), (), (5, "a"), ("a", 5), \
            ("a", None), ("root", "passwd", "poor"), ("root", "passwd", "broken"), ("root", "passwd", "far"), ("root", "passwd", 5), ("a\0b", "passwd"), ("a", "b\0c"), ("a", "b", "c\0d"), ("\ud800", "raw"):
        print("   match", ascii(args), ascii(said(nis.match, *args)))
    print(said(nis.match, key="root", map="passwd", domain="home"), said(nis.match, "root", "passwd", dom="home"))
    for args in ("passwd",), ("passwd.byname",), ("aliases",), ("raw",), ("hosts",), (), (5,), ("passwd", "poor"), ("passwd", "broken"), ("passwd", "far"), ("passwd", 5), ("a\0b",):
        print("   cat", ascii(args), ascii(said(nis.cat, *args)))
    for args in (), ("home",), ("poor",), ("broken",), (5,), (None,), ("a\0b",):
        print("   maps", args, said(nis.maps, *args))


assert errno.EIO == 5
sound()
sound_that_fails()
mixer()
pages()
