/* How often exceptions began: their type, file and line. dtrace -q -s exceptions.d -c COMMAND */
minipy$target:::exception-raise
{
    @raised[copyinstr(arg0), copyinstr(arg1), arg3] = count();
}
