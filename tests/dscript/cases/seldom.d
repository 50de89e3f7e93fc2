#pragma D option quiet
#pragma D attributes Evolving/Evolving/Common line
#pragma D binding "1.0" line
signed int narrow;
unsigned long wide;
const unsigned short little;
char *address;
long long wider;
string texts[string, int];
inline string NAME = "inline"; // to the line's end
/* and several
   lines */
BEGIN
{
    printf("%d %d %d %d %d\n", $ppid == ppid, $uid == uid, $gid == gid, $euid >= 0, $egid >= 0);
    printf("%d %d %d %d\n", $pgid > 0, $sid >= 0, $tid > 0, $pid == pid);
    printf("%d %d %d %d\n", vtimestamp > 0, walltimestamp == walltimestamp, rand() != rand(), cpu >= 0);
    printf("%d %d %d %s %s %d %d\n", errno == errno, epid, id, probeprov, execname == "minipy" ? "it" : execname, stackdepth, tid == pid);
    print("a text");
    print(1);
    print((char)-1);
    print((uint64_t)1);
    print((short)-2);
    print((unsigned char)300);
    trace((1, 2));
    trace(("a", "b"));
    trace((string)"same");
    trace(NULL == "a");
    trace("a" != NULL);
    trace(sizeof(int) + sizeof("a") + sizeof(string) + sizeof(uint8_t));
    printf("\n%d %d %d\n", (uint64_t)-1 / 2 == 0x7fffffffffffffff, (uint64_t)-1 % 10, (uint64_t)-1 >> 60);
    printf("%d %d %d %d\n", (uint64_t)-1 > 1, (uint64_t)1 < (uint64_t)-1, (uint64_t)-1 <= 1, (uint64_t)-1 >= 1);
    printf("%d %d %d %d\n", 1u + 2l + 3ull, 0x1F, 017, '\x41' + '\101' + '\n');
    printf("[%s] %S\n", "a\x41\101\q\\\"\t", "\x01\377'\"");
    printf("%c%c|%lld %hd %zd|%k|%%\n", 65, 0x42, 1, 2, 3, ustack());
    printf("%*d|%-*d|%.*s\n", 4, 5, 4, 6, 2, "abc");
    printf("[%s] [%s] [%s]\n", substr("abc", 2, -5), substr("abc", -9), substr("abc", 9));
    printf("%d %d %d %d\n", index("abc", ""), rindex("abc", ""), index("abc", "c", -5), rindex("abc", "c", 99));
    printf("%d %d %d %d\n", strtoll("0x1f"), strtoll("017", 8), strtoll("-0x1f", 16), strtoll(" +7z"));
    printf("%s %s %s %s\n", lltostr(15, 16), lltostr(-15, 16), lltostr(0), lltostr(35, 36));
    printf("[%s] [%s] %s\n", strjoin("", ""), strjoin("a", ""), strtok("::", ":") == NULL ? "none" : "some");
}
BEGIN
{
    narrow = 0x1ffffffff;
    little = 70000;
    wide = -1;
    wider = narrow;
    address = 0;
    texts["a", 1] = NAME;
    texts["b", 1] = texts["a", 1];
    texts["a", 1] = NULL;
    this->x = 5;
    this->x <<= 3;
    this->x >>= 1;
    this->x |= 1;
    this->x &= 0x1d;
    this->x ^= 2;
    this->x %= 10;
    this->x *= 3;
    this->x -= 1;
    this->x /= 2;
    self->y[1] = this->x++ + ++this->x;
    self->y[1]--;
    printf("%d %d %d %d %d [%s] [%s]\n", narrow, little, wide == (unsigned long)-1, wider, address, texts["a", 1], texts["b", 1]);
    printf("%d %d %d %d %d\n", this->x, self->y[1], self->y[2], !"" + !"a", ~5 + -5 + +5);
    printf("%d %d %d %d\n", 1 && "a", 0 || "", 1 ^^ 1, "a" ^^ 0);
}
BEGIN /"a" == "a" && ("b" != "a" || 0)/
{
    if (pid == 0) trace("no"); else if (pid > 0) { trace("yes"); } else ;
    printf("\n%s\n", pid ? pid > 5 ? "big" : "small" : "none");
}
BEGIN
{
    @least = min(5); @least = min(-5); @most = max(-5); @most = max(5); @mean = avg(2); @mean = avg(4);
    @spread = stddev(2); @spread = stddev(4); @none = avg(0);
    @log = llquantize(1, 10, 0, 3, 20); @log = llquantize(-5, 10, 0, 3, 20); @log = llquantize(123456, 10, 0, 3, 20); @log = llquantize(57, 10, 0, 3, 20);
    @two = quantize(-9); @two = quantize(0); @two = quantize(9, 2); @two = quantize(1 << 40);
    @lin = lquantize(-5, -10, 10, 5); @lin = lquantize(50, -10, 10, 5, 3); @lin = lquantize(-50, -10, 10, 5);
    @one = lquantize(7, 0, 100);
    printa("%@d %@d %@d %@d\n", @least, @most, @mean, @spread);
    printa(@none);
    printa(@log);
    printa(@two);
    printa(@lin);
    printa(@one);
    clear(@least); clear(@most); clear(@mean); clear(@two);
    printa("%@d %@d %@d\n", @least, @most, @mean);
    printa(@two);
    printa("%16@d|%-8@u|%@x\n", @spread, @spread, @spread);
}
BEGIN
{
    self->gone = "text";
    self->gone = NULL;
    self->n = 3;
    self->n = 0;
    printf("[%s] %d\n", self->gone, self->n);
}
BEGIN { printf("%s\n", lltostr(5, 99)); }
BEGIN { printf("%d\n", strtoll("5", 1)); }
BEGIN { printf("%d\n", 1 % (pid - pid)); }
BEGIN { printf("%s\n", copyinstr(1, 2)); }
ERROR { printf("error %d %d %d\n", arg1, arg2 > 0, arg4 >= 0); }
python$target:::[!a-k]ine /probefunc == "deep" && arg2 != 0/ { printf("%s %d %s\n", copyinstr(arg1, 3), strlen(copyinstr(arg0)) > 5, probename); lines++; }
p?thon$target:::func*-[a-f]ntry /copyinstr(arg1) == "deep"/ { self->depth++; depths[tid] = self->depth; }
END { printf("%d %d\n", lines, depths[tid]); }
