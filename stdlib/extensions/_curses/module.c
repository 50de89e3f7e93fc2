/* module.c - the module _curses: the screen, the terminal and what it can do, keys, the
 * mouse, colours. Windows are in window.c. */
#include <errno.h>
#include <locale.h>
#include <langinfo.h>
#include <term.h>
#include <unistd.h>

#include "screen.h"

/* How far the terminal is known: by setupterm(), initscr(), start_color(). */
static bool has_terminal, has_screen, has_color;
static bool keeps_terminal; /* setupterm() was called: once is enough */

/* ---- what must come first -------------------------------------------------------- */

MinipyValue fail(MinipyVM *vm, const char *text)
{
    State *s = state_of(vm);
    return s ? raise_of(vm, s->error, text) : MINIPY_NULL;
}

MinipyValue check(MinipyVM *vm, int code, const char *name)
{
    char text[80];
    if (code != ERR)
        return minipy_none();
    snprintf(text, sizeof text, "%s() returned ERR", name);
    return fail(vm, text);
}

static bool needs_terminal(MinipyVM *vm)
{
    if (!has_terminal)
        fail(vm, "must call (at least) setupterm() first");
    return has_terminal;
}

static bool needs_screen(MinipyVM *vm)
{
    if (!has_screen)
        fail(vm, "must call initscr() first");
    return has_screen;
}

static bool needs_color(MinipyVM *vm)
{
    if (!needs_screen(vm))
        return false;
    if (!has_color)
        fail(vm, "must call start_color() first");
    return has_color;
}

/* Sets a name of a module that is imported already. */
static int set_in(MinipyVM *vm, const char *module, const char *name, MinipyValue v)
{
    MinipyValue m = minipy_import(vm, module);
    int r = m ? minipy_setattr(vm, m, name, v) : -1;
    minipy_release(vm, m);
    return r;
}

static int set_number(MinipyVM *vm, const char *name, int64_t number)
{
    MinipyValue v = minipy_int(vm, number);
    int r = v ? set_in(vm, "_curses", name, v) : -1;
    minipy_release(vm, v);
    return r;
}

/* The screen has that size now. */
static int set_size(MinipyVM *vm)
{
    MinipyValue height = minipy_int(vm, LINES), width = minipy_int(vm, COLS);
    return set_in(vm, "curses", "LINES", height) < 0 ||
                   set_in(vm, "curses", "COLS", width) < 0 ||
                   set_in(vm, "_curses", "LINES", height) < 0
               ? -1
               : set_in(vm, "_curses", "COLS", width);
}

/* ---- the screen ------------------------------------------------------------------ */

static const Number *line_characters(void);

static METHOD(curses_initscr)
{
    if (has_screen) {
        wrefresh(stdscr);
        return window_new(vm, stdscr, NULL, MINIPY_NULL);
    }
    /* initscr() would end the process where the terminal is not known. */
    if (!newterm(NULL, stdout, stdin))
        return fail(vm, "initscr() failed: the terminal is not known");
    def_prog_mode();
    has_screen = has_terminal = true;
    for (const Number *row = line_characters(); row->name; row++)
        if (set_number(vm, row->name, row->value) < 0)
            return MINIPY_NULL;
    if (set_number(vm, "LINES", LINES) < 0 || set_number(vm, "COLS", COLS) < 0)
        return MINIPY_NULL;
    return window_new(vm, stdscr, NULL, MINIPY_NULL);
}

static METHOD(curses_endwin)
{
    if (!needs_screen(vm))
        return MINIPY_NULL;
    return check(vm, endwin(), "endwin");
}

/* Functions without arguments that answer ERR or OK. */
typedef struct Simple {
    const char *name;
    int (*call)(void);
    void (*tell)(void);
} Simple;

static METHOD(simple)
{
    const Simple *f = user;
    if (!needs_screen(vm))
        return MINIPY_NULL;
    if (f->call)
        return check(vm, f->call(), f->name);
    f->tell();
    return minipy_none();
}

/* ... that take a flag: one function for each of its values. */
typedef struct Flag {
    const char *name;
    int (*on)(void), (*off)(void);
} Flag;

static METHOD(flag)
{
    const Flag *f = user;
    int on = 1;
    if ((args[0] && as_ints(vm, args, 1, &on) < 0) || !needs_screen(vm))
        return MINIPY_NULL;
    return check(vm, on ? f->on() : f->off(), f->name);
}

static int qiflush_on(void)
{
    qiflush();
    return OK;
}

static int qiflush_off(void)
{
    noqiflush();
    return OK;
}

/* ... that answer yes or no. */
typedef struct Question {
    bool (*ask)(void);
} Question;

static METHOD(question)
{
    const Question *q = user;
    return needs_screen(vm) ? minipy_bool(q->ask()) : MINIPY_NULL;
}

/* ... that take an int. */
typedef struct OfInt {
    const char *name;
    int (*call)(int);
} OfInt;

static int set_meta(int on)
{
    return meta(stdscr, on != 0);
}
static int set_intrflush(int on)
{
    return intrflush(NULL, on != 0);
}

static METHOD(of_int)
{
    const OfInt *f = user;
    int v;
    if (as_ints(vm, args, 1, &v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    return check(vm, f->call(v), f->name);
}

/* What an unsigned char holds (halfdelay). */
static METHOD(curses_halfdelay)
{
    int64_t v;
    if (as_long(vm, args[0], &v) < 0)
        return MINIPY_NULL;
    if (v < 0 || v > 255)
        return minipy_raise(vm, "OverflowError",
                            v < 0 ? "unsigned byte integer is less than minimum"
                                  : "unsigned byte integer is greater than maximum");
    return needs_screen(vm) ? check(vm, halfdelay((int)v), "halfdelay") : MINIPY_NULL;
}

static METHOD(curses_curs_set)
{
    int v;
    if (as_ints(vm, args, 1, &v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    int before = curs_set(v);
    return before == ERR ? check(vm, ERR, "curs_set") : minipy_int(vm, before);
}

static METHOD(curses_napms)
{
    int ms;
    if (as_ints(vm, args, 1, &ms) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    MinipyThread *me = minipy_thread_leave(vm);
    int r = napms(ms);
    minipy_thread_enter(vm, me);
    return minipy_poll(vm) < 0 ? MINIPY_NULL : minipy_int(vm, r);
}

/* Bytes of one character that the terminal has: erasechar, killchar. */
static METHOD(a_char)
{
    char c = user ? erasechar() : killchar();
    if (user && !needs_screen(vm))
        return MINIPY_NULL;
    return minipy_bytes(vm, &c, 1);
}

static METHOD(curses_baudrate)
{
    return needs_screen(vm) ? minipy_int(vm, baudrate()) : MINIPY_NULL;
}

static METHOD(curses_termattrs)
{
    return needs_screen(vm) ? minipy_uint(vm, termattrs()) : MINIPY_NULL;
}

/* termname, longname. */
typedef struct Name {
    char *(*get)(void);
} Name;

static METHOD(a_name)
{
    const Name *f = user;
    if (!needs_screen(vm))
        return MINIPY_NULL;
    const char *text = f->get();
    return text ? minipy_bytes(vm, text, strlen(text)) : minipy_none();
}

static METHOD(curses_use_env)
{
    int on;
    if (as_ints(vm, args, 1, &on) < 0)
        return MINIPY_NULL;
    use_env(on != 0);
    return minipy_none();
}

static METHOD(curses_filter)
{
    filter();
    return minipy_none();
}

static METHOD(curses_getsyx)
{
    if (!needs_screen(vm))
        return MINIPY_NULL;
    int y = 0, x = 0;
    getsyx(y, x);
    MinipyValue v[] = {minipy_int(vm, y), minipy_int(vm, x)};
    return minipy_tuple(vm, v, 2);
}

static METHOD(curses_setsyx)
{
    int v[2];
    if (as_ints(vm, args, 2, v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    setsyx(v[0], v[1]);
    return minipy_none();
}

static METHOD(curses_update_lines_cols)
{
    return set_size(vm) < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(curses_is_term_resized)
{
    int v[2];
    if (as_ints(vm, args, 2, v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    return minipy_bool(is_term_resized(v[0], v[1]));
}

/* resizeterm, resize_term. */
typedef struct Resizer {
    const char *name;
    int (*resize)(int, int);
} Resizer;

static METHOD(resizer)
{
    const Resizer *f = user;
    int v[2];
    if (as_ints(vm, args, 2, v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    MinipyValue r = check(vm, f->resize(v[0], v[1]), f->name);
    if (r && set_size(vm) < 0)
        r = MINIPY_NULL;
    return r;
}

/* ---- windows --------------------------------------------------------------------- */

static METHOD(curses_newwin)
{
    int v[4] = {0};
    if (n != 2 && n != 4)
        return minipy_raise(vm, "TypeError",
                            "_curses.newwin requires 2 to 4 arguments");
    if (as_tuple_ints(vm, args, n, v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    return window_new(vm, newwin(v[0], v[1], v[2], v[3]), NULL, MINIPY_NULL);
}

static METHOD(curses_newpad)
{
    int v[2];
    if (as_ints(vm, args, 2, v) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    return window_new(vm, newpad(v[0], v[1]), NULL, MINIPY_NULL);
}

static METHOD(curses_getwin)
{
    if (!needs_screen(vm))
        return MINIPY_NULL;
    FILE *f = tmpfile();
    if (!f)
        return minipy_raise_errno(vm, errno, NULL);
    MinipyValue data = minipy_call_method(vm, args[0], "read", NULL, 0);
    size_t size = 0;
    const char *bytes = NULL;
    if (data && minipy_kind(data) == MINIPY_IS_BYTES)
        bytes = minipy_as_bytes(vm, data, &size);
    else if (data)
        minipy_raisef(vm, "TypeError", "f.read() returned %.100s instead of bytes",
                      minipy_type_name(vm, data));
    MinipyValue r = MINIPY_NULL;
    if (bytes && fwrite(bytes, 1, size, f) != size) {
        minipy_raise_errno(vm, errno, NULL);
    } else if (bytes) {
        rewind(f);
        r = window_new(vm, getwin(f), NULL, MINIPY_NULL);
    }
    minipy_release(vm, data);
    fclose(f);
    return r;
}

/* ---- keys and the mouse ---------------------------------------------------------- */

static METHOD(curses_keyname)
{
    int key;
    if (as_ints(vm, args, 1, &key) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    if (key < 0)
        return minipy_raise(vm, "ValueError", "invalid key number");
    const char *name = keyname(key);
    return minipy_bytes(vm, name ? name : "", name ? strlen(name) : 0);
}

static METHOD(curses_has_key)
{
    int key;
    if (as_ints(vm, args, 1, &key) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    return minipy_bool(has_key(key));
}

static METHOD(curses_unctrl)
{
    chtype c;
    if (!needs_screen(vm) || as_chtype(vm, args[0], NULL, &c) < 0)
        return MINIPY_NULL;
    const char *text = unctrl(c);
    return minipy_bytes(vm, text ? text : "", text ? strlen(text) : 0);
}

static METHOD(curses_ungetch)
{
    chtype c;
    if (!needs_screen(vm) || as_chtype(vm, args[0], NULL, &c) < 0)
        return MINIPY_NULL;
    return check(vm, ungetch((int)c), "ungetch");
}

static METHOD(curses_unget_wch)
{
    wchar_t c;
    if (!needs_screen(vm) || as_wide_char(vm, args[0], &c) < 0)
        return MINIPY_NULL;
    return check(vm, unget_wch(c), "unget_wch");
}

static MinipyValue numbers(MinipyVM *vm, const int64_t *v, size_t n)
{
    MinipyValue items[5];
    for (size_t i = 0; i < n; i++)
        items[i] = minipy_int(vm, v[i]);
    MinipyValue r = minipy_tuple(vm, items, n);
    for (size_t i = 0; i < n; i++)
        minipy_release(vm, items[i]);
    return r;
}

static METHOD(curses_getmouse)
{
    MEVENT e;
    if (!needs_screen(vm))
        return MINIPY_NULL;
    if (getmouse(&e) == ERR)
        return fail(vm, "getmouse() returned ERR");
    return numbers(vm, (int64_t[]){(short)e.id, e.x, e.y, e.z, (int64_t)e.bstate}, 5);
}

/* The bits of an int, as many as a mask has. */
static int as_mask(MinipyVM *vm, const char *name, MinipyValue v, mmask_t *out)
{
    if (minipy_kind(v) != MINIPY_IS_INT && minipy_kind(v) != MINIPY_IS_BOOL) {
        minipy_raisef(vm, "TypeError", "%s must be int, not %s", name,
                      minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
        return -1;
    }
    uint64_t bits = 0;
    int r = low_bits(vm, v, &bits);
    *out = (mmask_t)bits;
    return r;
}

static METHOD(curses_ungetmouse)
{
    int id, at[3];
    mmask_t state;
    if (as_ints(vm, args, 1, &id) < 0)
        return MINIPY_NULL;
    if (id < SHRT_MIN || id > SHRT_MAX)
        return minipy_raise(vm, "OverflowError",
                            id < 0 ? "signed short integer is less than minimum"
                                   : "signed short integer is greater than maximum");
    if (as_ints(vm, args + 1, 3, at) < 0 ||
        as_mask(vm, "ungetmouse() argument 5", args[4], &state) < 0 ||
        !needs_screen(vm))
        return MINIPY_NULL;
    MEVENT e = {.id = (short)id, .x = at[0], .y = at[1], .z = at[2]};
    e.bstate = state;
    return check(vm, ungetmouse(&e), "ungetmouse");
}

static METHOD(curses_mousemask)
{
    mmask_t mask, before = 0;
    if (as_mask(vm, "mousemask() argument", args[0], &mask) < 0 || !needs_screen(vm))
        return MINIPY_NULL;
    mmask_t now = mousemask(mask, &before);
    return numbers(vm, (int64_t[]){(int64_t)now, (int64_t)before}, 2);
}

/* ---- colours --------------------------------------------------------------------- */

/* Numbers of colours, pairs and parts of a colour; -1: ValueError. */
static int as_color(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t c;
    int r = minipy_as_int(vm, v, &c);
    if (r < 0 && !minipy_error_matches(vm, "OverflowError"))
        return -1;
    bool negative = r < 0 ? was_negative(vm, v) : c < 0;
    if (r == 0 && !negative && c < COLORS) {
        *out = (int)c;
        return 0;
    }
    if (negative)
        minipy_raise(vm, "ValueError", "Color number is less than 0.");
    else
        minipy_raisef(vm, "ValueError", "Color number is greater than COLORS-1 (%d).",
                      COLORS - 1);
    return -1;
}

/* ... or what is negative: the terminal's own, -1. */
static int as_color_or_default(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t c;
    int r = minipy_as_int(vm, v, &c);
    if (r < 0 && !minipy_error_matches(vm, "OverflowError"))
        return -1;
    if (r == 0 ? c >= 0 : !was_negative(vm, v))
        return as_color(vm, v, out);
    *out = -1;
    return 0;
}

/* That there is such a pair ncurses itself says. */
static int as_pair(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t c;
    int r = minipy_as_int(vm, v, &c);
    if (r < 0 && !minipy_error_matches(vm, "OverflowError"))
        return -1;
    bool negative = r < 0 ? was_negative(vm, v) : c < 0;
    if (r == 0 && !negative && c <= INT_MAX) {
        *out = (int)c;
        return 0;
    }
    if (negative)
        minipy_raise(vm, "ValueError", "Color pair is less than 0.");
    else
        minipy_raisef(vm, "ValueError", "Color pair is greater than maximum (%d).",
                      INT_MAX);
    return -1;
}

static int as_component(MinipyVM *vm, MinipyValue v, int *out)
{
    int64_t c;
    if (minipy_as_int(vm, v, &c) < 0) {
        if (!minipy_error_matches(vm, "OverflowError"))
            return -1;
        c = was_negative(vm, v) ? -1 : INT_MAX;
    }
    *out = (int)c;
    if (c >= 0 && c <= 1000)
        return 0;
    minipy_raise(vm, "ValueError",
                 c < 0 ? "Color component is less than 0"
                       : "Color component is greater than 1000");
    return -1;
}

static METHOD(curses_start_color)
{
    if (!needs_screen(vm))
        return MINIPY_NULL;
    if (start_color() == ERR)
        return fail(vm, "start_color() returned ERR");
    has_color = true;
    return set_number(vm, "COLORS", COLORS) < 0 ||
                   set_number(vm, "COLOR_PAIRS", COLOR_PAIRS) < 0
               ? MINIPY_NULL
               : minipy_none();
}

static METHOD(curses_use_default_colors)
{
    return needs_color(vm) ? check(vm, use_default_colors(), "use_default_colors")
                           : MINIPY_NULL;
}

static METHOD(curses_color_content)
{
    int color, r, g, b;
    if (as_color(vm, args[0], &color) < 0 || !needs_color(vm))
        return MINIPY_NULL;
    if (extended_color_content(color, &r, &g, &b) == ERR)
        return fail(vm, "extended_color_content() returned ERR");
    return numbers(vm, (int64_t[]){r, g, b}, 3);
}

static METHOD(curses_init_color)
{
    int color, part[3];
    if (as_color(vm, args[0], &color) < 0)
        return MINIPY_NULL;
    for (int i = 0; i < 3; i++)
        if (as_component(vm, args[i + 1], &part[i]) < 0)
            return MINIPY_NULL;
    if (!needs_color(vm))
        return MINIPY_NULL;
    return check(vm, init_extended_color(color, part[0], part[1], part[2]),
                 "init_extended_color");
}

/* What ncurses refused a pair for. */
static MinipyValue pair_error(MinipyVM *vm, int pair, const char *text)
{
    return pair < COLOR_PAIRS
               ? fail(vm, text)
               : minipy_raisef(vm, "ValueError",
                               "Color pair is greater than COLOR_PAIRS-1 (%d).",
                               COLOR_PAIRS - 1);
}

static METHOD(curses_init_pair)
{
    int pair, front, back;
    if (as_pair(vm, args[0], &pair) < 0 ||
        as_color_or_default(vm, args[1], &front) < 0 ||
        as_color_or_default(vm, args[2], &back) < 0 || !needs_color(vm))
        return MINIPY_NULL;
    return init_extended_pair(pair, front, back) == ERR
               ? pair_error(vm, pair, "init_extended_pair() returned ERR")
               : minipy_none();
}

static METHOD(curses_pair_content)
{
    int pair, front, back;
    if (as_pair(vm, args[0], &pair) < 0 || !needs_color(vm))
        return MINIPY_NULL;
    if (extended_pair_content(pair, &front, &back) == ERR)
        return pair_error(vm, pair, "extended_pair_content() returned ERR");
    return numbers(vm, (int64_t[]){front, back}, 2);
}

static METHOD(curses_color_pair)
{
    int pair;
    if (as_ints(vm, args, 1, &pair) < 0 || !needs_color(vm))
        return MINIPY_NULL;
    return minipy_int(vm, COLOR_PAIR(pair));
}

static METHOD(curses_pair_number)
{
    int attr;
    if (as_ints(vm, args, 1, &attr) < 0 || !needs_color(vm))
        return MINIPY_NULL;
    return minipy_int(vm, PAIR_NUMBER(attr));
}

static METHOD(curses_has_extended_color_support)
{
    return minipy_bool(true);
}

/* ---- escapes and tabs ------------------------------------------------------------ */

static METHOD(curses_get_number)
{
    return minipy_int(vm, *(int *)user);
}

static MinipyValue set_positive(MinipyVM *vm, MinipyValue given, int (*set)(int),
                                const char *name, const char *refusal)
{
    int v;
    if (as_ints(vm, &given, 1, &v) < 0)
        return MINIPY_NULL;
    if (v <= 0)
        return minipy_raise(vm, "ValueError", refusal);
    return check(vm, set(v), name);
}

static METHOD(curses_set_escdelay)
{
    return set_positive(vm, args[0], set_escdelay, "set_escdelay", "ms must be > 0");
}

static METHOD(curses_set_tabsize)
{
    return set_positive(vm, args[0], set_tabsize, "set_tabsize", "size must be > 0");
}

/* ---- terminfo -------------------------------------------------------------------- */

/* sys.stdout.fileno(); -1: exception. */
static int stdout_number(MinipyVM *vm, int *fd)
{
    MinipyValue sys = minipy_import(vm, "sys");
    MinipyValue out = sys ? minipy_lookup_attr(vm, sys, "stdout") : MINIPY_NULL;
    MinipyValue number = MINIPY_NULL;
    if (sys && (!out || minipy_is_none(out)))
        fail(vm, "lost sys.stdout");
    else if (out)
        number = minipy_call_method(vm, out, "fileno", NULL, 0);
    int r = number ? as_c_int(vm, number, fd) : -1;
    minipy_release(vm, number);
    minipy_release(vm, out);
    minipy_release(vm, sys);
    return r;
}

static METHOD(curses_setupterm)
{
    const char *term = NULL;
    int fd = -1, error = 0;
    if (args[0] && !minipy_is_none(args[0])) {
        if (minipy_kind(args[0]) != MINIPY_IS_STR)
            return minipy_raisef(
                vm, "TypeError",
                "setupterm() argument 'term' must be str or None, not %s",
                minipy_type_name(vm, args[0]));
        if (!(term = minipy_as_str(vm, args[0], NULL)))
            return MINIPY_NULL;
    }
    if (as_c_int(vm, args[1], &fd) < 0 || (fd == -1 && stdout_number(vm, &fd) < 0))
        return MINIPY_NULL;
    if (!keeps_terminal && setupterm((char *)term, fd, &error) == ERR)
        return fail(vm, error == 0    ? "setupterm: could not find terminal"
                        : error == -1 ? "setupterm: could not find terminfo database"
                                      : "setupterm: unknown error");
    has_terminal = keeps_terminal = true;
    return minipy_none();
}

/* The name of a capability. NULL: exception. */
static const char *capability(MinipyVM *vm, MinipyValue v, const char *function)
{
    if (minipy_kind(v) == MINIPY_IS_STR)
        return needs_terminal(vm) ? minipy_as_str(vm, v, NULL) : NULL;
    minipy_raisef(vm, "TypeError", "%s() argument must be str, not %s", function,
                  minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return NULL;
}

static METHOD(curses_tigetflag)
{
    const char *name = capability(vm, args[0], "tigetflag");
    return name ? minipy_int(vm, tigetflag((char *)name)) : MINIPY_NULL;
}

static METHOD(curses_tigetnum)
{
    const char *name = capability(vm, args[0], "tigetnum");
    return name ? minipy_int(vm, tigetnum((char *)name)) : MINIPY_NULL;
}

static METHOD(curses_tigetstr)
{
    const char *name = capability(vm, args[0], "tigetstr");
    if (!name)
        return MINIPY_NULL;
    const char *text = tigetstr((char *)name);
    return text && text != (char *)-1 ? minipy_bytes(vm, text, strlen(text))
                                      : minipy_none();
}

/* Bytes without a NUL as C text, until holder is released. */
static const char *bytes_text(MinipyVM *vm, MinipyValue v, Bytes *b)
{
    if (get_bytes(vm, v, b) < 0)
        return NULL;
    char *copy = malloc(b->size + 1);
    if (copy && b->size)
        memcpy(copy, b->data, b->size);
    if (copy)
        copy[b->size] = 0;
    minipy_release(vm, b->view);
    if (copy && strlen(copy) == b->size)
        return copy;
    free(copy);
    minipy_raise(vm, copy ? "ValueError" : "MemoryError",
                 copy ? "embedded null byte" : NULL);
    return NULL;
}

static METHOD(curses_tparm)
{
    int v[9] = {0};
    Bytes b;
    if (n < 1 || n > 10)
        return minipy_raisef(vm, "TypeError",
                             "tparm() takes at %s %d argument%s (%zu given)",
                             n ? "most" : "least", n ? 10 : 1, n ? "s" : "", n);
    const char *text = bytes_text(vm, args[0], &b);
    for (size_t i = 1; text && i < n; i++)
        if (args[i] && as_tuple_ints(vm, args + i, 1, &v[i - 1]) < 0) {
            free((char *)text);
            return MINIPY_NULL;
        }
    MinipyValue r = MINIPY_NULL;
    if (text && needs_terminal(vm)) {
        const char *made =
            tparm(text, v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
        r = made ? minipy_bytes(vm, made, strlen(made))
                 : fail(vm, "tparm() returned NULL");
    }
    free((char *)text);
    return r;
}

static METHOD(curses_putp)
{
    Bytes b;
    const char *text = bytes_text(vm, args[0], &b);
    MinipyValue r = text ? check(vm, putp(text), "putp") : MINIPY_NULL;
    free((char *)text);
    return r;
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
#define SIMPLE(name_) {.name = #name_, .function = simple, .signature = "()", .user = &(Simple){#name_, name_, NULL}}
#define SILENT(name_) {.name = #name_, .function = simple, .signature = "()", .user = &(Simple){#name_, NULL, name_}}
#define FLAG(name_, on, off) {.name = #name_, .function = flag, .signature = "(flag=True, /)", .user = &(Flag){#name_, on, off}}
#define QUESTION(name_) {.name = #name_, .function = question, .signature = "()", .user = &(Question){name_}}
#define OF_INT(name_, parameter) {.name = #name_, .function = of_int, .signature = "(" parameter ", /)", .user = &(OfInt){#name_, name_}}
#define OF_BOOL(name_, parameter, call) {.name = #name_, .function = of_int, .signature = "(" parameter ", /)", .user = &(OfInt){#name_, call}}
#define OWN(name_, signature_) {.name = #name_, .function = curses_##name_, .signature = signature_}
#define RESIZER(name_) {.name = #name_, .function = resizer, .signature = "(nlines, ncols, /)", .user = &(Resizer){#name_, name_}}
#define NUMBER(name_, place) {.name = name_, .function = curses_get_number, .signature = "()", .user = &place}
static const MinipyMethod functions[] = {
    OWN(initscr, "()"), OWN(endwin, "()"), SIMPLE(beep), SIMPLE(flash), SIMPLE(doupdate), SIMPLE(def_prog_mode),
    SIMPLE(def_shell_mode), SIMPLE(reset_prog_mode), SIMPLE(reset_shell_mode), SIMPLE(savetty), SIMPLE(resetty),
    SIMPLE(nocbreak), SIMPLE(noecho), SIMPLE(nonl), SIMPLE(noraw), SILENT(noqiflush), SIMPLE(flushinp),
    FLAG(cbreak, cbreak, nocbreak), FLAG(echo, echo, noecho), FLAG(nl, nl, nonl), FLAG(raw, raw, noraw),
    FLAG(qiflush, qiflush_on, qiflush_off),
    QUESTION(can_change_color), QUESTION(has_colors), QUESTION(has_ic), QUESTION(has_il), QUESTION(isendwin),
    OF_INT(delay_output, "ms"), OF_INT(typeahead, "fd"), OF_INT(mouseinterval, "interval"),
    OF_BOOL(meta, "yes", set_meta), OF_BOOL(intrflush, "flag", set_intrflush),
    OWN(halfdelay, "(tenths, /)"), OWN(curs_set, "(visibility, /)"), OWN(napms, "(ms, /)"),
    {.name = "erasechar", .function = a_char, .signature = "()", .user = &has_screen},
    {.name = "killchar", .function = a_char, .signature = "()"},
    {.name = "termname", .function = a_name, .signature = "()", .user = &(Name){termname}},
    {.name = "longname", .function = a_name, .signature = "()", .user = &(Name){longname}},
    OWN(baudrate, "()"), OWN(termattrs, "()"), OWN(use_env, "(flag, /)"), OWN(filter, "()"), OWN(getsyx, "()"),
    OWN(setsyx, "(y, x, /)"), OWN(update_lines_cols, "()"), OWN(is_term_resized, "(nlines, ncols, /)"),
    RESIZER(resizeterm), RESIZER(resize_term),
    {.name = "newwin", .function = curses_newwin,
     .doc = "newwin(nlines, ncols, [begin_y=0, begin_x=0])\nA new window."}, OWN(newpad, "(nlines, ncols, /)"), OWN(getwin, "(file, /)"),
    OWN(keyname, "(key, /)"), OWN(has_key, "(key, /)"), OWN(unctrl, "(ch, /)"), OWN(ungetch, "(ch, /)"),
    OWN(unget_wch, "(ch, /)"), OWN(getmouse, "()"), OWN(ungetmouse, "(id, x, y, z, bstate, /)"),
    OWN(mousemask, "(newmask, /)"),
    OWN(start_color, "()"), OWN(use_default_colors, "()"), OWN(color_content, "(color_number, /)"),
    OWN(init_color, "(color_number, r, g, b, /)"), OWN(init_pair, "(pair_number, fg, bg, /)"),
    OWN(pair_content, "(pair_number, /)"), OWN(color_pair, "(pair_number, /)"), OWN(pair_number, "(attr, /)"),
    OWN(has_extended_color_support, "()"),
    NUMBER("get_escdelay", ESCDELAY), NUMBER("get_tabsize", TABSIZE), OWN(set_escdelay, "(ms, /)"),
    OWN(set_tabsize, "(size, /)"),
    OWN(setupterm, "(term=None, fd=-1)"), OWN(tigetflag, "(capname, /)"), OWN(tigetnum, "(capname, /)"),
    OWN(tigetstr, "(capname, /)"), OWN(putp, "(string, /)"),
    {.name = "tparm", .function = curses_tparm, .doc = "(str, i1=0, i2=0, i3=0, i4=0, i5=0, i6=0, i7=0, i8=0, i9=0, /)\n--\n\n"},
    {0}};

#define C(name) {#name, name}
#define BUTTON(n) C(BUTTON##n##_CLICKED), C(BUTTON##n##_DOUBLE_CLICKED), C(BUTTON##n##_PRESSED), \
                  C(BUTTON##n##_RELEASED), C(BUTTON##n##_TRIPLE_CLICKED)
static const Number constants[] = {
    C(ERR), C(OK), C(ALL_MOUSE_EVENTS), C(REPORT_MOUSE_POSITION),
    C(A_ALTCHARSET), C(A_ATTRIBUTES), C(A_BLINK), C(A_BOLD), C(A_CHARTEXT), C(A_COLOR), C(A_DIM), C(A_HORIZONTAL),
    C(A_INVIS), C(A_ITALIC), C(A_LEFT), C(A_LOW), C(A_NORMAL), C(A_PROTECT), C(A_REVERSE), C(A_RIGHT), C(A_STANDOUT),
    C(A_TOP), C(A_UNDERLINE), C(A_VERTICAL),
    BUTTON(1), BUTTON(2), BUTTON(3), BUTTON(4), BUTTON(5), C(BUTTON_ALT), C(BUTTON_CTRL), C(BUTTON_SHIFT),
    C(COLOR_BLACK), C(COLOR_BLUE), C(COLOR_CYAN), C(COLOR_GREEN), C(COLOR_MAGENTA), C(COLOR_RED), C(COLOR_WHITE),
    C(COLOR_YELLOW), C(KEY_MIN), C(KEY_MAX), {0}};

#define ACS(name) {"ACS_" #name, (int64_t)ACS_##name}
static const Number *line_characters(void)
{
    static Number rows[50];
    const Number now[] = {
        ACS(ULCORNER), ACS(LLCORNER), ACS(URCORNER), ACS(LRCORNER), ACS(LTEE), ACS(RTEE), ACS(BTEE), ACS(TTEE),
        ACS(HLINE), ACS(VLINE), ACS(PLUS), ACS(S1), ACS(S9), ACS(DIAMOND), ACS(CKBOARD), ACS(DEGREE), ACS(PLMINUS),
        ACS(BULLET), ACS(LARROW), ACS(RARROW), ACS(DARROW), ACS(UARROW), ACS(BOARD), ACS(LANTERN), ACS(BLOCK),
        ACS(BSSB), ACS(SSBB), ACS(BBSS), ACS(SBBS), ACS(SBSS), ACS(SSSB), ACS(SSBS), ACS(BSSS), ACS(BSBS), ACS(SBSB),
        ACS(SSSS), ACS(S3), ACS(S7), ACS(LEQUAL), ACS(GEQUAL), ACS(PI), ACS(NEQUAL), ACS(STERLING), {0}};
    memcpy(rows, now, sizeof now);
    return rows;
}
/* clang-format on */

/* Keys by ncurses's names: F1 is KEY_F(1) there and KEY_F1 here. */
static int add_keys(MinipyVM *vm, MinipyValue module)
{
    for (int key = KEY_MIN; key < KEY_MAX; key++) {
        char name[40];
        const char *known = keyname(key);
        size_t to = 0;
        if (!known || strncmp(known, "KEY_", 4) != 0)
            continue;
        for (const char *p = known; *p && to + 1 < sizeof name; p++)
            if (*p != '(' && *p != ')')
                name[to++] = *p;
        name[to] = 0;
        MinipyValue v = minipy_int(vm, key);
        if (minipy_setattr(vm, module, name, v) < 0)
            return -1;
    }
    return 0;
}

/* (6, 4, 20221231), with names. */
static int add_version(MinipyVM *vm, MinipyValue module)
{
    MinipyValue collections = minipy_import(vm, "collections");
    MinipyValue args[] = {minipy_str(vm, "ncurses_version", 15),
                          minipy_str(vm, "major minor patch", 17)};
    MinipyValue cls = collections && args[0] && args[1]
                          ? minipy_call_method(vm, collections, "namedtuple", args, 2)
                          : MINIPY_NULL;
    MinipyValue parts[] = {minipy_int(vm, NCURSES_VERSION_MAJOR),
                           minipy_int(vm, NCURSES_VERSION_MINOR),
                           minipy_int(vm, NCURSES_VERSION_PATCH)};
    MinipyValue v = cls ? minipy_call(vm, cls, parts, 3) : MINIPY_NULL;
    int r = v ? add_text(vm, cls, "__module__", "curses") : -1;
    if (r == 0) /* as a struct sequence shows itself */
        r = add_text(vm, cls, "__name__", "curses.ncurses_version");
    if (r == 0)
        r = minipy_setattr(vm, module, "ncurses_version", v);
    MinipyValue used[] = {collections, args[0], args[1], cls, v};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        minipy_release(vm, used[i]);
    return r;
}

/* ncurses reads and measures characters by the C library's locale, which CPython has
 * set at its start. */
static void set_locale(void)
{
    const char *now = setlocale(LC_CTYPE, NULL);
    if (!now || (strcmp(now, "C") != 0 && strcmp(now, "POSIX") != 0))
        return;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    if (!s)
        return -1;
    set_locale();
    window_begin();
    s->error = minipy_exception_class(vm, "_curses.error", NULL, MINIPY_NULL);
    s->window_class =
        s->error ? minipy_type(vm, &window_type, MINIPY_NULL) : MINIPY_NULL;
    MinipyValue version = minipy_bytes(vm, "2.2", 3);
    int r = s->window_class && version &&
                    minipy_setattr(vm, module, "error", s->error) == 0 &&
                    minipy_setattr(vm, module, "window", s->window_class) == 0 &&
                    minipy_setattr(vm, module, "version", version) == 0 &&
                    minipy_setattr(vm, module, "__version__", version) == 0 &&
                    add_numbers(vm, module, constants) == 0 && add_keys(vm, module) == 0
                ? add_version(vm, module)
                : -1;
    minipy_release(vm, version);
    return r;
}

/* clang-format off */
MINIPY_MODULE(_curses) = {MINIPY_MODULE_HEAD, .name = "_curses", .functions = functions,
    .state_size = sizeof(State), .state_values = 2, .exec = fill};
/* clang-format on */
