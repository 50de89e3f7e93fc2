#pragma D option quiet
int narrow;
char tiny;
uint64_t wide;
BEGIN
{
    narrow = 2147483647;
    narrow++;
    tiny = 300;
    wide = -1;
    printf("%d %d %u %d\n", narrow, tiny, wide, wide > 5);
    printf("%d %d %d %d\n", 7 / 2, -7 / 2, -7 % 3, 1 + 2 * 3);
    printf("%d %d %d %d %d\n", 6 & 3, 6 | 3, 6 ^ 3, ~5, 1 << 4);
    printf("%d %u %d\n", -16 >> 2, (uint64_t)-16 >> 60, 0x10 + 010 + 'a');
    printf("%d %d %d %d\n", 1 && 0, 1 || 0, 1 ^^ 1, !3);
    printf("%d %d %d\n", -1 < 0, (uint64_t)-1 < 0, -1 < (uint64_t)1);
    x = 5;
    printf("%d %d %d %d %d\n", x++, ++x, x--, --x, x);
    x += 10;
    x -= 1;
    x *= 3;
    x /= 2;
    x %= 15;
    x <<= 2;
    x >>= 1;
    x |= 64;
    x &= 0x7e;
    x ^= 2;
    printf("%d %d\n", x, sizeof (int64_t));
    printf("%d %s\n", x > 3 ? 1 : 2, x > 300 ? "large" : "small");
    printf("%d\n", 9223372036854775807 + 1 < 0);
    printf("%d\n", (-9223372036854775807 - 1) / -1 < 0);
}
