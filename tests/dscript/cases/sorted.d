#pragma D option quiet
#pragma D option aggsortkey
#pragma D option aggsortrev
BEGIN
{
    @a["x", 1] = sum(3);
    @a["y", 2] = sum(1);
    @a["z", 0] = sum(2);
}
