/* How often each function was entered, those of most entries or all:
 *
 *   dtrace -q -s function_counts.d -c COMMAND [N]
 */
#pragma D option defaultargs

python$target:::function-entry
{
    @entries[copyinstr(arg0), copyinstr(arg1)] = count();
}

END
/$1 > 0/
{
    trunc(@entries, $1);
}
