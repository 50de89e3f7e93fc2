"""A check: files, and commands that both interpreters run among them."""
from dataclasses import dataclass, field


@dataclass
class Row:
    commands: list  # (words, options of Place.run)
    files: dict = field(default_factory=dict)
    succeeds: bool = True  # every command ends with status 0
    wheels: bool = False  # it takes Debian's wheels of pip and setuptools
    root: bool = False
    package: str = ""  # Debian's, which it takes and which is not there


def one(*words, files=None, succeeds=True, root=False, **options):
    return Row([(list(words), options)], files or {}, succeeds, root=root)
