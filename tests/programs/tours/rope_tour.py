"""Refactorings of a small project: rename, extract, inline, move, organise imports; completion by rope and by jedi."""
import os

import jedi
from rope.base.project import Project
from rope.contrib.codeassist import code_assist, get_doc, sorted_proposals
from rope.refactor.extract import ExtractMethod, ExtractVariable
from rope.refactor.importutils import ImportOrganizer
from rope.refactor.inline import create_inline
from rope.refactor.move import create_move
from rope.refactor.rename import Rename

SOURCE = '''import os, sys
from math import *

class Shape:
    """A shape."""
    def __init__(self, width: int, height: int = 2):
        self.width = width
        self.height = height

    def area(self):
        """How large."""
        factor = 1
        return self.width * self.height * factor

def total(shapes):
    result = 0
    for shape in shapes:
        result += shape.area()
    return result + floor(2.5)

print(total([Shape(1), Shape(2, 3)]))
'''
os.mkdir("project")
project = Project("project", ropefolder=None)
module = project.root.create_file("shapes.py")
module.write(SOURCE)
other = project.root.create_file("other.py")
other.write("import shapes\nprint(shapes.Shape(3).area())\n")
project.do(Rename(project, module, SOURCE.index("area")).get_changes("surface"))
print(module.read(), other.read())
text = module.read()
start = text.index("self.width * self")
project.do(ExtractVariable(project, module, start, text.index(" * factor")).get_changes("product"))
text = module.read()
start = text.index("    for shape")
project.do(ExtractMethod(project, module, start, text.index("    return result +") - 1).get_changes("add_up"))
print(module.read())
project.do(create_inline(project, module, module.read().index("factor = 1")).get_changes())
project.do(ImportOrganizer(project).expand_star_imports(module) or ImportOrganizer(project).organize_imports(module))
target = project.root.create_file("target.py")
project.do(create_move(project, module, module.read().index("total(")).get_changes(target))
for file in module, other, target:
    print(file.path, file.read(), sep="\n")
project.history.undo()
print(target.read(), [str(c) for c in project.history.undo_list])
text = other.read() + "shapes.Sh"
print([(p.name, p.scope, p.type) for p in sorted_proposals(code_assist(project, text, len(text), other))], get_doc(project, module.read(), module.read().index("surface")))
project.close()
script = jedi.Script(SOURCE + "\nShape(1).\nimport json\njson.JSONDeco\n'abc'.spl\n[1].app\n{'k': Shape(1)}['k'].he", path="x.py")
lines = script._code_lines if hasattr(script, "_code_lines") else SOURCE.splitlines()
for line, column in ((23, 9), (25, 13), (26, 9), (27, 7), (28, 23)):
    print([(c.name, c.type) for c in script.complete(line, column) if not c.name.startswith("__")])
print([(d.full_name, d.line) for d in script.infer(21, 15)], [(r.line, r.column) for r in script.get_references(4, 7)], [n.description for n in script.get_names()], script.goto(18, 26), [s.to_string() for s in script.get_signatures(21, 21)])
print([e.get_message() for e in jedi.Script("def f(:\n  x = = 1\n").get_syntax_errors()], script.help(10, 10)[0].docstring(), jedi.Interpreter("a.up", [{"a": "text"}]).complete()[0].name)
print(jedi.Script("def f(x):\n    y = x + 1\n    return y * y\n").rename(2, 4, new_name="z").get_diff(), jedi.Script("a = 1 + 2 * 3\n").extract_variable(1, 8, until_line=1, until_column=13, new_name="b").get_new_code if False else "")
