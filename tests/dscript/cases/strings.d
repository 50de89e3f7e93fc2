#pragma D option quiet
string kept;
BEGIN
{
    printf("%s %s %s %s %s\n", basename("/a/b/c.py"), basename("/a/b/"), basename("/"), basename(""), basename("x"));
    printf("%s %s %s %s\n", dirname("/a/b/c"), dirname("a"), dirname("/a"), dirname("/"));
    printf("%d %s %s\n", strlen("four"), strjoin("foot", "ball"), substr("hello", 2));
    printf("%s|%s|%s|%s\n", substr("hello", -3), substr("hello", 1, -1), substr("hello", -4, 2), substr("hello", 9));
    printf("%s %s %d\n", strstr("a needle here", "need"), strchr("key=value", '='), strstr("abc", "x") == NULL);
    printf("%s\n", strrchr("/a/b/c", '/'));
    printf("%d %d %d %d\n", index("banana", "an"), index("banana", "an", 2), rindex("banana", "an"), index("banana", "x"));
    printf("%s %s %s %s\n", lltostr(-12), lltostr(255, 16), lltostr(8, 8), lltostr(5, 2));
    printf("%s %s %d %d\n", toupper("MiXed"), tolower("MiXed"), strtoll("-12"), strtoll("ff", 16));
    this->first = strtok("one:two::three", ":");
    this->second = strtok(NULL, ":");
    this->third = strtok(NULL, ":");
    this->fourth = strtok(NULL, ":");
    printf("%s %s %s %d\n", this->first, this->second, this->third, this->fourth == NULL);
    kept = "abc";
    printf("%d %d %d %d %d\n", kept == "abc", kept < "abd", kept > "abcd", kept != "x", "b" >= "a");
    kept = strjoin(kept, kept);
    printf("%s %s\n", kept, kept == "abcabc" ? "yes" : "no");
    kept = NULL;
    printf("[%s] %d\n", kept, kept == NULL);
}
