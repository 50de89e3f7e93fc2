import pathlib
from pathlib import Path, PurePosixPath as P, PureWindowsPath as W
p = P("/a/b.tar.gz")
print(p.name, p.stem, p.suffixes, p.parent, list(p.parents), p.with_suffix(".zip"), p.with_name("c"), p.relative_to("/a"), p.match("*.gz"), p / "../x", p.parts, p < P("/b"), p.is_relative_to("/q"), p.as_uri(), p.with_stem("z"))
print(W("c:\\x\\Y.TXT").drive, W("c:/x") == W("C:\\X"), W("//host/share/f").anchor, W("a").joinpath("b", "c:d"))
d = Path("dir") / "sub"
d.mkdir(parents=True, exist_ok=True)
f = d / "file.txt"
print(f.write_text("text\n"), f.read_text(), f.exists(), f.is_file(), f.stat().st_size, [q.name for q in sorted(Path("dir").rglob("*"))], sorted(map(str, Path().glob("d*/**/*.txt"))), list(d.iterdir()))
f.rename(d / "g.bin")
(d / "g.bin").touch()
with (d / "g.bin").open("rb") as file:
    print(file.read())
print((d / "g.bin").unlink(), (d / "none").unlink(missing_ok=True), d.rmdir(), Path("dir").resolve().name, Path("~x").name, Path(".").absolute() == Path.cwd())
for bad in lambda: p.with_name(""), lambda: p.relative_to("/zz"), lambda: Path("nope").read_text(), lambda: p.with_suffix("x"):
    try:
        bad()
    except (ValueError, OSError) as error:
        print(type(error).__name__)
