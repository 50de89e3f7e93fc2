/* search.c - ^R: looks backwards through the history for what is typed, as GNU readline
 * shows it. libedit's own search takes patterns, and print( is none.
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
static void set_line(State *s, const wchar_t *text, size_t cursor)
{
    el_wreplacestr(s->el, text);
    const LineInfoW *line = el_wline(s->el);
    el_cursor(s->el, (int)((int64_t)cursor - (line->cursor - line->buffer)));
}

/* The newest entry that has the text, from `from` on backwards. */
static int look(State *s, int64_t from)
{
    Search *f = &s->search;
    for (int64_t i = from; i >= 0; i--) {
        MinipyValue v = minipy_getitem_at(s->vm, s->history, i);
        int r = v ? wide_from(s->vm, &f->entry, v) : -1;
        minipy_release(s->vm, v);
        if (r < 0)
            return -1;
        const wchar_t *at = wcsstr(f->entry.text, f->text.text);
        if (at) {
            f->at = i;
            set_line(s, f->entry.text, (size_t)(at - f->entry.text));
            return set_prompt(s, true);
        }
    }
    return set_prompt(s, false);
}

/* From where a key looks on; -1 with an exception. */
static int look_for(State *s, wchar_t key)
{
    Search *f = &s->search;
    int64_t newest = minipy_length(s->vm, s->history) - 1;
    if (key == SEARCH)
        return look(s, f->at - 1);
    if (key == BACKSPACE || key == DELETE) {
        f->text.size -= f->text.size > 0;
        f->text.text[f->text.size] = 0;
        return look(s, newest);
    }
    if (wide_add_char(s->vm, &f->text, key) < 0)
        return -1;
    return look(s, f->at > newest ? newest : f->at);
}

int search_key(State *s, wchar_t key)
{
    Search *f = &s->search;
    if (show_again(s) < 0)
        return -1;
    if (key == SEARCH || key == BACKSPACE || key == DELETE || iswprint((wint_t)key))
        return look_for(s, key);
    f->on = false;
    if (key == CANCEL)
        set_line(s, f->before.text, f->before.size);
    else
        return wide_add_char(s->vm, &s->typed, key);
    return 0;
}

unsigned char key_search(EditLine *el, wint_t key)
{
    (void)key;
    State *s = state_of_editor(el);
    Search *f = &s->search;
    const LineInfoW *line = el_wline(el);
    f->before.size = f->text.size = 0;
    f->at = minipy_length(s->vm, s->history);
    if (wide_add(s->vm, &f->before, line->buffer,
                 (size_t)(line->lastchar - line->buffer)) < 0 ||
        wide_add(s->vm, &f->text, NULL, 0) < 0 || set_prompt(s, true) < 0) {
        minipy_error_clear(s->vm);
        return CC_ERROR;
    }
    f->on = true;
    return CC_REDISPLAY;
}
