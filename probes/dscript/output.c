/* The output's room. Nothing is ever dropped: when the room is full, the program waits
 * for the write, since writer and program are one process (DTrace has a kernel between
 * them). */
#include "probes/dscript/output.h"

#include "probes/format.h"

void doutput_flush(DOutput *output)
{
    size_t size = output->used;
    output->used = 0;
    output->since = 0;
    if (size > 0)
        output->write(output->user, output->room, size);
}

void doutput_bytes(DOutput *output, const char *text, size_t size)
{
    while (size > 0) {
        if (output->used == output->size)
            doutput_flush(output);
        size_t room = output->size - output->used;
        size_t step = size < room ? size : room;
        memcpy(output->room + output->used, text, step);
        output->used += step;
        text += step;
        size -= step;
    }
}

void doutput_text(DOutput *output, DText text)
{
    doutput_bytes(output, text.s, text.size);
}

void doutput_format(DOutput *output, const char *format, ...)
{
    char text[1000];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    doutput_bytes(output, text, length);
}

void doutput_repeat(DOutput *output, char letter, size_t count)
{
    char block[64];
    memset(block, letter, sizeof block);
    for (; count > sizeof block; count -= sizeof block)
        doutput_bytes(output, block, sizeof block);
    doutput_bytes(output, block, count);
}
