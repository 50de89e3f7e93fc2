"""Command lines by click, typer, docopt, and what is printed: rich, tabulate, prettytable, texttable, tqdm, humanize, blessed's sequences."""
import enum
import io
import pathlib
from typing import List, Optional

import click
import docopt
import humanize
import prettytable
import tabulate
import texttable
import tqdm
import typer
from click.testing import CliRunner
from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.pretty import pretty_repr
from rich.progress import track
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from rich.traceback import Traceback
from rich.tree import Tree


@click.group(chain=False, context_settings={"auto_envvar_prefix": "TOUR"})
@click.option("--debug/--no-debug", default=False, show_default=True)
@click.version_option("1.5", prog_name="tour")
@click.pass_context
def cli(context, debug):
    """The tour's commands."""
    context.obj = {"debug": debug}


@cli.command()
@click.argument("names", nargs=-1, required=True)
@click.option("-n", "--count", type=click.IntRange(1, 5), default=1, help="How often.", metavar="N")
@click.option("--kind", type=click.Choice(["a", "b"], case_sensitive=False), multiple=True)
@click.option("--pair", type=(str, float))
@click.option("--at", type=click.DateTime(["%Y-%m-%d"]))
@click.option("--password", prompt=True, hide_input=True, confirmation_prompt=True)
@click.option("-v", count=True)
@click.pass_obj
def greet(obj, names, **more):
    """Greets NAMES.

    \b
    kept
      as is
    """
    click.secho(f"{names} {sorted((k, str(v)) for k, v in more.items())} {obj}", fg="red", bold=True)


@cli.command("file", short_help="a file")
@click.argument("source", type=click.File("rb"))
@click.argument("path", type=click.Path(exists=True, path_type=pathlib.Path))
def file_(source, path):
    if not click.confirm("sure?"):
        raise click.ClickException("not sure")
    click.echo_via_pager([source.read(), str(path)] if False else "paged")
    with click.progressbar(range(3), label="bar") as bar:
        for _ in bar:
            pass
    raise click.BadParameter("bad", param_hint="path")


run = CliRunner(mix_stderr=False)
for arguments, text in ((["--help"], None), (["--version"], None), (["greet", "--help"], None), (["greet", "x", "y", "-n", "3", "--kind", "A", "--pair", "p", "1.5", "--at", "2020-01-02", "-vv"], "pw\npw\n"), (["greet"], None), (["greet", "x", "-n", "9"], None), (["greet", "x", "--kind", "c"], None),
                        (["--debug", "greet", "x"], "a\nb\na\na\n"), (["nosuch"], None), (["greet", "--cuont", "1"], None), (["file", "-", "/nonexistent"], None), (["file", "-", "/"], "y\n"), (["file", "-", "/"], "n\n")):
    result = run.invoke(cli, arguments, input=text)
    print(arguments, result.exit_code, result.stdout, result.stderr, repr(result.exception))
app = typer.Typer(add_completion=False)


class Size(str, enum.Enum):
    small = "small"
    large = "large"


@app.command()
def make(name: str, size: Size = Size.small, tags: Optional[List[str]] = typer.Option(None, "--tag", "-t"), force: bool = False, number: float = typer.Argument(2.5, min=1)):
    """Makes it."""
    typer.echo(f"{name} {size} {tags} {force} {number}")


@app.command(hidden=True)
def other():
    raise typer.Exit(4)


from typer.testing import CliRunner as TyperRunner
for arguments in (["make", "x", "--size", "large", "-t", "a", "--tag", "b", "--force", "3"], ["make", "x", "0.5"], ["make", "--help"], ["other"], ["make", "x", "--size", "huge"]):
    result = TyperRunner().invoke(app, arguments)
    print(arguments, result.exit_code, result.stdout)
USAGE = """Naval.

Usage:
  naval ship new <name>...
  naval ship <name> move <x> <y> [--speed=<kn>]
  naval (-h | --help)
  naval mine (set|remove) <x> <y> [--moored | --drifting]

Options:
  -h --help     Help.
  --speed=<kn>  Speed in knots [default: 10].
"""
for arguments in (["ship", "new", "a", "b"], ["ship", "q", "move", "1", "2", "--speed=15"], ["mine", "set", "1", "2", "--drifting"], ["nothing"]):
    try:
        print(docopt.docopt(USAGE, arguments))
    except SystemExit as error:
        print(error)
rows = [["a", 1, 2.5], ["long name", 22222, -0.001], ["ü", None, 1e10]]
for style in ("plain", "grid", "pipe", "html", "latex", "rst", "fancy_grid", "jira", "tsv", "pretty"):
    print(tabulate.tabulate(rows, headers=["n", "i", "f"], tablefmt=style, floatfmt=".3f", missingval="?"))
table = prettytable.PrettyTable(["n", "i", "f"])
table.add_rows(rows)
table.align["n"] = "l"
table.sortby = "f"
print(table, table.get_html_string(), table.get_csv_string(), table.get_json_string(), prettytable.from_csv(io.StringIO("a,b\n1,2\n")))
drawn = texttable.Texttable(40)
drawn.set_cols_align(["l", "r", "c"])
drawn.add_rows([["Name", "I", "F"], ["wrapped text that is long", 5, 2.123456]])
print(drawn.draw())
out = io.StringIO()
for _ in tqdm.tqdm(range(3), file=out, mininterval=0, bar_format="{desc}{n_fmt}/{total_fmt}|{bar}|", ncols=30, desc="d"):
    pass
print(repr(out.getvalue()))
print(humanize.intcomma(1234567.891), humanize.naturalsize(10**9, binary=True), humanize.intword(1.2e12), humanize.ordinal(22), humanize.fractional(0.3), humanize.scientific(12345), humanize.apnumber(7), humanize.precisedelta(93784.5), humanize.naturaldelta(3700), humanize.clamp(5, ceil=3), humanize.metric(1500, "V"))
console = Console(width=70, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False, _environ={})
grid = Table(title="T", show_lines=True, caption="c")
grid.add_column("A", justify="right", style="cyan", no_wrap=True)
grid.add_column("B", ratio=1)
grid.add_row("1", "[bold]two[/] :smile: [link=http://x]l[/link]")
grid.add_row("三", "a wrapped text " * 6, end_section=True)
tree = Tree("root")
tree.add("kid").add(Panel("in", title="p", expand=False))
for thing in (grid, tree, Markdown("# H\n\n* a\n* b\n\n`c` **d**\n\n> q\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"), Syntax("def f(x):\n    return x  # c\n", "python", line_numbers=True), Columns(["a" * n for n in range(1, 12)]), Text.from_ansi("\x1b[31mred\x1b[0m"), Text("justify this text please", justify="full"), {"k": [1, None, True, "s", {"n": 2.5}]}):
    console.print(thing)
console.rule("rule")
console.log("logged", log_locals=False) if False else None
try:
    1 / 0
except ZeroDivisionError:
    console.print(Traceback(width=70, extra_lines=1))
for _ in track(range(2), console=Console(file=io.StringIO()), description="t"):
    pass
print(console.file.getvalue(), pretty_repr({"a": list(range(30)), "b": {"c": "x" * 60}}, max_width=40), console.export_text if False else "")
