/* The time of each collection, of those that took so many microseconds at least:
 *
 *   dtrace -q -s gc_durations.d -c COMMAND [MICROSECONDS]
 */
#pragma D option defaultargs

python$target:::gc-start
{
    self->started = timestamp;
    self->generation = arg0;
}

python$target:::gc-done
/self->started && (timestamp - self->started) / 1000 >= $1/
{
    printf("generation %d: %d collected, %d us\n", self->generation, arg0,
           (timestamp - self->started) / 1000);
}

python$target:::gc-done
{
    self->started = 0;
}
