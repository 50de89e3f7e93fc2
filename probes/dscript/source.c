/* Where in a script something is, and how it is told: as a compiler does, with the line
 * and a caret, and what to do about it. */
#include "probes/dscript/source.h"

#include <stdio.h>

DPlace dsource_place(const DSources *sources, const char *at)
{
    for (int i = 0; at != NULL && i < sources->count; i++) {
        const DSource *source = &sources->list[i];
        if (at < source->text || at > source->text + source->size)
            continue;
        DPlace place = {source, 1, 1};
        for (const char *p = source->text; p < at; p++) {
            place.column = *p == '\n' ? 1 : place.column + 1;
            place.line += *p == '\n';
        }
        return place;
    }
    return (DPlace){NULL, 0, 0};
}

static void write_text(const DSources *sources, const char *text)
{
    sources->write(sources->user, text, strlen(text));
}

/* The line, and a caret below the column; tabs stay tabs, so that it stands there. */
static void show_line(const DSources *sources, DPlace place, const char *at)
{
    const char *begin = at - (place.column - 1);
    size_t size = strcspn(begin, "\n");
    char caret[160];
    size_t columns = (size_t)place.column - 1;
    if (size > 150 || columns > 150) /* no terminal is that wide */
        return;
    char line[160];
    snprintf(line, sizeof line, "%.*s\n", (int)size, begin);
    for (size_t i = 0; i < columns; i++)
        caret[i] = begin[i] == '\t' ? '\t' : ' ';
    memcpy(caret + columns, "^\n", 3);
    write_text(sources, line);
    write_text(sources, caret);
}

void dsource_wrong(DSources *sources, const char *at, const char *hint,
                   const char *format, ...)
{
    if (sources->failed)
        return;
    sources->failed = true;
    char what[400], head[800];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    DPlace place = dsource_place(sources, at);
    if (place.source != NULL)
        snprintf(head, sizeof head, "%.300s:%d:%d: %s\n", place.source->name,
                 place.line, place.column, what);
    else
        snprintf(head, sizeof head, "dscript: %s\n", what);
    write_text(sources, head);
    if (place.source != NULL)
        show_line(sources, place, at);
    if (hint != NULL) {
        snprintf(head, sizeof head, "%s\n", hint);
        write_text(sources, head);
    }
}

void dsource_tell(const DSources *sources, const char *format, ...)
{
    char what[600], line[620];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(line, sizeof line, "dscript: %s\n", what);
    write_text(sources, line);
}

/* ---- what was meant -------------------------------------------------------------- */

enum { NAME_MAX_LENGTH = 40 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many letters must change, come or go to make one of the other (Levenshtein). */
static int distance(DText a, DText b)
{
    int row[NAME_MAX_LENGTH + 1];
    for (int j = 0; j <= (int)b.size; j++)
        row[j] = j;
    for (int i = 1; i <= (int)a.size; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= (int)b.size; j++) {
            int changed = diagonal + (a.s[i - 1] != b.s[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[b.size];
}

const char *dsource_nearest(DText text, DNames *next)
{
    const char *best = NULL, *name;
    int nearest = 1 + (int)text.size / 5;
    if (text.size > NAME_MAX_LENGTH)
        return NULL;
    for (int i = 0; (name = next(i)) != NULL; i++) {
        DText other = dtext(name);
        int far = other.size > NAME_MAX_LENGTH ? nearest + 1 : distance(text, other);
        if (far <= nearest && (best == NULL || far < nearest)) {
            nearest = far;
            best = name;
        }
    }
    return best;
}
