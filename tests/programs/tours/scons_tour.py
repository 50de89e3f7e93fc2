"""Three build systems on one small C project: scons, meson's introspection of a build file, doit, invoke."""
import os
import subprocess
import sys

open("main.c", "w").write('#include "part.h"\nint main(void) { return part(); }\n')
open("part.c", "w").write('#include "part.h"\nint part(void) { return VALUE; }\n')
open("part.h", "w").write("#define VALUE 3\nint part(void);\n")
open("SConstruct", "w").write("""env = Environment(CCFLAGS=['-O0'])
lib = env.StaticLibrary('part', ['part.c'])
prog = env.Program('prog', ['main.c', lib])
def upper(target, source, env):
    open(str(target[0]), 'w').write(open(str(source[0])).read().upper())
env.Append(BUILDERS={'Upper': Builder(action=upper, suffix='.up', src_suffix='.h')})
up = env.Upper('part')
env.Command('list.txt', [prog], 'echo built > $TARGET')
Default(prog, up, 'list.txt')
""")
open("dodo.py", "w").write("""
def task_one():
    return {'actions': ['echo one > one.txt'], 'targets': ['one.txt'], 'file_dep': ['part.h']}
def task_two():
    def make(targets):
        open(targets[0], 'w').write(open('one.txt').read() * 2)
    return {'actions': [make], 'targets': ['two.txt'], 'file_dep': ['one.txt'], 'doc': 'the second'}
def task_many():
    for n in range(3):
        yield {'name': str(n), 'actions': [(print, ['sub', n])], 'task_dep': ['two'], 'verbosity': 2}
DOIT_CONFIG = {'backend': 'json', 'dep_file': 'doit.json'}
""")
open("tasks.py", "w").write("""
from invoke import task, Collection
@task
def clean(c, what='all'):
    'Cleans.'
    print('clean', what)
@task(pre=[clean], iterable=['names'], help={'names': 'Names'})
def build(c, names, fast=False, level=1):
    result = c.run('echo built; exit 3', warn=True, hide=True)
    print(names, fast, level, result.exited, result.stdout.strip())
""")
env = dict(os.environ)
for command in (["/usr/bin/scons", "-Q"], ["/usr/bin/scons", "-Q"], ["/usr/bin/scons", "-Q", "--tree=all", "prog"], ["/usr/bin/scons", "-c"], ["-m", "doit", "list", "--all"], ["-m", "doit"], ["-m", "doit"], ["-m", "doit", "info", "two"], ["-m", "doit", "clean"],
                ["-m", "doit", "nosuch"], ["-m", "invoke", "--list"], ["-m", "invoke", "build", "-n", "a", "-n", "b", "--fast", "-l", "4"], ["-m", "invoke", "--help", "build"], ["-m", "invoke", "nosuch"]):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, env=env)
    print("==", command, done.returncode, done.stdout, done.stderr)
print(subprocess.run(["gcc", "--version"], capture_output=True).returncode, sorted(os.listdir()))
for name in (".sconsign.dblite", "doit.json", "prog", "libpart.a", "main.o", "part.o"):
    if os.path.exists(name):
        os.remove(name)
