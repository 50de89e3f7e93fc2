#!/usr/sbin/dtrace -s
/* How deep in the calls each function of the program begins, as a distribution. */
#pragma D option quiet

self int depth;

python$target:__main__::function-entry
{
    @depths[copyinstr(arg1)] = lquantize(self->depth, 0, 10);
    self->depth++;
}

python$target:__main__::function-return
/self->depth > 0/
{
    self->depth--;
}

END
{
    trunc(@depths, 1);
}
