import cmd, io, code, codeop, sys


class Shell(cmd.Cmd):
    prompt = "> "
    intro = "hello"

    def do_add(self, line):
        "add A B"
        print(sum(map(int, line.split())))

    def do_quit(self, line):
        return True

    def default(self, line):
        print("what:", line)


shell = Shell(stdin=io.StringIO("add 1 2\nhelp\nhelp add\n\nnope\n?\nquit\n"), stdout=io.StringIO())
shell.use_rawinput = False
shell.cmdloop()
print(shell.stdout.getvalue(), shell.completenames("a"), shell.parseline("!x y"))
compiler = codeop.CommandCompiler()
for text in "x = 1", "if x:", "if x:\n  y\n", "1 +", "(", "for", "def f():\n  pass", "":
    try:
        print(repr(text), compiler(text) is not None)
    except SyntaxError as error:
        print(repr(text), type(error).__name__)
sys.stderr = sys.stdout
console = code.InteractiveInterpreter({})
print(console.runsource("print(6 * 7)"), console.runsource("if 1:"), console.runsource("1/0"), console.runsource("a b"))
