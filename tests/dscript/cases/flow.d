#pragma D option flowindent
#pragma D option aggsortkey
#pragma D option aggsortkeypos=1
#pragma D option aggsortpos=1
#pragma D option aggsortrev
#pragma D option ustackframes=2
#pragma D option stackindent=3
#pragma D option switchrate=10hz
#pragma D option bufsize=1k
#pragma D option strsize=20
#pragma D option defaultargs
BEGIN { trace($1); trace($$2); trace("a text that is longer than that"); }
python$target:::function-entry /copyinstr(arg1) == "deep"/ { self->in = 1; trace(arg2); }
python$target:::function-return /copyinstr(arg1) == "deep"/ { @left[copyinstr(arg1), arg2] = count(); }
python$target:::line /self->in/ { self->in = 0; ustack(); ustack(1); }
minipy$target:::exception-raise { printf("%s", probefunc); printf("\n"); printf("%200d\n", 1); printf("%-1200d|\n", 2); }
END
{
    @a["x", 2] = sum(1); @a["y", 1] = sum(2); @a["z", 3] = sum(2);
    @b["x", 2] = sum(9); @b["y", 1] = sum(8); @b["z", 3] = sum(7);
    @c[-1, "k"] = count(); @c[1, "k"] = count(); @c[1, "j"] = count();
    @u[(uint64_t)-1] = count(); @u[(uint64_t)1] = count();
    printa("%s %d %@d %@d\n", @a, @b);
    printa(@a, @b);
    trunc(@a, -1);
    trunc(@b, 2);
    printa("%d %s %@d\n", @c);
}
