#pragma D option quiet
int depth;
python$target:__main__:deep:function-entry
{
    if (depth++ == 0) {
        printf("first\n");
    } else if (depth == 4)
        printf("last\n");
    else {
        printf("again");
        printf(" %d\n", depth);
    }
}
