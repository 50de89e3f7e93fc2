#pragma D option quiet
self int level;
this string told;
inline int limit = 2;
int calls[string];
BEGIN
{
    calls["add"] = 100;
    table["x", 1] = "first";
    table["x", 2] = "second";
    printf("%s %s [%s]\n", table["x", 1], table["x", 2], table["y", 1]);
    table["x", 1] = NULL;
    printf("[%s]\n", table["x", 1]);
}
python$target:__main__::function-entry
{
    this->told = copyinstr(arg1);
    self->level++;
    calls[this->told]++;
}
python$target:__main__::function-entry
/self->level > limit/
{
    printf("%d %s\n", self->level, this->told);
}
python$target:__main__::function-return
{
    self->level--;
    printf("%s", this->told);
}
END
{
    printf("%d %d\n", calls["add"], calls["deep"]);
}
