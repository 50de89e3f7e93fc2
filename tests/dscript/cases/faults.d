/* A fault ends the clause, takes back what it printed, is told, and fires ERROR; others go on. */
#pragma D option quiet
BEGIN { zero = 0; }
BEGIN
{
    printf("taken back");
    before = 1;
    printf("%d\n", 1 / zero);
    before = 2;
}
BEGIN { printf("before is %d\n", before); }
BEGIN { printf("%s\n", copyinstr(16)); }
BEGIN /1 % zero/ { printf("never\n"); }
BEGIN { trace(lltostr(5, 99)); }
ERROR { printf("error of %d, action %d, fault %d, value %d\n", arg1, arg2, arg4, arg5); }
