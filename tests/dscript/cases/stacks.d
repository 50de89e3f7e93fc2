#pragma D option quiet
python$target::add:function-entry
/!seen++/
{
    ustack();
    printf("%d\n", ustackdepth);
    trace(ustack(1));
}
python$target::add:function-entry
{
    @stacks[ustack(2)] = count();
    @names[probefunc, probemod, probename] = count();
}
