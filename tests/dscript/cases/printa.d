#pragma D option quiet
BEGIN
{
    @hits["a", 1] = sum(10);
    @hits["b", 2] = sum(5);
    @bytes["a", 1] = sum(1000);
    @bytes["c", 3] = sum(77);
    @dist["d"] = quantize(3);
    printa("%-5s %3d %@8d\n", @hits);
    printf("--\n");
    printa("%s %d: %@d and %@x\n", @hits, @bytes);
    printf("--\n");
    printa(@hits, @bytes);
    printf("--\n");
    printa("%s:%@d\n", @dist);
    normalize(@bytes, 10);
    printa("%s by %@d\n", @bytes);
}
BEGIN
{
    denormalize(@bytes);
    clear(@hits);
    printa("%s %@d\n", @hits);
    printa("%s %@d\n", @bytes);
}
