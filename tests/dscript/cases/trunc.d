#pragma D option quiet
BEGIN
{
    @most["one"] = sum(1);
    @most["two"] = sum(2);
    @most["three"] = sum(3);
    @least["one"] = sum(1);
    @least["two"] = sum(2);
    @least["three"] = sum(3);
    @none["x"] = count();
    @again["x"] = min(5);
    trunc(@most, 2);
    trunc(@least, -2);
    trunc(@none);
    clear(@again);
    @again["x"] = min(9);
}
