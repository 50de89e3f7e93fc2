/* Values and keys by their sizes; the order by value, and by key where values are the same. */
BEGIN
{
    @counts["sshd"] = sum(1996);
    @counts["cat"] = sum(1);
    @counts["awk"] = sum(1);
    @sizes[(char)1, (short)2, 3, (int64_t)4, "text"] = count();
    @sizes[(char)-1, (short)-2, -3, (int64_t)-4, "more"] = count();
    @lone = max(42);
    @average = avg(3);
    @average = avg(8);
    @spread = stddev(2);
    @spread = stddev(4);
    @spread = stddev(12);
    @least = min(-5);
    @least = min(5);
}
