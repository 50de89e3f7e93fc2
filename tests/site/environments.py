"""Environments by `python -m venv`, and pip in them, with packages from local files alone."""
import base64
import glob
import hashlib
import io
import os
import tarfile
import zipfile

from row import Row

WHEELS = "/usr/share/python-wheels"

# Other back ends than setuptools, as Debian packages them: (what a project says, the modules that build it, the package).
BACK_ENDS = {
    "flit": ('[build-system]\nrequires = ["flit_core"]\nbuild-backend = "flit_core.buildapi"\n[project]\nname = "flown"\nversion = "1.5"\n'
             'description = "by flit"\n[project.scripts]\nflown-tool = "flown:main"\n', "flit_core", "flit"),
    "hatchling": ('[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n[project]\nname = "flown"\nversion = "1.5"\n'
                  '[project.scripts]\nflown-tool = "flown:main"\n', "hatchling", "python3-hatchling"),
    "poetry": ('[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n[tool.poetry]\nname = "flown"\n'
               'version = "1.5"\ndescription = "by poetry"\nauthors = ["A <a@b.c>"]\n[tool.poetry.scripts]\nflown-tool = "flown:main"\n', "poetry", "python3-poetry-core"),
}

MODULE = 'import sys\n\n\ndef main():\n    print("hello from", __name__, sys.argv[1:])\n    return 3\n'
SETUP = ("from setuptools import setup\nsetup(name='source-dist', version='0.5', py_modules=['source_dist'],\n"
         "      entry_points={'console_scripts': ['source-tool=source_dist:main']})\n")
PROJECT = ('[build-system]\nrequires = ["setuptools", "wheel"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "newer"\nversion = "2.0"\n'
           'dependencies = ["pure-wheel>=1"]\n[tool.setuptools]\npy-modules = ["newer"]\n')


def missing():
    return "" if glob.glob(WHEELS + "/pip-*.whl") and glob.glob(WHEELS + "/setuptools-*.whl") else "python3-pip-whl or python3-setuptools-whl"


def wheel(name, version, tag, files, metadata=""):
    """The bytes of a wheel, whose record is right."""
    stem = f"{name}-{version}.dist-info/"
    files = {**files, stem + "METADATA": f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: {version}\n{metadata}",
             stem + "WHEEL": f"Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: {tag}\n"}
    record = "".join(f"{n},sha256={base64.urlsafe_b64encode(hashlib.sha256(t.encode()).digest()).decode().rstrip('=')},{len(t.encode())}\n"
                     for n, t in files.items()) + stem + "RECORD,,\n"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for n, t in {**files, stem + "RECORD": record}.items():
            archive.writestr(n, t)
    return made.getvalue()


def source(stem, files):
    """The bytes of a source distribution."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(f"{stem}/{name}")
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return made.getvalue()


def packages():
    pure = wheel("pure_wheel", "1.0", "py3-none-any",
                 {"pure_wheel/__init__.py": MODULE, "pure_wheel-1.0.dist-info/entry_points.txt": "[console_scripts]\npure-tool = pure_wheel:main\n"})
    info = "Metadata-Version: 1.0\nName: source-dist\nVersion: 0.5\n"
    return {
        "dist/pure_wheel-1.0-py3-none-any.whl": pure,
        "dist/needs_more-1.0-py3-none-any.whl": wheel("needs_more", "1.0", "py3-none-any", {"needs_more.py": ""}, "Requires-Dist: not-there>=2\n"),
        "dist/marked-1.0-py3-none-any.whl": wheel("marked", "1.0", "py3-none-any", {"marked.py": ""},
                                                  "Requires-Dist: not-there; python_version < '3'\nRequires-Dist: pure-wheel; sys_platform == 'linux'\n"),
        "dist/source-dist-0.5.tar.gz": source("source-dist-0.5", {"setup.py": SETUP, "source_dist.py": MODULE, "PKG-INFO": info}),
        "dist/newer-2.0.tar.gz": source("newer-2.0", {"pyproject.toml": PROJECT, "newer.py": MODULE, "PKG-INFO": info.replace("source-dist", "newer").replace("0.5", "2.0")}),
        "binary/native-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl":
            wheel("native", "1.0", "cp311-cp311-manylinux_2_17_x86_64", {"native.py": ""}),
        "binary/stable-1.0-cp38-abi3-manylinux_2_17_x86_64.whl": wheel("stable", "1.0", "cp38-abi3-manylinux_2_17_x86_64", {"stable.py": ""}),
        "tree/setup.py": SETUP, "tree/source_dist.py": MODULE,
    }


ASK = ("import sys, sysconfig, site, zlib, _json; print(sys.prefix, sys.exec_prefix, sys.base_prefix, sys.executable, sys._base_executable.rpartition('/')[2] in sys.argv[1:], sys.path, site.PREFIXES,"
       " site.ENABLE_USER_SITE, sorted(sysconfig.get_paths().items()))")
VENV = ["PYTHON", "-m", "venv"]
ENV = {"VIRTUAL_ENV_DISABLE_PROMPT": "1"}


def pip(*words):
    return ["{}/e/bin/python", "-m", "pip", *words], {"env": {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "{}/dist {}/wheels", "PIP_NO_COLOR": "1",
                                                             "PIP_PROGRESS_BAR": "off", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": "/dev/null",
                                                             "PIP_CACHE_DIR": "{}/cache"}}


def plain():
    for name, options in {"links": [], "copies": ["--copies"], "system packages": ["--system-site-packages"], "prompt": ["--prompt", "it's"]}.items():
        yield f"venv: {name}", Row([
            ([*VENV, "--without-pip", *options, "{}/e"], {}),
            (["sh", "-c", "cat {}/e/pyvenv.cfg; find {}/e -mindepth 1 | sort | grep -v bin/python3.11 | grep -v bin/PROGRAM | grep -v bin/minipy"], {}),
            (["{}/e/bin/python", "-c", ASK, "python3.11", "python3", "minipy"], {}), (["{}/e/bin/python3", "-S", "-c", "import sys; print(sys.prefix, sys.path)"], {}),
            (["bash", "-c", ". {}/e/bin/activate; echo $VIRTUAL_ENV $PS1; python -c 'import sys; print(sys.prefix, sys.executable)'; deactivate; echo $PATH"], {}),
            (["sh", "-c", "sed s,/[^/]*/env$,X, {}/e/bin/activate {}/e/bin/activate.csh {}/e/bin/activate.fish"], {}),
        ])
    yield "venv: again, upgraded, cleared, inside another", Row([
        ([*VENV, "--without-pip", "{}/e"], {}), ([*VENV, "--without-pip", "{}/e"], {}), ([*VENV, "--upgrade", "{}/e"], {}),
        (["touch", "{}/e/lib/python3.11/site-packages/x"], {}), ([*VENV, "--without-pip", "--clear", "{}/e"], {}),
        (["ls", "{}/e/lib/python3.11/site-packages"], {}), (["{}/e/bin/python", "-m", "venv", "--without-pip", "{}/inner"], {}),
        (["{}/inner/bin/python", "-c", ASK, "python3.11", "minipy"], {}), (["sh", "-c", "grep -v command {}/inner/pyvenv.cfg"], {}),
    ])
    yield "venv: what is refused", Row([(VENV, {}), ([*VENV, "{}/file"], {}), ([*VENV, "--upgrade", "--clear", "{}/e"], {}), ([*VENV, "a:b"], {})],
                                       {"file": "x"}, succeeds=False)
    yield "venv: children find it again", Row([
        ([*VENV, "--without-pip", "{}/e"], {}),
        (["{}/e/bin/python", "-c", "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import sys; print(sys.prefix)'], check=True)"], {}),
        (["{}/e/bin/python", "-c", "import multiprocessing as m\nif __name__ == '__main__':\n    m.set_start_method('spawn')\n    with m.Pool(1) as p:"
                                   " print(p.map(abs, [-1]), m.spawn.get_executable())"], {}),
    ])


def with_pip():
    begin = ([*VENV, "{}/e"], {})
    wheels = (["sh", "-c", f"mkdir {{}}/wheels; cp {WHEELS}/*.whl {{}}/wheels"], {})
    yield "pip: a wheel", [begin, pip("--version"), pip("list"), pip("install", "pure-wheel"), pip("list"), pip("show", "-f", "pure-wheel"), pip("freeze"),
                           (["{}/e/bin/pure-tool", "a"], {}), (["sh", "-c", "cat {}/e/bin/pure-tool"], {}), pip("check"), pip("install", "pure_wheel"),
                           pip("uninstall", "-y", "pure-wheel"), pip("list"), (["sh", "-c", "ls {}/e/bin | grep -v PROGRAM | grep tool"], {}), pip("show", "pure-wheel")]
    yield "pip: dependencies", [begin, pip("install", "marked"), pip("freeze"), pip("install", "needs-more"), pip("install", "--no-deps", "needs-more"), pip("check")]
    yield "pip: a source", [begin, pip("install", "-q", "--no-build-isolation", "{}/dist/pure_wheel-1.0-py3-none-any.whl"),
                            (["sh", "-c", "cp -r /usr/lib/python3/dist-packages/wheel* {}/e/lib/python3.11/site-packages"], {}),
                            pip("install", "-q", "--no-build-isolation", "source-dist"), (["{}/e/bin/source-tool", "x"], {}), pip("freeze"),
                            pip("install", "-q", "--no-build-isolation", "newer"), (["{}/e/bin/python", "-c", "import newer; newer.main()"], {}), pip("freeze"),
                            pip("wheel", "-q", "--no-build-isolation", "-w", "{}/made", "source-dist"), (["ls", "{}/made"], {}),
                            pip("download", "-q", "-d", "{}/fetched", "pure-wheel"), (["ls", "{}/fetched"], {})]
    yield "pip: an editable tree", [begin, (["sh", "-c", "cp -r /usr/lib/python3/dist-packages/wheel* {}/e/lib/python3.11/site-packages"], {}),
                                    pip("install", "-q", "--no-build-isolation", "-e", "{}/tree"), pip("list", "--format", "freeze"),
                                    (["{}/e/bin/python", "-c", "import source_dist; print(source_dist.__file__)"], {}), (["{}/e/bin/source-tool"], {}),
                                    pip("uninstall", "-y", "source-dist")]
    yield "pip: a build of its own", [begin, wheels, (["sh", "-c", "cp {}/own/*.whl {}/wheels"], {}), pip("install", "-q", "newer"), pip("freeze")]


def by_other_back_ends():
    """A tree and its source distribution, built by what an environment sees of the system's packages."""
    tool = ["sh", "-c", "{}/e/bin/flown-tool x; test $? = 3"]
    for name, (project, module, package) in BACK_ENDS.items():
        build = "import {0} as back_end; print(back_end.build_sdist('{{}}/made'))".format(project.split('build-backend = "')[1].split('"')[0])
        yield f"pip: built by {name}", Row([
            ([*VENV, "--system-site-packages", "{}/e"], {}), pip("install", "-q", "--no-build-isolation", "--no-deps", "{}/tree"),
            (tool, {}), pip("show", "-f", "flown"), pip("uninstall", "-q", "-y", "flown"),
            (["{}/e/bin/python", "-c", "import os; os.mkdir('{}/made'); os.chdir('{}/tree'); " + build], {}),
            pip("install", "-q", "--no-build-isolation", "--no-deps", "{}/made/flown-1.5.tar.gz"), (tool, {}),
        ], {"tree/pyproject.toml": project, "tree/flown.py": '"""What flies."""\n' + MODULE, "tree/README.md": ""}, wheels=True,
            package="" if os.path.isdir(f"/usr/lib/python3/dist-packages/{module}") else package)


def rows():
    found = {**dict(plain()), **dict(by_other_back_ends())}
    own = {"own/wheel-0.38.4-py3-none-any.whl": wheel_of_debian()}
    for name, commands in with_pip():
        found[name] = Row(commands, {**packages(), **own}, succeeds=False, wheels=True)
    return found


def wheel_of_debian():
    """Debian's package of wheel as a wheel: what a build of its own takes."""
    folder = "/usr/lib/python3/dist-packages/wheel"
    files = {}
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(root, name), encoding="utf-8") as file:
                    files[os.path.relpath(os.path.join(root, name), os.path.dirname(folder))] = file.read()
    entry = "[distutils.commands]\nbdist_wheel = wheel.bdist_wheel:bdist_wheel\n"
    return wheel("wheel", "0.38.4", "py3-none-any", {**files, "wheel-0.38.4.dist-info/entry_points.txt": entry})
