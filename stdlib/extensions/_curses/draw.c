/* draw.c - methods of windows that write and read characters. */
#include <errno.h>
#include <wctype.h>

#include "screen.h"

enum { LONGEST = 1023, CODES = 256 };

/* Moves to the place; -1: error. */
static int go(MinipyVM *vm, Window *w, const Place *p)
{
    if (!p->at || wmove(w->win, p->y, p->x) != ERR)
        return 0;
    fail(vm, "wmove() returned ERR");
    return -1;
}

/* The window of args[0], and the place behind it. NULL: exception. */
static Window *begin(MinipyVM *vm, const char *name, const MinipyValue *args, size_t n,
                     size_t between, bool attributes, Place *p)
{
    Window *w = window_of(vm, args[0]);
    return w && take_place(vm, name, args + 1, n - 1, between, attributes, p) == 0
               ? w
               : NULL;
}

/* ---- characters ------------------------------------------------------------------ */

/* Of a character and attributes, for functions with wide ones. */
static void make_wide(cchar_t *out, wchar_t c, int64_t attr)
{
    wchar_t text[2] = {c, 0};
    setcchar(out, text, (attr_t)attr, PAIR_NUMBER((attr_t)attr), NULL);
}

static METHOD(window_addch)
{
    Place p;
    chtype c;
    wchar_t wide;
    Window *w = begin(vm, "addch", args, n, 1, true, &p);
    int kind = w ? as_char(vm, p.rest[0], &c, &wide) : -1;
    if (kind < 0)
        return MINIPY_NULL;
    if (kind == 1) {
        int code = p.at ? mvwaddch(w->win, p.y, p.x, c | (attr_t)p.attr)
                        : waddch(w->win, c | (attr_t)p.attr);
        return check(vm, code, "addch");
    }
    cchar_t cell;
    make_wide(&cell, wide, p.attr);
    int code = p.at ? mvwadd_wch(w->win, p.y, p.x, &cell) : wadd_wch(w->win, &cell);
    return check(vm, code, "add_wch");
}

static METHOD(window_insch)
{
    Place p;
    chtype c;
    Window *w = begin(vm, "insch", args, n, 1, true, &p);
    if (!w || as_chtype(vm, p.rest[0], w->encoding, &c) < 0)
        return MINIPY_NULL;
    int code = p.at ? mvwinsch(w->win, p.y, p.x, c | (attr_t)p.attr)
                    : winsch(w->win, c | (attr_t)p.attr);
    return check(vm, code, "insch");
}

/* The window, and a character with its attributes behind it. NULL: exception. */
static Window *painted_char(MinipyVM *vm, const MinipyValue *args, chtype *out)
{
    Window *w = window_of(vm, args[0]);
    int64_t attr = 0;
    if (!w || as_chtype(vm, args[1], w->encoding, out) < 0 ||
        (args[2] && as_long(vm, args[2], &attr) < 0))
        return NULL;
    *out |= (attr_t)attr;
    return w;
}

static METHOD(window_echochar)
{
    chtype c;
    Window *w = painted_char(vm, args, &c);
    if (!w)
        return MINIPY_NULL;
    return check(vm, is_pad(w->win) ? pechochar(w->win, c) : wechochar(w->win, c),
                 "echochar");
}

/* hline and vline. */
typedef struct Line {
    const char *name, *wide_name;
    int (*draw)(WINDOW *, chtype, int);
} Line;
static Line horizontal = {"hline", "whline", whline};
static Line vertical = {"vline", "wvline", wvline};

static METHOD(window_line)
{
    const Line *line = user;
    Place p;
    chtype c;
    int count = 0;
    Window *w = begin(vm, line->name, args, n, 2, true, &p);
    if (!w || as_chtype(vm, p.rest[0], w->encoding, &c) < 0 ||
        as_tuple_ints(vm, &p.rest[1], 1, &count) < 0 || go(vm, w, &p) < 0)
        return MINIPY_NULL;
    return check(vm, line->draw(w->win, c | (attr_t)p.attr, count), line->name);
}

static METHOD(window_background)
{
    chtype c;
    Window *w = painted_char(vm, args, &c);
    if (!w)
        return MINIPY_NULL;
    if (user)
        return check(vm, wbkgd(w->win, c), "bkgd");
    wbkgdset(w->win, c);
    return minipy_none();
}

/* The characters of a frame. -1: exception. */
static int frame_chars(MinipyVM *vm, const Window *w, const MinipyValue *args, size_t n,
                       chtype *out)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < n; i++)
        r = as_chtype(vm, args[i], w->encoding, &out[i]);
    return r;
}

static METHOD(window_border)
{
    Window *w = window_of(vm, args[0]);
    chtype c[8] = {0};
    if (!w)
        return MINIPY_NULL;
    if (n > 9)
        return minipy_raisef(vm, "TypeError",
                             "border expected at most 8 arguments, got %zu", n - 1);
    if (frame_chars(vm, w, args + 1, n - 1, c) < 0)
        return MINIPY_NULL;
    wborder(w->win, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
    return minipy_none();
}

static METHOD(window_box)
{
    Window *w = window_of(vm, args[0]);
    chtype c[2] = {0};
    if (!w)
        return MINIPY_NULL;
    if (n != 1 && n != 3)
        return minipy_raise(vm, "TypeError",
                            "_curses.window.box requires 0 to 2 arguments");
    if (frame_chars(vm, w, args + 1, n - 1, c) < 0)
        return MINIPY_NULL;
    box(w->win, c[0], c[1]);
    return minipy_none();
}

static METHOD(window_delch)
{
    Place p;
    Window *w = begin(vm, "delch", args, n, 0, false, &p);
    if (!w)
        return MINIPY_NULL;
    int code = p.at ? mvwdelch(w->win, p.y, p.x) : wdelch(w->win);
    return check(vm, code, p.at ? "mvwdelch" : "wdelch");
}

static METHOD(window_chgat)
{
    Window *w = window_of(vm, args[0]);
    int at[2], count = -1;
    int64_t attr = 0;
    if (!w)
        return MINIPY_NULL;
    if (n < 2 || n > 5)
        return minipy_raise(vm, "TypeError", "chgat requires 1 to 4 arguments");
    bool placed = n >= 4, counted = n == 3 || n == 5;
    if ((placed && as_ints(vm, args + 1, 2, at) < 0) ||
        (counted && as_c_int(vm, args[placed ? 3 : 1], &count) < 0) ||
        as_long(vm, args[n - 1], &attr) < 0)
        return MINIPY_NULL;
    short pair = (short)PAIR_NUMBER((attr_t)attr);
    int y = placed ? at[0] : getcury(w->win), code;
    if (placed) {
        code = mvwchgat(w->win, at[0], at[1], count, (attr_t)attr & A_ATTRIBUTES, pair,
                        NULL);
        touchline(w->win, y, 1);
        return check(vm, code, "mvwchgat");
    }
    code = wchgat(w->win, count, (attr_t)attr & A_ATTRIBUTES, pair, NULL);
    touchline(w->win, y, 1);
    return check(vm, code, "wchgat");
}

/* ---- texts ----------------------------------------------------------------------- */

/* addstr, addnstr, insstr, insnstr: what ncurses has for them. */
typedef struct Writer {
    const char *name;
    const char *narrow_name, *wide_name;
    int (*narrow)(WINDOW *, const char *, int);
    int (*wide)(WINDOW *, const wchar_t *, int);
    bool counted;
} Writer;
static Writer writers[] = {
    {"addstr", "addstr", "addwstr", waddnstr, waddnwstr, false},
    {"addnstr", "addnstr", "addnwstr", waddnstr, waddnwstr, true},
    {"insstr", "insstr", "inswstr", winsnstr, wins_nwstr, false},
    {"insnstr", "insnstr", "insn_wstr", winsnstr, wins_nwstr, true},
};

static METHOD(window_write)
{
    const Writer *writer = user;
    Place p;
    Str text;
    int count = -1;
    Window *w = begin(vm, writer->name, args, n, writer->counted ? 2 : 1, true, &p);
    if (!w || (writer->counted && as_tuple_ints(vm, &p.rest[1], 1, &count) < 0) ||
        as_string(vm, p.rest[0], &text) < 0)
        return MINIPY_NULL;
    attr_t attr = 0;
    short pair = 0;
    wattr_get(w->win, &attr, &pair, NULL);
    if (p.painted)
        wattrset(w->win, (int)(attr_t)p.attr);
    int code = p.at ? wmove(w->win, p.y, p.x) : OK;
    if (code != ERR)
        code = text.wide ? writer->wide(w->win, text.wide, count)
                         : writer->narrow(w->win, text.narrow, count);
    if (p.painted)
        wattr_set(w->win, attr, pair, NULL);
    MinipyValue r =
        check(vm, code, text.wide ? writer->wide_name : writer->narrow_name);
    string_drop(vm, &text);
    return r;
}

/* What getstr and instr are given: (), (n), (y, x), (y, x, n). */
static int take_count(MinipyVM *vm, Window *w, const char *name,
                      const MinipyValue *args, size_t n, int *count)
{
    int at[2];
    *count = LONGEST;
    if (n > 3) {
        minipy_raisef(vm, "TypeError", "%s requires 0 %s 3 arguments", name,
                      *name == 'g' ? "to" : "or");
        return -1;
    }
    if ((n >= 2 && as_tuple_ints(vm, args, 2, at) < 0) ||
        ((n & 1) && as_tuple_ints(vm, args + n - 1, 1, count) < 0))
        return -1;
    if (*count < 0) {
        minipy_raise(vm, "ValueError", "'n' must be nonnegative");
        return -1;
    }
    if (*count > LONGEST)
        *count = LONGEST;
    if (n >= 2 && wmove(w->win, at[0], at[1]) == ERR) {
        *count = -1; /* what cannot be read is empty, as in CPython */
        return 0;
    }
    return 0;
}

static METHOD(window_getstr)
{
    Window *w = window_of(vm, args[0]);
    char text[LONGEST + 1] = "";
    int count, code = ERR;
    if (!w || take_count(vm, w, "getstr", args + 1, n - 1, &count) < 0)
        return MINIPY_NULL;
    if (count >= 0) {
        MinipyThread *me = minipy_thread_leave(vm);
        code = wgetnstr(w->win, text, count);
        minipy_thread_enter(vm, me);
    }
    return minipy_bytes(vm, text, code == ERR ? 0 : strlen(text));
}

static METHOD(window_instr)
{
    Window *w = window_of(vm, args[0]);
    char text[LONGEST + 1] = "";
    int count, code = ERR;
    if (!w || take_count(vm, w, "instr", args + 1, n - 1, &count) < 0)
        return MINIPY_NULL;
    if (count >= 0)
        code = winnstr(w->win, text, count);
    return minipy_bytes(vm, text, code == ERR ? 0 : strlen(text));
}

static METHOD(window_inch)
{
    Place p;
    Window *w = begin(vm, "inch", args, n, 0, false, &p);
    if (!w)
        return MINIPY_NULL;
    return minipy_uint(vm, p.at ? mvwinch(w->win, p.y, p.x) : winch(w->win));
}

/* ---- keys ------------------------------------------------------------------------ */

/* The next key, while the vm's other threads run: as wget_wch(), or wgetch(). */
static int wait_key(MinipyVM *vm, Window *w, const Place *p, bool wide, wint_t *key)
{
    MinipyThread *me = minipy_thread_leave(vm);
    int code = ERR;
    if (!p->at || wmove(w->win, p->y, p->x) != ERR)
        code = wide ? wget_wch(w->win, key) : wgetch(w->win);
    minipy_thread_enter(vm, me);
    return code;
}

static METHOD(window_getch)
{
    Place p;
    Window *w = begin(vm, "getch", args, n, 0, false, &p);
    return w ? minipy_int(vm, wait_key(vm, w, &p, false, NULL)) : MINIPY_NULL;
}

/* Nothing was read: a signal's handler may have raised. */
static MinipyValue no_input(MinipyVM *vm)
{
    return minipy_poll(vm) < 0 ? MINIPY_NULL : fail(vm, "no input");
}

/* A character as a str. */
static MinipyValue char_of(MinipyVM *vm, int64_t c)
{
    MinipyValue builtins = minipy_import(vm, "builtins"), code = minipy_int(vm, c);
    MinipyValue r =
        builtins ? minipy_call_method(vm, builtins, "chr", &code, 1) : MINIPY_NULL;
    minipy_release(vm, builtins);
    return r;
}

static METHOD(window_getkey)
{
    Place p;
    Window *w = begin(vm, "getkey", args, n, 0, false, &p);
    int key = w ? wait_key(vm, w, &p, false, NULL) : ERR;
    if (!w)
        return MINIPY_NULL;
    if (key == ERR)
        return no_input(vm);
    if (key < CODES)
        return char_of(vm, key);
    const char *name = keyname(key);
    return minipy_str(vm, name ? name : "", name ? strlen(name) : 0);
}

static METHOD(window_get_wch)
{
    Place p;
    wint_t key = 0;
    Window *w = begin(vm, "get_wch", args, n, 0, false, &p);
    int code = w ? wait_key(vm, w, &p, true, &key) : ERR;
    if (!w)
        return MINIPY_NULL;
    if (code == ERR)
        return no_input(vm);
    return code == KEY_CODE_YES ? minipy_int(vm, key) : char_of(vm, key);
}

/* clang-format off */
#define FREE_ROW(name_, function_, user_, doc_) {.name = name_, .function = function_, .user = user_, .doc = doc_}
const MinipyMethod draw_methods[] = {
    FREE_ROW("addch", window_addch, NULL,
             "addch([y, x,] ch, [attr=_curses.A_NORMAL])\nWrites a character."),
    FREE_ROW("insch", window_insch, NULL,
             "insch([y, x,] ch, [attr=_curses.A_NORMAL])\nWrites a character before the one that is there."),
    ROW("echochar", window_echochar, "(self, ch, attr=0, /)", "Adds a character and shows it."),
    FREE_ROW("hline", window_line, &horizontal,
             "hline([y, x,] ch, n, [attr=_curses.A_NORMAL])\nDraws a line to the right."),
    FREE_ROW("vline", window_line, &vertical,
             "vline([y, x,] ch, n, [attr=_curses.A_NORMAL])\nDraws a line down."),
    {.name = "bkgd", .function = window_background, .signature = "(self, ch, attr=0, /)", .user = &horizontal,
     .doc = "Sets the background of all that is there."},
    ROW("bkgdset", window_background, "(self, ch, attr=0, /)", "Sets the background of what will be written."),
    FREE_ROW("border", window_border, NULL,
             "border([ls[, rs[, ts[, bs[, tl[, tr[, bl[, br]]]]]]]])\nDraws a frame: its sides, then its corners."),
    FREE_ROW("box", window_box, NULL,
             "box([verch=0, horch=0])\nDraws a frame."),
    FREE_ROW("delch", window_delch, NULL,
             "delch([y, x])\nTakes a character away."),
    FREE_ROW("chgat", window_chgat, NULL,
             "chgat([y, x,] [num,] attr)\nChanges attributes of what is there."),
    FREE_ROW("addstr", window_write, &writers[0],
             "addstr([y, x,] str, [attr])\nWrites text."),
    FREE_ROW("addnstr", window_write, &writers[1],
             "addnstr([y, x,] str, n, [attr])\nWrites at most n characters of a text."),
    FREE_ROW("insstr", window_write, &writers[2],
             "insstr([y, x,] str, [attr])\nWrites text before the character that is there."),
    FREE_ROW("insnstr", window_write, &writers[3],
             "insnstr([y, x,] str, n, [attr])\nWrites at most n characters before the one that is there."),
    FREE_ROW("getstr", window_getstr, NULL,
             "getstr([y, x,] [n])\nReads a line that is typed."),
    FREE_ROW("instr", window_instr, NULL,
             "instr([y, x,] [n])\nThe characters that are there."),
    FREE_ROW("inch", window_inch, NULL,
             "inch([y, x])\nThe character that is there, and its attributes."),
    FREE_ROW("getch", window_getch, NULL,
             "getch([y, x])\nReads a key, as its number."),
    FREE_ROW("getkey", window_getkey, NULL,
             "getkey([y, x])\nReads a key, as its name."),
    FREE_ROW("get_wch", window_get_wch, NULL,
             "get_wch([y, x])\nReads a character, or a key as its number."),
   {0}};
/* clang-format on */
