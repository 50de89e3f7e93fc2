/* The call and return hierarchy of a Python program, for systems with DTrace:
 *
 *   dtrace -q -s call_stack.d -c './minipy script.py'
 */
self int depth;

python$target:::function-entry
{
    printf("%d\t%*s:%*s%s:%s:%d\n", timestamp, 15, probename, self->depth, "",
           basename(copyinstr(arg0)), copyinstr(arg1), arg2);
    self->depth++;
}

python$target:::function-return
/self->depth > 0/
{
    self->depth--;
}

python$target:::function-return
{
    printf("%d\t%*s:%*s%s:%s:%d\n", timestamp, 15, probename, self->depth, "",
           basename(copyinstr(arg0)), copyinstr(arg1), arg2);
}
