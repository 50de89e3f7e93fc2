/* search.c - ^R: looks backwards through the history for what is typed, as GNU readline
 * does and shows it: from the cursor on to the left, then in the line before, from its
 * end. libedit's own search takes patterns, and print( is none.
 *
 * While it lasts get_char() gives every key to search_key(), and libedit reads but the
 * key that shows the line anew.
 */
#include <wctype.h>

#include "editor.h"

enum { SEARCH = 18, CANCEL = 7, BACKSPACE = 8, DELETE = 127 };

/* The prompt of the search. */
static int set_prompt(State *s, bool found)
{
    Search *f = &s->search;
    const wchar_t *head =
        found ? L"(reverse-i-search)`" : L"(failed reverse-i-search)`";
    f->prompt.size = 0;
    return wide_add(s->vm, &f->prompt, head, wcslen(head)) < 0 ||
                   wide_add(s->vm, &f->prompt, f->text.text, f->text.size) < 0
               ? -1
               : wide_add(s->vm, &f->prompt, L"': ", 3);
}

/* The line becomes that, with the cursor there. */
static void set_line(State *s, const wchar_t *text, int64_t cursor)
{
    const LineInfoW *line = el_wline(s->el);
    if (*text) {
        el_wreplacestr(s->el, text);
    } else { /* by nothing libedit replaces nothing */
        el_cursor(s->el, (int)(line->lastchar - line->cursor));
        el_wdeletestr(s->el, (int)(line->lastchar - line->buffer));
    }
    line = el_wline(s->el);
    el_cursor(s->el, (int)(cursor - (line->cursor - line->buffer)));
}

/* Entry i of the history into f->entry; behind the newest is the line that was there.
 * -1: exception. */
static int get_entry(State *s, int64_t i)
{
    Search *f = &s->search;
    if (i == minipy_length(s->vm, s->history)) {
        f->entry.size = 0;
        return wide_add(s->vm, &f->entry, f->before.text, f->before.size);
    }
    MinipyValue v = minipy_getitem_at(s->vm, s->history, i);
    int r = v ? wide_from(s->vm, &f->entry, v) : -1;
    minipy_release(s->vm, v);
    return r;
}

/* Where the entry has the text, at `column` or before; -1: nowhere. */
static int64_t column_of(const Search *f, int64_t column)
{
    int64_t last = (int64_t)f->entry.size - (int64_t)f->text.size;
    for (int64_t c = column < last ? column : last; c >= 0; c--)
        if (wmemcmp(f->entry.text + c, f->text.text, f->text.size) == 0)
            return c;
    return -1;
}

/* The newest entry that has the text, from a column of the present one on backwards.
 * One that reads as what was found before is no other. */
static int look(State *s, int64_t column)
{
    Search *f = &s->search;
    for (int64_t i = f->at; i >= 0; i--, column = INT64_MAX) {
        if (get_entry(s, i) < 0)
            return -1;
        bool again = i != f->at && f->any && wcscmp(f->entry.text, f->found.text) == 0;
        int64_t c = again ? -1 : column_of(f, column);
        if (c < 0)
            continue;
        f->at = i;
        f->column = c;
        f->any = true;
        f->found.size = 0;
        set_line(s, f->entry.text, c);
        return wide_add(s->vm, &f->found, f->entry.text, f->entry.size) < 0
                   ? -1
                   : set_prompt(s, true);
    }
    return set_prompt(s, false);
}

/* The key again looks for the next; before anything was typed, for what was looked for
 * last. */
static int look_on(State *s)
{
    Search *f = &s->search;
    if (f->text.size)
        return look(s, f->column - 1);
    if (!f->last.size)
        return 0;
    return wide_add(s->vm, &f->text, f->last.text, f->last.size) < 0
               ? -1
               : look(s, f->column);
}

/* What a key of the search does; -1 with an exception. */
static int look_for(State *s, wchar_t key)
{
    Search *f = &s->search;
    if (key == SEARCH)
        return look_on(s);
    if (key == BACKSPACE || key == DELETE) {
        f->text.size -= f->text.size > 0;
        f->text.text[f->text.size] = 0;
    } else if (wide_add_char(s->vm, &f->text, key) < 0) {
        return -1;
    }
    return look(s, f->column);
}

int search_key(State *s, wchar_t key)
{
    Search *f = &s->search;
    if (show_again(s) < 0)
        return -1;
    if (key == SEARCH || key == BACKSPACE || key == DELETE || iswprint((wint_t)key))
        return look_for(s, key);
    f->on = false;
    if (key == CANCEL) {
        set_line(s, f->before.text, f->start);
        return 0;
    }
    f->last.size = 0;
    return wide_add(s->vm, &f->last, f->text.text, f->text.size) < 0
               ? -1
               : wide_add_char(s->vm, &s->typed, key);
}

unsigned char key_search(EditLine *el, wint_t key)
{
    (void)key;
    State *s = state_of_editor(el);
    Search *f = &s->search;
    const LineInfoW *line = el_wline(el);
    f->before.size = f->text.size = 0;
    f->at = minipy_length(s->vm, s->history);
    f->start = f->column = line->cursor - line->buffer;
    f->any = false;
    if (wide_add(s->vm, &f->before, line->buffer,
                 (size_t)(line->lastchar - line->buffer)) < 0 ||
        wide_add(s->vm, &f->text, NULL, 0) < 0 || set_prompt(s, true) < 0) {
        minipy_error_clear(s->vm);
        return CC_ERROR;
    }
    f->on = true;
    return CC_REDISPLAY;
}
