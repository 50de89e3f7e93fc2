"""What the prompt does on a terminal besides editing: it completes modules where they are imported, indents
blocks, and keeps a block as one entry of the history. vm/api/repl.c calls it."""

import pkgutil
import re
import readline
import rlcompleter
import sys
from importlib.machinery import PathFinder
from importlib.util import find_spec

IMPORT = re.compile(r'\s*(?:import\s+(?:.*,\s*)?|from\s+)[\w.]*$')
NAMES = re.compile(r'\s*from\s+([\w.]+)\s+import\s+[\w\s,(]*$')
ENDS = frozenset('break continue pass raise return'.split())


class Completer(rlcompleter.Completer):
    """rlcompleter's, which knows modules besides, and what Tab means at the start of a line."""

    def complete(self, text, state):
        line = readline.get_line_buffer()[:readline.get_endidx()].rpartition('\n')[2]
        if not line.strip():
            if state == 0:
                readline.insert_text('    ')
            return None
        if state == 0:
            self.modules = imported(line, text)
        if self.modules is None:
            return super().complete(text, state) if text else None
        return self.modules[state] if state < len(self.modules) else None


def imported(line, text):
    """What `text` may become at the end of an import; None: it is in none."""
    names = NAMES.match(line)
    if names:
        found = members(names[1])
    elif IMPORT.match(line):
        package, dot, _ = text.rpartition('.')
        found = {package + dot + name for name in submodules(package)} if dot else top_modules(text)
    else:
        return None
    hidden = not text.rpartition('.')[2].startswith('_')
    return sorted(n for n in found if n.startswith(text) and not (hidden and n.rpartition('.')[2].startswith('_')))


def top_modules(text):
    found = set(sys.builtin_module_names) | {m.name for m in pkgutil.iter_modules()}
    others = {n for n in sys.stdlib_module_names - found if n.startswith(text)}
    return found | {n for n in others if n in sys.modules or find_spec(n)}


def search_path(package):
    """Where the package's modules lie. It is not imported for that."""
    path = None
    for i, _ in enumerate(parts := package.split('.')):
        name = '.'.join(parts[:i + 1])
        module = sys.modules.get(name)
        spec = PathFinder.find_spec(name, path) if module is None else None
        path = getattr(module, '__path__', None) if spec is None else spec.submodule_search_locations
        if path is None:
            return []
    return path


def submodules(package):
    inside = {n.removeprefix(package + '.').partition('.')[0] for n in list(sys.modules) if n.startswith(package + '.')}
    return inside | {m.name for m in pkgutil.iter_modules(search_path(package))}


def members(module):
    found = submodules(module)
    if module in sys.modules:
        found.update(dir(sys.modules[module]))
    return found


def begin():
    """The completer takes rlcompleter's place; one of the program's own stays."""
    current = readline.get_completer()
    if isinstance(getattr(current, '__self__', None), rlcompleter.Completer):
        readline.set_completer(Completer().complete)


def indentation(text):
    """What the next line of an unfinished statement begins with."""
    if text.count('"""') % 2 or text.count("'''") % 2:
        return ''
    last = text.rstrip('\n').rpartition('\n')[2]
    margin = last[:len(last) - len(last.lstrip())]
    code = last.partition('#')[0].strip()
    step = '\t' if '\t' in margin else '    '
    if code.endswith(':'):
        return margin + step
    if re.split(r'\W', code, 1)[0] in ENDS:
        return margin.removesuffix(step)
    return margin


length = readline.get_current_history_length


def gather(start, text):
    """What was read since the history had `start` entries becomes one."""
    if length() > start:
        while length() > start:
            readline.remove_history_item(start)
        readline.add_history(text.rstrip())
