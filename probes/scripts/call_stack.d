/* The call and return hierarchy of a Python program, for systems with DTrace; from that
 * function's entry to its return, if one is named:
 *
 *   dtrace -q -s call_stack.d -c './minipy script.py' [FUNCTION]
 */
#pragma D option defaultargs
self int depth;
self int left;

python$target:::function-entry
/$$1 == "" || self->depth > 0 || copyinstr(arg1) == $$1/
{
    printf("%d\t%*s:%*s%s:%s:%d\n", timestamp, 15, probename, self->depth, "",
           basename(copyinstr(arg0)), copyinstr(arg1), arg2);
    self->depth++;
}

python$target:::function-return
/$$1 == "" || self->depth > 0/
{
    self->left = 1;
}

python$target:::function-return
/self->depth > 0/
{
    self->depth--;
}

python$target:::function-return
/self->left/
{
    self->left = 0;
    printf("%d\t%*s:%*s%s:%s:%d\n", timestamp, 15, probename, self->depth, "",
           basename(copyinstr(arg0)), copyinstr(arg1), arg2);
}
