/* complete.c - what Tab does (rl_complete): asks the program's completer for all that
 * the word may become, puts in what they have in common, and where that is nothing, at
 * the second Tab, shows them. */
#define _GNU_SOURCE
#include <sys/ioctl.h>
#include <unistd.h>

#include "editor.h"

enum { MANY = 100, NARROWEST = 20, WIDEST = 1000 };

/* The matches of one Tab. */
typedef struct Matches {
    MinipyValue list; /* of str */
    Wide word, common, match;
    int64_t count;
} Matches;

static void drop(State *s, Matches *m)
{
    minipy_release(s->vm, m->list);
    free(m->word.text);
    free(m->common.text);
    free(m->match.text);
}

static int set_int(State *s, MinipyValue *place, int64_t n)
{
    MinipyValue v = minipy_int(s->vm, n);
    replace(s->vm, place, v);
    return v ? 0 : -1;
}

/* The word before the cursor, as the delimiters cut it. */
static int find_word(State *s, EditLine *el, Matches *m)
{
    const LineInfoW *line = el_wline(el);
    const wchar_t *start = line->cursor;
    while (start > line->buffer && !wcschr(s->delims.text, start[-1]))
        start--;
    if (set_int(s, &s->begidx, start - line->buffer) < 0 ||
        set_int(s, &s->endidx, line->cursor - line->buffer) < 0)
        return -1;
    return wide_add(s->vm, &m->word, start, (size_t)(line->cursor - start));
}

/* Cuts `common` to where this match begins as it does. */
static int meet(State *s, Matches *m, MinipyValue match)
{
    if (wide_from(s->vm, &m->match, match) < 0)
        return -1;
    if (m->count == 0)
        return wide_add(s->vm, &m->common, m->match.text, m->match.size);
    size_t n = 0;
    while (n < m->common.size && m->common.text[n] == m->match.text[n])
        n++;
    m->common.size = n;
    return 0;
}

/* All that the completer says, until it says something else than a str. */
static int collect(State *s, Matches *m)
{
    MinipyVM *vm = s->vm;
    MinipyValue args[] = {wide_str(vm, m->word.text, m->word.size), MINIPY_NULL};
    m->list = args[0] ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    int r = m->list ? 0 : -1;
    while (r == 0) {
        args[1] = minipy_int(vm, m->count);
        MinipyValue match = ask(s, s->completer, args, 2);
        minipy_release(vm, args[1]);
        if (!match || minipy_kind(match) != MINIPY_IS_STR) {
            r = match ? 1 : -1;
        } else {
            r = meet(s, m, match) < 0 ? -1 : minipy_list_append(vm, m->list, match);
            m->count++;
        }
        minipy_release(vm, match);
    }
    minipy_release(vm, args[0]);
    return r < 0 ? -1 : 0;
}

/* In order, none twice. */
static int put_in_order(State *s, Matches *m)
{
    MinipyVM *vm = s->vm;
    MinipyValue sorted = minipy_call_method(vm, m->list, "sort", NULL, 0);
    int r = sorted ? 0 : -1;
    minipy_release(vm, sorted);
    for (int64_t i = m->count - 1; i > 0 && r == 0; i--) {
        MinipyValue a = minipy_getitem_at(vm, m->list, i - 1);
        MinipyValue b = a ? minipy_getitem_at(vm, m->list, i) : MINIPY_NULL;
        int same = b ? minipy_compare(vm, a, "==", b) : -1;
        minipy_release(vm, a);
        minipy_release(vm, b);
        if (same > 0) {
            same = minipy_delitem(vm, m->list, minipy_int(vm, i));
            m->count--;
        }
        r = same < 0 ? -1 : 0;
    }
    return r;
}

/* ---- showing them ---------------------------------------------------------------- */

static int columns_of(const wchar_t *text, size_t size)
{
    int n = 0;
    for (size_t i = 0; i < size; i++) {
        int w = wcwidth(text[i]);
        n += w < 0 ? 1 : w;
    }
    return n;
}

/* Calls f(match, its columns, user) for each. -1: exception. */
static int each_match(State *s, Matches *m, void (*f)(Wide *, int, void *), void *user)
{
    for (int64_t i = 0; i < m->count; i++) {
        MinipyValue v = minipy_getitem_at(s->vm, m->list, i);
        int r = v ? wide_from(s->vm, &m->match, v) : -1;
        minipy_release(s->vm, v);
        if (r < 0)
            return -1;
        f(&m->match, columns_of(m->match.text, m->match.size), user);
    }
    return 0;
}

typedef struct Table {
    int columns, width, at; /* how many, how wide, the next */
} Table;

static void widest(Wide *match, int columns, void *user)
{
    (void)match;
    Table *t = user;
    if (columns > t->width)
        t->width = columns;
}

static void put_match(Wide *match, int columns, void *user)
{
    Table *t = user;
    for (size_t i = 0; i < match->size; i++) {
        char bytes[MB_LEN_MAX];
        mbstate_t state = {0};
        size_t n = wcrtomb(bytes, match->text[i], &state);
        if (n != (size_t)-1)
            fwrite(bytes, 1, n, stdout);
    }
    if (++t->at % t->columns == 0)
        fputs("\r\n", stdout);
    else
        fprintf(stdout, "%*s", t->width - columns, "");
}

/* "Display all 300 possibilities?" */
static bool wanted(EditLine *el, int64_t count)
{
    if (count < MANY)
        return true;
    printf("\r\nDisplay all %lld possibilities? (y or n)", (long long)count);
    fflush(stdout);
    for (wchar_t c; el_wgetc(el, &c) == 1;) {
        if (c == 'y' || c == 'Y' || c == ' ')
            return true;
        if (c == 'n' || c == 'N' || c == 3 || c == 7 || c == 127)
            return false;
    }
    return false;
}

static int show_table(State *s, EditLine *el, Matches *m)
{
    struct winsize size = {.ws_col = 80};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    Table t = {0};
    bool show = wanted(el, m->count);
    fputs("\r\n", stdout);
    if (!show || s->failed || each_match(s, m, widest, &t) < 0)
        return 0;
    t.width += 2;
    int room = size.ws_col < NARROWEST ? 80
               : size.ws_col > WIDEST  ? WIDEST
                                       : size.ws_col;
    t.columns = t.width > room ? 1 : room / t.width;
    int r = each_match(s, m, put_match, &t);
    if (t.at % t.columns != 0)
        fputs("\r\n", stdout);
    fflush(stdout);
    return r;
}

static void longest(Wide *match, int columns, void *user)
{
    (void)match;
    int64_t *most = user;
    if (columns > *most)
        *most = columns;
}

/* The program shows them itself: hook(substitution, matches, longest). */
static int show_by_hook(State *s, Matches *m)
{
    MinipyVM *vm = s->vm;
    int64_t most = 0;
    if (each_match(s, m, longest, &most) < 0)
        return -1;
    MinipyValue args[] = {wide_str(vm, m->common.text, m->common.size), m->list,
                          minipy_int(vm, most)};
    MinipyValue r = args[0] && args[2] ? ask(s, s->display_hook, args, 3) : MINIPY_NULL;
    minipy_release(vm, args[0]);
    minipy_release(vm, args[2]);
    minipy_release(vm, r);
    return r ? 0 : -1;
}

/* ---- Tab ------------------------------------------------------------------------- */

/* Is the line as it was at the last Tab, which had nothing to put in? */
static bool second_tab(State *s, EditLine *el)
{
    const LineInfoW *line = el_wline(el);
    size_t size = (size_t)(line->cursor - line->buffer);
    bool same = s->has_tabbed && s->tabbed.size == size &&
                wmemcmp(s->tabbed.text, line->buffer, size) == 0;
    s->tabbed.size = 0;
    s->has_tabbed = wide_add(s->vm, &s->tabbed, line->buffer, size) == 0;
    if (!s->has_tabbed)
        minipy_error_clear(s->vm);
    return same;
}

static int replace_word(EditLine *el, Matches *m)
{
    el_wdeletestr(el, (int)m->word.size);
    return el_winsertstr(el, m->common.text);
}

static unsigned char finish(State *s, EditLine *el, Matches *m)
{
    if (m->count == 0)
        return CC_ERROR;
    m->common.text[m->common.size] = 0;
    bool grows =
        m->common.size > m->word.size ||
        (m->count == 1 && m->common.size && wcscmp(m->common.text, m->word.text) != 0);
    if (grows) {
        replace_word(el, m);
        return m->count == 1 ? CC_REFRESH : CC_REFRESH_BEEP;
    }
    if (m->count == 1)
        return CC_NORM;
    if (!second_tab(s, el))
        return CC_ERROR;
    int r = s->display_hook ? show_by_hook(s, m) : show_table(s, el, m);
    if (r < 0)
        minipy_error_clear(s->vm);
    return s->failed ? CC_EOF : CC_REDISPLAY;
}

unsigned char complete(EditLine *el, wint_t key)
{
    (void)key;
    State *s = state_of_editor(el);
    if (!s->completer)
        return CC_ERROR;
    Matches m = {0};
    const LineInfoW *line = el_wline(el);
    size_t before = (size_t)(line->lastchar - line->buffer);
    unsigned char r = CC_ERROR;
    if (find_word(s, el, &m) == 0 && collect(s, &m) == 0 && put_in_order(s, &m) == 0) {
        line = el_wline(el);
        bool inserted = (size_t)(line->lastchar - line->buffer) != before;
        r = inserted ? CC_REFRESH : finish(s, el, &m); /* insert_text() did it */
    } else {
        minipy_error_clear(s->vm); /* as CPython: no word of it */
    }
    drop(s, &m);
    return r;
}
