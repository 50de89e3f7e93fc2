/* editor.h - what the files of the module readline share: its state, and what each
 * does for the others. readline.c is the module, edit.c reads a line, complete.c
 * answers Tab, search.c looks back, history.c keeps what was read, text.c turns text
 * into libedit's.
 *
 * It stands on libedit's own interface (histedit.h) and not on its imitation of GNU
 * readline: that one reads no character beyond ASCII through a function of ours, and a
 * function of ours must read, so that the vm's other threads run, signals are heard,
 * and what is pasted comes as one.
 */
#ifndef MINIPY_EXTENSIONS_READLINE_EDITOR_H
#define MINIPY_EXTENSIONS_READLINE_EDITOR_H

#include <histedit.h>
#include <locale.h>

#include "../common.h"

/* Characters, NUL behind the last; made by the functions below. */
typedef struct Wide {
    wchar_t *text; /* owned; NULL: none */
    size_t size, room;
} Wide;

/* A search through the history (search.c). */
typedef struct Search {
    bool on, any;       /* whether anything was found */
    int64_t at, column; /* the entry that was found, and where in it */
    int64_t start;      /* where the cursor was */
    Wide text, last;    /* what is looked for, and was in the search before */
    Wide prompt, entry; /* shown; looked at */
    Wide before, found; /* the line that was there, and the one that was found */
} Search;

typedef struct State {
    MinipyValue history; /* a list of str, the oldest first */
    MinipyValue completer, startup_hook, pre_input_hook, display_hook; /* or NULL */
    MinipyValue begidx, endidx;                                        /* ints */
    MinipyVM *vm;
    EditLine *el;        /* owned; NULL: nothing needed it yet */
    locale_t characters; /* owned; whose bytes the terminal speaks */
    Wide prompt, delims;
    Wide typed;      /* is read before the terminal: what we type to libedit */
    size_t typed_at; /* so much of it was read */
    Wide prefill;    /* what the line begins with */
    Wide recalled;   /* the entry of the history that libedit looks at */
    Wide tabbed;     /* the line at the last Tab that changed nothing, if has_tabbed */
    Search search;
    int64_t looked_at;  /* its index in the history */
    int history_length; /* most entries of a file; negative: all */
    bool auto_history;
    bool reading;  /* libedit has the line; what insert_text() gives goes into it */
    bool starting; /* not yet: startup_hook runs */
    bool failed;   /* an exception has ended the line */
    bool leaving;  /* ... will, when the cursor is behind the line's end */
    bool blocks;   /* Enter may give several lines (the prompt) */
    bool has_tabbed;
    bool shown; /* pre_input_hook was called */
} State;

extern const MinipyModule minipy_module_readline;

static inline State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module_readline);
}

static inline State *state_of_editor(EditLine *el)
{
    State *s = NULL;
    el_wget(el, EL_CLIENTDATA, &s);
    return s;
}

/* ---- text.c ---------------------------------------------------------------------- */

/* A str as CPython gives it to C: bytes of UTF-8, what came as another byte is that
 * byte again. New; *text is its text. MINIPY_NULL: TypeError, ValueError, ... */
MinipyValue text_encode(MinipyVM *vm, MinipyValue v, const char **text);
/* The other way. */
MinipyValue text_decode(MinipyVM *vm, const char *bytes, size_t size);
/* -1: MemoryError. The text is added, or replaces what is there. */
int wide_add(MinipyVM *vm, Wide *w, const wchar_t *text, size_t size);
int wide_add_char(MinipyVM *vm, Wide *w, wchar_t c);
int wide_from_bytes(MinipyVM *vm, Wide *w, const char *bytes);
int wide_from(MinipyVM *vm, Wide *w, MinipyValue str);
/* As a str. */
MinipyValue wide_str(MinipyVM *vm, const wchar_t *text, size_t size);

/* ---- history.c ------------------------------------------------------------------- */

/* For libedit, which walks through it (EL_HIST). */
int history_walk(void *state, HistEventW *event, int operation, ...);
/* What was read, unless it says nothing new. -1: exception. */
int history_remember(State *s, const wchar_t *line, size_t size);
METHOD(history_read_file);
METHOD(history_write_file);
METHOD(history_append_file);

/* A file's name: what os.fsencode says (new), *path its text; None or MINIPY_NULL:
 * *path NULL. -1: exception. */
int path_of(MinipyVM *vm, MinipyValue v, MinipyValue *holder, const char **path);

/* ---- complete.c ------------------------------------------------------------------ */

/* Tab, for libedit: what it is to do next (CC_*). */
unsigned char complete(EditLine *el, wint_t key);

/* ---- search.c -------------------------------------------------------------------- */

/* ^R, for libedit: what it is to do next (CC_*). */
unsigned char key_search(EditLine *el, wint_t key);
/* While the search is on: a key of the terminal's. -1: exception. */
int search_key(State *s, wchar_t key);

/* ---- edit.c ---------------------------------------------------------------------- */

/* libedit, made when it is first needed. NULL: exception. */
EditLine *editor_of(State *s);
/* Python code, called in the midst of a line: in the program's locale. MINIPY_NULL: it
 * raised. */
MinipyValue ask(State *s, MinipyValue f, const MinipyValue *args, size_t n);
/* Makes libedit show its line anew, when it reads next. */
int show_again(State *s);
/* The vm's line reader (minipy_set_line_reader). */
METHOD(read_line);

#endif
