/* How often each function was entered: dtrace -q -s function_counts.d -c COMMAND */
python$target:::function-entry
{
    @entries[copyinstr(arg0), copyinstr(arg1)] = count();
}
