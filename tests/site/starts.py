"""The start: sys.path, .pth files, the user's folder, environments by pyvenv.cfg, sitecustomize."""
from row import Row, one

ASK = """\
import sys
print(*sys.path, sep='\\n')
print(sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, sys.platlibdir)
print(sys.executable, getattr(sys, '_home', 'no _home'), *sys.flags[5:8], sys.flags.isolated, sys.flags.safe_path)
before = list(sys.path)
import site
print(site.ENABLE_USER_SITE, site.USER_BASE, site.USER_SITE, site.PREFIXES, site.getsitepackages())
print(before == sys.path)
"""
PACKAGES = "home/.local/lib/python3.11/site-packages/"
ENV = "env/lib/python3.11/site-packages/"


def asked(*options, files=None, env=None, python="PYTHON", **more):
    return one(python, *options, "{}/ask.py", files={"ask.py": ASK, **(files or {})}, env=env, **more)


def pth(content, *options, succeeds=True, **files):
    """A .pth file in the user's folder, beside folders a, b, c and one called "with space"."""
    tree = {PACKAGES + name: None for name in ("a", "b", "c", "with space", "imports", "import", "x.py")}
    return asked(*options, files={**tree, PACKAGES + "one.pth": content, "elsewhere/deep": None, **files}, succeeds=succeeds)


PTH = {
    "names": "a\nb\n",
    "comments and blanks": "# a\n\n   \n\t\n#b\nc\n",
    "a comment behind blanks is a name": "  # a\na\n",
    "absolute and climbing": "{}/elsewhere/deep\n../site-packages/./a//\n{}/elsewhere/../elsewhere\n",
    "absent and repeated": "nothing\na\na\nb/../a\n{}/nothing\n",
    "blanks around": "a  \n  b\nc\t\nwith space\n",
    "no newline at the end": "a\nb",
    "windows and old mac": "a\r\nb\rc\r\n",
    "words that begin with import": "imports\nimport\nimportant\n",
    "empty": "",
    "a line is executed": "import sys; sys.path.append('/from-pth'); print('executed', sitedir)\n",
    "a tab behind import": "import\tsys; print('tab')\na\n",
    "blanks before import": " import sys; print('never')\na\n",
    "the frame above": "import sys; print(sorted(sys._getframe(1).f_locals), sys._getframe(1).f_locals['sitedir'])\n",
    "an error": "a\nimport sys; 1 / 0\nb\n",
    "a module that is absent": "import no_such_module_at_all\na\n",
    "a syntax error": "import sys; x ==\nb\n",
    "several lines share names": "import os; shared = 5\nimport sys; print('shared', shared)\na\n",
    "site itself": "import site; print(site.__name__, hasattr(site, 'main'))\na\n",
    "other characters": "\xe4\na\n# \xfc\n",
    "a byte order mark": "\ufeffa\nb\n",
    "a zero": "a\0b\nc\n",
    "a control character": "a\x0cb\n\x0c\nc\n",
    "a very long line": "x" * 5000 + "\na\n",
    "long": "# " + "x" * 20000 + "\na\n",
}

CFG = {
    "home alone": "home = /usr/bin\n",
    "system packages": "home = /usr/bin\ninclude-system-site-packages = true\n",
    "no system packages": "home = /usr/bin\ninclude-system-site-packages = false\n",
    "true in capitals": "HOME = /usr/bin\nInclude-System-Site-Packages = TRUE\n",
    "another word": "home = /usr/bin\ninclude-system-site-packages = yes\n",
    "twice": "home=/usr/bin\ninclude-system-site-packages=false\ninclude-system-site-packages=true\nhome=/bin\n",
    "blanks": "\t home\t=   /usr/bin  \n  include-system-site-packages  =  false  \n",
    "no equals": "home /usr/bin\ninclude-system-site-packages\n",
    "empty": "",
    "empty values": "home =\ninclude-system-site-packages =\n",
    "comments": "# home = /x\n[section]\nhome = /usr/bin\n; include-system-site-packages = false\n",
    "more equals": "home = /usr/bin\ninclude-system-site-packages = false = true\n",
    "other characters": "home = /usr/bin\nprompt = \xe4\ninclude-system-site-packages = false\n",
    "windows lines": "home = /usr/bin\r\ninclude-system-site-packages = false\r\n",
}

CUSTOM = {
    "prints": "print('customized', __name__)\n",
    "changes sys": "import sys; sys.path.insert(0, '/mine'); sys.custom = 1\n",
    "adds a folder": "import site; site.addsitedir('{}/more')\n",
    "raises": "1 / 0\n",
    "raises ImportError": "raise ImportError('not now')\n",
    "misses a module": "import no_such_module_at_all\n",
    "exits": "raise SystemExit(7)\n",
    "is interrupted": "raise KeyboardInterrupt\n",
    "has a syntax error": "x ==\n",
    "asks for site": "import sys; print(sys.modules['site'].USER_SITE)\n",
}


def environment(cfg, **files):
    return {"env/pyvenv.cfg": cfg, "env/bin/python": ("link", "PROGRAM"), ENV + "in_env": None, ENV + "e.pth": "in_env\n",
            PACKAGES + "u": None, PACKAGES + "u.pth": "u\n", **files}


def paths():
    """PYTHONPATH, options and variables."""
    user = {PACKAGES + "mine.py": "", "base/lib/python3.11/site-packages/x": None, "work/a": None}
    both = {"PYTHONPATH": "a:{}/work/a:b/../a::/no/such//place/.:a/"}
    for options in ((), ("-S",), ("-s",), ("-E",), ("-I",), ("-P",), ("-s", "-S"), ("-I", "-S"), ("-E", "-P")):
        name = " ".join(options) or "no option"
        yield f"start: {name}", asked(*options, files=user)
        yield f"start: PYTHONPATH, {name}", asked(*options, files=user, env=both)
        yield f"start: PYTHONUSERBASE, {name}", asked(*options, files=user, env={"PYTHONUSERBASE": "{}/base"})
        yield f"start: PYTHONNOUSERSITE, {name}", asked(*options, files=user, env={"PYTHONNOUSERSITE": "1"})
    yield "start: a relative PYTHONUSERBASE", asked(files=user, env={"PYTHONUSERBASE": "../base"})
    yield "start: an empty PYTHONUSERBASE", asked(files=user, env={"PYTHONUSERBASE": ""})
    for name, home in (("empty", ""), ("unset", None), ("relative", "../home"), ("with slashes", "{}/home//"), ("absent", "/no/such")):
        yield f"start: HOME is {name}", asked(files=user, env={"HOME": home})
    yield "start: another user than the effective one", one(
        "setpriv", "--ruid=65534", "--euid=0", "PYTHON", "{}/ask.py", files={"ask.py": ASK, **user}, root=True)
    yield "start: another group than the effective one", one(
        "setpriv", "--rgid=65534", "--egid=0", "--keep-groups", "PYTHON", "{}/ask.py", files={"ask.py": ASK, **user}, root=True)


def pth_files():
    for name, content in PTH.items():
        yield f"pth: {name}", pth(content)
    yield "pth: not UTF-8", pth(b"a\n\xff\xfe\nb\n", succeeds=False)
    yield "pth: an exit", pth("import sys; sys.exit(3)\n", succeeds=False)
    yield "pth: without the user's folder", pth("import sys; print('never')\n", "-s")
    yield "pth: without site", pth("import sys; print('never')\n", "-S")
    order = {PACKAGES + f"{n}.pth": f"{n}\n" for n in ("b", "a", "C", ".hidden", "10", "9")}
    yield "pth: the order of several", asked(files={**order, **{PACKAGES + n: None for n in ("b", "a", "C", ".hidden", "10", "9")}})
    yield "pth: names that do not count", asked(files={PACKAGES + "a.PTH": "a\n", PACKAGES + "a.pth.off": "a\n", PACKAGES + "apth": "a\n",
                                                       PACKAGES + "a": None, PACKAGES + "folder.pth": None, PACKAGES + "away.pth": ("link", "/no/such")})
    yield "pth: many", asked(files={PACKAGES + f"{n:02}.pth": f"d{n % 7}\n" for n in range(40)} | {PACKAGES + f"d{n}": None for n in range(7)})


def environments():
    for name, cfg in CFG.items():
        yield f"environment: {name}", asked(files=environment(cfg), python="{}/env/bin/python")
    plain = CFG["no system packages"]
    latin = environment(b"home = /usr/bin\nprompt = \xff\n")
    yield "environment: not UTF-8", asked(files=latin, python="{}/env/bin/python", succeeds=False)
    for option in ("-S", "-s", "-I", "-E", "-P"):
        yield f"environment: {option}", asked(option, files=environment(plain), python="{}/env/bin/python")
    inside = environment("", **{"env/bin/pyvenv.cfg": plain})
    del inside["env/pyvenv.cfg"]
    yield "environment: pyvenv.cfg beside the executable", asked(files=inside, python="{}/env/bin/python")
    inside = environment(CFG["system packages"], **{"env/bin/pyvenv.cfg": plain})
    yield "environment: one beside, one above", asked(files=inside, python="{}/env/bin/python")
    folder = environment(None)
    yield "environment: a folder pyvenv.cfg", asked(files=folder, python="{}/env/bin/python")
    links = environment(plain, **{"links/py": ("link", "../env/bin/python"), "env/bin/py2": ("link", "python")})
    yield "environment: a link to a link", asked(files=links, python="{}/env/bin/py2")
    yield "environment: a link from outside", asked(files=links, python="{}/links/py")
    yield "environment: called by a relative name", asked(files=links, python="../env/bin/python")
    yield "environment: found along PATH", Row([(["env", "PATH={}/env/bin:/usr/bin", "python", "{}/ask.py"], {})],
                                             {"ask.py": ASK, **links})


def customs():
    for name, content in CUSTOM.items():
        fine = name not in ("exits", "is interrupted")
        more = {"more/x.pth": "y\n", "more/y": None}
        for module in "sitecustomize", "usercustomize":
            yield f"{module}: {name}", asked(files={PACKAGES + module + ".py": content, **more}, succeeds=fine and True)
            yield f"{module} in PYTHONPATH: {name}", asked(files={f"lib/{module}.py": content, **more}, env={"PYTHONPATH": "{}/lib"}, succeeds=fine)
    there = {"lib/sitecustomize.py": "print('s')\n", "lib/usercustomize.py": "print('u')\n"}
    for option in ("-S", "-s", "-E", "-I", "-P"):
        yield f"customized, {option}", asked(option, files=there, env={"PYTHONPATH": "{}/lib"})
    yield "sitecustomize is a package", asked(files={"lib/sitecustomize/__init__.py": "print(__path__)\n"}, env={"PYTHONPATH": "{}/lib"})
    yield "sitecustomize is a folder", asked(files={"lib/sitecustomize/x.py": ""}, env={"PYTHONPATH": "{}/lib"})
    yield "Debian's hook is there", asked(files={"lib/apport_python_hook.py": "def install(): print('installed')\n"}, env={"PYTHONPATH": "{}/lib"})
    yield "Debian's hook fails", asked(files={"lib/apport_python_hook.py": "def install(): 1 / 0\n"}, env={"PYTHONPATH": "{}/lib"})


BUILTINS = """\
import builtins, copy, inspect, pickle, sys
for name in "quit", "exit", "copyright", "credits", "license", "help":
    o = getattr(builtins, name)
    print(name, type(o), repr(o) if name not in ("copyright",) else "", o is getattr(builtins, name))
import _sitebuiltins
print(type(exit) is _sitebuiltins.Quitter, type(help) is _sitebuiltins._Helper, vars(quit), vars(credits), sorted(vars(license)))
print(inspect.signature(exit), pickle.loads(pickle.dumps(quit)), copy.copy(exit).name, exit.__doc__, len(dir(exit)))
exit.mine = 5
print(exit.mine, list(vars(builtins))[-6:])
license()
kept = exit
import site
print(kept is exit)
builtins.exit = 3
del builtins.quit
import importlib
print(exit, hasattr(builtins, "quit"))
help("topics") if 0 else None
kept(4)
"""
REPLACED = """\
import builtins, sys
builtins.exit = 'mine'
del builtins.help
sys.path = path = ['/mine']
sys.prefix = '/other'
sys.__interactivehook__ = None
sys.path.append('/usr/lib/python3.11')
import site
print(exit, hasattr(builtins, 'help'), sys.path is path, path, sys.prefix, sys.__interactivehook__)
print(site.PREFIXES, site.ENABLE_USER_SITE)
"""


def objects():
    yield "the builtins of site", one("PYTHON", "{}/b.py", files={"b.py": BUILTINS}, succeeds=False)
    yield "site, imported after changes", one("PYTHON", "{}/r.py", files={"r.py": REPLACED})
    for words in ("-m site", "-m site --user-site", "-m site --user-base --user-site", "-s -m site --user-site", "-S -m site",
                  "-I -m site", "-m site --what"):
        yield f"python {words}", one("PYTHON", *words.split(), succeeds=False, files={PACKAGES + "a.pth": "b\n", PACKAGES + "b": None})
    for code in ("print(exit)", "exit(3)", "quit()", "print(help)", "import sys; exit.name = 'x'; print(exit)", "type(exit)()",
                 "print(isinstance(exit, __import__('_sitebuiltins').Quitter))", "exit + 1", "exit['x']", "len(exit)", "del exit.name; print(exit)",
                 "print(hash(exit) == hash(exit), exit == exit, exit == quit)", "print(exit.__class__.__mro__, exit.__dict__)"):
        yield f"builtins: {code}", one("PYTHON", "-c", code, succeeds=False)
    yield from bare_objects()


SHORT = "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as f: copyright()\nprint(f.getvalue()[:13])"  # of whom is its own


def bare_objects():
    """Where no .pth file of the machine's packages has had site imported already."""
    files = environment(CFG["no system packages"], **{"b.py": BUILTINS, "r.py": REPLACED})
    for name in "b.py", "r.py":
        yield f"bare: {name}", one("{}/env/bin/python", "{}/" + name, files=files, succeeds=False)
    for code in ("exit(3)", "quit('said')", "import sys; sys.stdin = None; exit()", "import sys; del sys.stdin; quit(0)", "exit(1, 2)",
                 SHORT, "import builtins; p = builtins.print; del builtins.print; copyright()", "print(exit, quit, str(copyright)[:13], help)",
                 "print(license)", "print(credits.__class__, exit.name, exit.eof)", "import sys; exit.name = 'x'; print(exit)", "del exit.name; print(exit)",
                 "import copy; print(copy.copy(exit), exit.__reduce_ex__(2)[1:])", "import pickle; print(pickle.loads(pickle.dumps(quit)))",
                 "print(exit.__class__.__mro__, exit.__dict__)", "exit + 1", "len(copyright)", "exit.nothing", "print(hash(exit) == hash(exit), exit == quit)",
                 "import sys; sys.modules['_sitebuiltins'] = None; print(exit)",
                 "import sys; sys.modules['_sitebuiltins'] = None\n" + SHORT, "import sys; sys.modules['_sitebuiltins'] = None; exit(4)"):
        yield f"bare builtins: {code}", one("{}/env/bin/python", "-c", code, files=files, succeeds=False)


def rows():
    return {name: row for part in (paths, pth_files, environments, customs, objects) for name, row in part()}
