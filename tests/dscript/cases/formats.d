#pragma D option quiet
BEGIN
{
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%i] [%u] [%u] [%x] [%X] [%#x] [%o] [%p]\n", -1, -1, (int64_t)-1, 255, 255, 255, 8, 4096);
    printf("[%x] [%x] [%d] [%u]\n", (char)-1, (short)-1, (char)200, (unsigned char)200);
    printf("[%hd] [%ld] [%lld] [%.5d] [%8.3d]\n", 1, 2, 3, 42, 7);
    printf("[%s] [%10s] [%-10s] [%.2s] [%*s] [%-*s] [%.*s]\n", "text", "text", "text", "text", 6, "x", 6, "y", 1, "zz");
    printf("[%c] [%3c] [%S] %%\n", 65, 66, "tab\there \"quoted\"\n");
    printf("[%*d] [%*d]\n", 8, 42, -8, 42);
    printf("[%Y]\n", (int64_t)1700000000 * 1000000000);
}
