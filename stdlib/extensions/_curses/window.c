/* window.c - the class _curses.window: making windows, moving and showing them, their
 * switches. What writes into them is in draw.c. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "screen.h"

/* ---- making them ----------------------------------------------------------------- */

MinipyValue window_new(MinipyVM *vm, WINDOW *win, const char *encoding,
                       MinipyValue parent)
{
    State *s = state_of(vm);
    void *data;
    if (!win)
        return fail(vm, "curses function returned NULL");
    MinipyValue v = s ? minipy_instance(vm, s->window_class, &data) : MINIPY_NULL;
    if (!v) {
        if (win != stdscr)
            delwin(win);
        return MINIPY_NULL;
    }
    Window *w = data;
    w->win = win;
    w->encoding = strdup(encoding ? encoding : default_encoding());
    w->parent = parent ? minipy_retain(parent) : MINIPY_NULL;
    return v;
}

static DESTROY(window_destroy)
{
    Window *w = data;
    if (w->win && w->win != stdscr)
        delwin(w->win);
    free(w->encoding);
}

/* subwin, subpad (screen's places) and derwin (the window's own). */
static char of_screen, of_window;

static METHOD(window_part)
{
    Window *w = window_of(vm, args[0]);
    int v[4] = {0};
    if (!w)
        return MINIPY_NULL;
    if (n != 3 && n != 5)
        return minipy_raisef(vm, "TypeError",
                             "_curses.window.%s requires 2 to 4 arguments",
                             user == &of_window ? "derwin" : "subwin");
    if (as_tuple_ints(vm, args + 1, n - 1, n == 3 ? v + 2 : v) < 0)
        return MINIPY_NULL;
    WINDOW *part;
    if (user == &of_window)
        part = derwin(w->win, v[0], v[1], v[2], v[3]);
    else
        part = is_pad(w->win) ? subpad(w->win, v[0], v[1], v[2], v[3])
                              : subwin(w->win, v[0], v[1], v[2], v[3]);
    return window_new(vm, part, w->encoding, args[0]);
}

/* ---- without arguments ----------------------------------------------------------- */

typedef struct Plain {
    const char *name; /* ncurses's */
    int (*call)(WINDOW *);
    void (*tell)(WINDOW *); /* or this, which cannot fail */
} Plain;

static METHOD(window_plain)
{
    const Plain *p = user;
    Window *w = window_of(vm, args[0]);
    if (!w)
        return MINIPY_NULL;
    if (p->call)
        return check(vm, p->call(w->win), p->name);
    p->tell(w->win);
    return minipy_none();
}

typedef struct Pair {
    int (*y)(const WINDOW *), (*x)(const WINDOW *);
} Pair;
static Pair cursor = {getcury, getcurx}, start = {getbegy, getbegx},
            size = {getmaxy, getmaxx}, in_parent = {getpary, getparx};

static METHOD(window_pair)
{
    const Pair *p = user;
    Window *w = window_of(vm, args[0]);
    MinipyValue v[] = {w ? minipy_int(vm, p->y(w->win)) : MINIPY_NULL,
                       w ? minipy_int(vm, p->x(w->win)) : MINIPY_NULL};
    return w ? minipy_tuple(vm, v, 2)
             : MINIPY_NULL; /* small ints: nothing to release */
}

static METHOD(window_is_wintouched)
{
    Window *w = window_of(vm, args[0]);
    return w ? minipy_bool(is_wintouched(w->win)) : MINIPY_NULL;
}

static METHOD(window_getbkgd)
{
    Window *w = window_of(vm, args[0]);
    return w ? minipy_uint(vm, getbkgd(w->win)) : MINIPY_NULL;
}

/* ---- with numbers ---------------------------------------------------------------- */

/* A function of one or two ints; what PyArg_ParseTuple says where there are others. */
typedef struct Numbers {
    const char *name, *others;
    size_t count;
    int (*one)(WINDOW *, int);
    int (*two)(WINDOW *, int, int);
    void (*tell)(WINDOW *, int); /* these cannot fail */
    int (*flag)(WINDOW *, bool);
    void (*tell_flag)(WINDOW *, bool);
} Numbers;

static METHOD(window_numbers)
{
    const Numbers *f = user;
    Window *w = window_of(vm, args[0]);
    int v[2];
    if (!w)
        return MINIPY_NULL;
    if (n - 1 != f->count)
        return minipy_raise(vm, "TypeError", f->others);
    if (as_tuple_ints(vm, args + 1, f->count, v) < 0)
        return MINIPY_NULL;
    int code = OK;
    if (f->tell)
        f->tell(w->win, v[0]);
    else if (f->tell_flag)
        f->tell_flag(w->win, v[0] != 0);
    else if (f->flag)
        code = f->flag(w->win, v[0] != 0);
    else
        code = f->two ? f->two(w->win, v[0], v[1]) : f->one(w->win, v[0]);
    return check(vm, code, f->name);
}

/* attron, attroff, attrset: a long. */
typedef struct Attribute {
    const char *name;
    int (*set)(WINDOW *, int);
} Attribute;
static Attribute attribute_on = {"attron", wattron},
                 attribute_off = {"attroff", wattroff},
                 attribute_set = {"attrset", wattrset};

static METHOD(window_attribute)
{
    const Attribute *f = user;
    Window *w = window_of(vm, args[0]);
    int64_t attr;
    if (!w || as_long(vm, args[1], &attr) < 0)
        return MINIPY_NULL;
    return check(vm, f->set(w->win, (int)(attr_t)attr), f->name);
}

static METHOD(window_enclose)
{
    Window *w = window_of(vm, args[0]);
    int v[2];
    if (!w || as_ints(vm, args + 1, 2, v) < 0)
        return MINIPY_NULL;
    return minipy_bool(wenclose(w->win, v[0], v[1]));
}

static METHOD(window_is_linetouched)
{
    Window *w = window_of(vm, args[0]);
    int line;
    if (!w || as_ints(vm, args + 1, 1, &line) < 0)
        return MINIPY_NULL;
    if (line < 0 || line >= getmaxy(w->win))
        return minipy_raise(vm, "TypeError",
                            "is_linetouched: line number outside of boundaries");
    return minipy_bool(is_linetouched(w->win, line));
}

typedef struct Lines {
    const char *name;
    int (*call)(WINDOW *, int, int);
} Lines;
static Lines redraw = {"redrawln", wredrawln}, scrolling = {"wsetscrreg", wsetscrreg};

static METHOD(window_lines)
{
    const Lines *f = user;
    Window *w = window_of(vm, args[0]);
    int v[2];
    if (!w || as_ints(vm, args + 1, 2, v) < 0)
        return MINIPY_NULL;
    return check(vm, f->call(w->win, v[0], v[1]), f->name);
}

static METHOD(window_scroll)
{
    Window *w = window_of(vm, args[0]);
    int lines;
    if (!w)
        return MINIPY_NULL;
    if (n > 2)
        return minipy_raise(vm, "TypeError",
                            "_curses.window.scroll requires 0 to 1 arguments");
    if (as_tuple_ints(vm, args + 1, n - 1, &lines) < 0)
        return MINIPY_NULL;
    return check(vm, n == 1 ? scroll(w->win) : wscrl(w->win, lines), "scroll");
}

static METHOD(window_touchline)
{
    Window *w = window_of(vm, args[0]);
    int v[2], changed = 1;
    if (!w)
        return MINIPY_NULL;
    if (n != 3 && n != 4)
        return minipy_raise(vm, "TypeError",
                            "_curses.window.touchline requires 2 to 3 arguments");
    if (as_tuple_ints(vm, args + 1, 2, v) < 0 ||
        (n == 4 && as_tuple_ints(vm, args + 3, 1, &changed) < 0))
        return MINIPY_NULL;
    return check(vm,
                 n == 3 ? touchline(w->win, v[0], v[1])
                        : wtouchln(w->win, v[0], v[1], changed != 0),
                 "touchline");
}

/* ---- showing them ---------------------------------------------------------------- */

/* refresh and noutrefresh: a pad says which part goes where. */
typedef struct Shower {
    const char *name, *no_place;
    int (*window)(WINDOW *);
    int (*pad)(WINDOW *, int, int, int, int, int, int);
    const char *window_name, *pad_name;
} Shower;
static Shower refresh_now = {"refresh",  "refresh() for a pad requires 6 arguments",
                             wrefresh,   prefresh,
                             "prefresh", "prefresh"};
static Shower refresh_later = {
    "noutrefresh",  "noutrefresh() called for a pad requires 6 arguments",
    wnoutrefresh,   pnoutrefresh,
    "wnoutrefresh", "pnoutrefresh"};

static METHOD(window_show)
{
    const Shower *f = user;
    Window *w = window_of(vm, args[0]);
    int v[6], code;
    if (!w)
        return MINIPY_NULL;
    if (n != 1 && n != 7)
        return minipy_raisef(vm, "TypeError",
                             "_curses.window.%s requires 0 to 6 arguments", f->name);
    if (as_tuple_ints(vm, args + 1, n - 1, v) < 0)
        return MINIPY_NULL;
    bool pad = is_pad(w->win);
    if (pad && n == 1)
        return fail(vm, f->no_place);
    if (!pad && n == 7)
        return minipy_raisef(vm, "TypeError", "%s() takes no arguments (6 given)",
                             f->name);
    MinipyThread *me = minipy_thread_leave(vm);
    code = pad ? f->pad(w->win, v[0], v[1], v[2], v[3], v[4], v[5]) : f->window(w->win);
    minipy_thread_enter(vm, me);
    return check(vm, code, pad ? f->pad_name : f->window_name);
}

/* overlay and overwrite. */
static char over_blanks, over_all;

static METHOD(window_copy)
{
    Window *w = window_of(vm, args[0]);
    const char *name = user == &over_blanks ? "overlay" : "overwrite";
    int v[6];
    if (!w)
        return MINIPY_NULL;
    if (n != 2 && n != 8)
        return minipy_raisef(vm, "TypeError",
                             "_curses.window.%s requires 1 to 7 arguments", name);
    State *s = state_of(vm);
    int is = s ? minipy_isinstance(vm, args[1], s->window_class) : -1;
    if (is == 0)
        minipy_raisef(vm, "TypeError", "%s() argument 1 must be _curses.window, not %s",
                      name,
                      minipy_is_none(args[1]) ? "None" : minipy_type_name(vm, args[1]));
    Window *to = is > 0 ? window_of(vm, args[1]) : NULL;
    if (!to || as_tuple_ints(vm, args + 2, n - 2, v) < 0)
        return MINIPY_NULL;
    if (n == 8)
        return check(vm,
                     copywin(w->win, to->win, v[0], v[1], v[2], v[3], v[4], v[5],
                             user == &over_blanks),
                     "copywin");
    return check(vm,
                 user == &over_blanks ? overlay(w->win, to->win)
                                      : overwrite(w->win, to->win),
                 name);
}

/* The window as bytes, which getwin() makes one of again. */
static METHOD(window_putwin)
{
    Window *w = window_of(vm, args[0]);
    FILE *f = w ? tmpfile() : NULL;
    if (!f)
        return w ? minipy_raise_errno(vm, errno, NULL) : MINIPY_NULL;
    MinipyValue r = check(vm, putwin(w->win, f), "putwin");
    rewind(f);
    char data[4096];
    for (size_t got; r && (got = fread(data, 1, sizeof data, f)) > 0;) {
        MinipyValue piece = minipy_bytes(vm, data, got);
        minipy_release(vm, r);
        r = piece ? minipy_call_method(vm, args[1], "write", &piece, 1) : MINIPY_NULL;
        minipy_release(vm, piece);
    }
    fclose(f);
    return r;
}

static GETTER(window_encoding)
{
    Window *w = window_of(vm, self);
    return w ? minipy_str(vm, w->encoding ? w->encoding : "",
                          strlen(w->encoding ? w->encoding : ""))
             : MINIPY_NULL;
}

static int window_set_encoding(MinipyVM *vm, void *user, MinipyValue self,
                               MinipyValue value)
{
    (void)user;
    Window *w = window_of(vm, self);
    if (!w)
        return -1;
    if (!value || minipy_kind(value) != MINIPY_IS_STR) {
        minipy_raise(vm, "TypeError",
                     value ? "setting encoding to a non-string"
                           : "encoding may not be deleted");
        return -1;
    }
    const char *text = minipy_as_str(vm, value, NULL);
    char *copy = text ? strdup(text) : NULL;
    if (!copy)
        return -1;
    free(w->encoding);
    w->encoding = copy;
    return 0;
}

/* ---- the class ------------------------------------------------------------------- */

/* clang-format off */
#define PLAIN(name_, call_) {.name = name_, .function = window_plain, .signature = "(self, /)", .flags = UNSIGNED, \
                                .user = &(Plain){#call_, call_, NULL}}
#define TELL(name_, call_) {.name = name_, .function = window_plain, .signature = "(self, /)", .flags = UNSIGNED, \
                               .user = &(Plain){#call_, NULL, call_}}
#define PAIR(name_, pair) {.name = name_, .function = window_pair, .signature = "(self, /)", .flags = UNSIGNED, .user = &pair}
#define SWITCH(name_) {.name = #name_, .function = window_numbers, \
                       .user = &(Numbers){#name_, "True(1) or False(0)", 1, .flag = name_}}
#define SILENT_SWITCH(name_) {.name = #name_, .function = window_numbers, \
                              .user = &(Numbers){#name_, "True(1) or False(0)", 1, .tell_flag = name_}}
#define TWO(name_, call_, others) {.name = name_, .function = window_numbers, \
                                      .user = &(Numbers){#call_, others, 2, .two = call_}}
#define FREE_ROW(name_, function_, user_, doc_) {.name = name_, .function = function_, .user = user_, .doc = doc_}
#define ATTRIBUTE(name_, row) {.name = name_, .function = window_attribute, .signature = "(self, attr, /)", .user = &row}
#define LINES(name_, row, signature_, doc_) \
    {.name = name_, .function = window_lines, .signature = signature_, .user = &row, .doc = doc_}
static const MinipyMethod own_methods[] = {
    PLAIN("clear", wclear), PLAIN("clrtobot", wclrtobot), PLAIN("clrtoeol", wclrtoeol), PLAIN("deleteln", wdeleteln),
    PLAIN("erase", werase), PLAIN("insertln", winsertln), PLAIN("redrawwin", redrawwin), PLAIN("touchwin", touchwin),
    PLAIN("untouchwin", untouchwin), PLAIN("standend", wstandend), PLAIN("standout", wstandout),
    TELL("cursyncup", wcursyncup), TELL("syncdown", wsyncdown), TELL("syncup", wsyncup),
    PAIR("getyx", cursor), PAIR("getbegyx", start), PAIR("getmaxyx", size), PAIR("getparyx", in_parent),
    {.name = "is_wintouched", .function = window_is_wintouched, .signature = "(self, /)", .flags = UNSIGNED},
    ROW("getbkgd", window_getbkgd, "(self, /)", "The background: a character and attributes."),
    SWITCH(clearok), SWITCH(idlok), SWITCH(keypad), SWITCH(leaveok), SWITCH(nodelay), SWITCH(notimeout),
    SWITCH(scrollok), SWITCH(syncok), SILENT_SWITCH(idcok), SILENT_SWITCH(immedok),
    FREE_ROW("insdelln", window_numbers, (&(Numbers){"winsdelln", "nlines", 1, .one = winsdelln}),
             "insdelln(nlines)\nPuts lines in, or takes them out."),
    FREE_ROW("timeout", window_numbers, (&(Numbers){"wtimeout", "delay", 1, .tell = wtimeout}),
             "timeout(delay)\nHow long reading waits."),
    TWO("move", wmove, "y,x"), TWO("mvwin", mvwin, "y,x"), TWO("mvderwin", mvderwin, "y,x"),
    TWO("resize", wresize, "lines,columns"),
    ATTRIBUTE("attron", attribute_on), ATTRIBUTE("attroff", attribute_off), ATTRIBUTE("attrset", attribute_set),
    ROW("enclose", window_enclose, "(self, y, x, /)", "Is that place of the screen in the window?"),
    ROW("is_linetouched", window_is_linetouched, "(self, line, /)", "Was the line changed since it was shown?"),
    LINES("redrawln", redraw, "(self, beg, num, /)", "Says that lines of the screen must be shown anew."),
    LINES("setscrreg", scrolling, "(self, top, bottom, /)", "Sets the lines that scroll."),
    FREE_ROW("scroll", window_scroll, NULL,
             "scroll([lines=1])\nMoves the lines up."),
    FREE_ROW("touchline", window_touchline, NULL,
             "touchline(start, count, [changed=True])\nSays that lines have changed."),
    FREE_ROW("refresh", window_show, &refresh_now,
             "refresh([pminrow, pmincol, sminrow, smincol, smaxrow, smaxcol])\nShows it now."),
    FREE_ROW("noutrefresh", window_show, &refresh_later,
             "noutrefresh([pminrow, pmincol, sminrow, smincol, smaxrow, smaxcol])\nShows it at the next doupdate()."),
    FREE_ROW("overlay", window_copy, &over_blanks,
             "overlay(destwin, [sminrow, smincol, dminrow, dmincol, dmaxrow, dmaxcol])\nCopies what is no blank."),
    FREE_ROW("overwrite", window_copy, &over_all,
             "overwrite(destwin, [sminrow, smincol, dminrow, dmincol, dmaxrow, dmaxcol])\nCopies all."),
    FREE_ROW("subwin", window_part, &of_screen,
             "subwin([nlines=0, ncols=0,] begin_y, begin_x)\nA part of it, at the screen's places."),
    FREE_ROW("subpad", window_part, &of_screen,
             "subwin([nlines=0, ncols=0,] begin_y, begin_x)\nA part of it, at the screen's places."),
    FREE_ROW("derwin", window_part, &of_window,
             "derwin([nlines=0, ncols=0,] begin_y, begin_x)\nA part of it, at its own places."),
    ROW("putwin", window_putwin, "(self, file, /)", "Writes all of the window to a file, for getwin()."),
    {0}};
static const MinipyMember members[] = {
    {.name = "encoding", .get = window_encoding, .set = window_set_encoding,
     .doc = "what characters are encoded in"},
    {0}};
/* clang-format on */

enum { OWN_METHODS = sizeof own_methods / sizeof *own_methods - 1, DRAW_METHODS = 40 };
static MinipyMethod methods[OWN_METHODS + DRAW_METHODS]; /* both files' */

MinipyType window_type = {
    .name = "_curses.window",
    .size = sizeof(Window),
    .values = 1,
    .methods = methods,
    .members = members,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS,
    .destroy = window_destroy,
};

static void gather(void)
{
    memcpy(methods, own_methods, OWN_METHODS * sizeof *methods);
    for (size_t i = 0; draw_methods[i].name && i + 1 < DRAW_METHODS; i++)
        methods[OWN_METHODS + i] = draw_methods[i];
}

void window_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, gather);
}

/* For _curses_panel, which finds it by its name: the window of an object; NULL:
 * TypeError. */
MINIPY_API WINDOW *minipy_curses_window(MinipyVM *vm, MinipyValue v);

WINDOW *minipy_curses_window(MinipyVM *vm, MinipyValue v)
{
    Window *w = window_of(vm, v);
    return w ? w->win : NULL;
}
