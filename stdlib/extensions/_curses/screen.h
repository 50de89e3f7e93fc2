/* screen.h - what the files of the module _curses share. module.c: the module, the
 * terminal, its colours and its description; window.c: the class window; draw.c:
 * its methods that read and write characters; text.c: characters and arguments.
 *
 * ncurses has one screen for the process, and so have all vms of it.
 */
#ifndef MINIPY_EXTENSIONS_CURSES_SCREEN_H
#define MINIPY_EXTENSIONS_CURSES_SCREEN_H

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <wchar.h>

#include "../common.h"

typedef struct State {
    MinipyValue error, window_class;
} State;

typedef struct Window {
    MinipyValue parent; /* the window that it is a part of; or MINIPY_NULL */
    WINDOW *win;        /* owned, but stdscr */
    char *encoding;     /* owned */
} Window;

extern const MinipyModule minipy_module__curses;
extern MinipyType window_type;
extern const MinipyMethod draw_methods[]; /* ends with {0} */

static inline State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__curses);
}

/* ---- module.c -------------------------------------------------------------------- */

/* Raises curses.error. */
MinipyValue fail(MinipyVM *vm, const char *text);
/* None, or error "NAME() returned ERR". */
MinipyValue check(MinipyVM *vm, int code, const char *name);

/* ---- window.c -------------------------------------------------------------------- */

/* Fills window_type, before it is first used. */
void window_begin(void);
/* An object for it, which owns it from now on. win NULL: error. */
MinipyValue window_new(MinipyVM *vm, WINDOW *win, const char *encoding,
                       MinipyValue parent);
/* args[0]; NULL: TypeError. */
static inline Window *window_of(MinipyVM *vm, MinipyValue v)
{
    return minipy_data(vm, v, &window_type);
}

/* ---- text.c ---------------------------------------------------------------------- */

/* The character's encoding where a window has none of its own. */
const char *default_encoding(void);
/* Arguments as C's; -1: TypeError, OverflowError, ... encoding NULL: the default. */
int as_chtype(MinipyVM *vm, MinipyValue v, const char *encoding, chtype *out);
/* 2: *wide, 1: *narrow, -1: as above. */
int as_char(MinipyVM *vm, MinipyValue v, chtype *narrow, wchar_t *wide);
/* A str of one character, or an int; -1: as above. */
int as_wide_char(MinipyVM *vm, MinipyValue v, wchar_t *out);
/* An int of C's; -1: as above. */
int as_long(MinipyVM *vm, MinipyValue v, int64_t *out);
/* So many ints from `from` on; -1: exception. */
int as_ints(MinipyVM *vm, const MinipyValue *args, size_t n, int *out);

/* The same where CPython reads a tuple of arguments, and says otherwise what is too
 * big. */
int as_tuple_ints(MinipyVM *vm, const MinipyValue *args, size_t n, int *out);

/* A str or bytes. */
typedef struct Str {
    wchar_t *wide;      /* owned; or NULL */
    const char *narrow; /* of holder; or NULL */
    MinipyValue holder;
} Str;
/* The text of a str or bytes, to be dropped; -1: as above. */
int as_string(MinipyVM *vm, MinipyValue v, Str *out);
/* Gives it back. */
void string_drop(MinipyVM *vm, Str *s);

/* What methods are given that a place may precede, and attributes follow. */
typedef struct Place {
    bool at, painted;
    int y, x;
    int64_t attr;
    const MinipyValue *rest; /* what stands between */
} Place;
/* So many arguments stand between; -1: exception. */
int take_place(MinipyVM *vm, const char *name, const MinipyValue *args, size_t n,
               size_t between, bool attributes, Place *place);

#endif
