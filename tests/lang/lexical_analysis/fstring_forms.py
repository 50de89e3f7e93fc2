name, n, d = "world", 3.14159, {"k": [1, 2]}
print(f"hello {name}", f"{n:.2f} {n:>10.3f}|{n:<10.1e}|", f"{name!r:>10} {name!s} {name!a}", f"{{}} {{{n:.0f}}}")
print(f"{d['k'][0]} {d!r} {len(name)} {1 + 1}", f"{n:{5}.{2}}", f"{'nested ' + f'{name}'}", F"{name}" rf"\{name}")
print(f"{name=} {n = :.1f} {1+1=}", f"{name=!r}", f"{ name = !s}", f"{(lambda x: x)(2)}")
print(f"{3:03d} {255:#x} {1000000:,} {0.5:%} {'c':*^5} {True} {None} {[1]!s:>5}", f'''{
    1 + 2
}''', f"{1:}", f"{'a' 'b'}", f"{(x := 5)}", f"{x:=+5}")
