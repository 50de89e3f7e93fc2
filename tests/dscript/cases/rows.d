/* The default output: a heading, a line each time that a clause prints, the default action. */
python$target::start:function-entry
{
    trace(arg2);
    trace(copyinstr(arg1));
}
python$target::start:function-return {}
gc-start
{
    printf("generation %d", arg0);
}
gc-done
/arg0 < 0/
{
    trace("never");
}
python$target::add:function-entry
{
    @silent = count();
}
END
