/* The time of each collection: dtrace -q -s gc_durations.d -c COMMAND */
python$target:::gc-start
{
    self->started = timestamp;
    self->generation = arg0;
}

python$target:::gc-done
/self->started/
{
    printf("generation %d: %d collected, %d us\n", self->generation, arg0,
           (timestamp - self->started) / 1000);
    self->started = 0;
}
