/* What a kind of --trace is made of. A kind is one file of this folder, with
 *
 *   int NAME_start(View *view);    takes its options, sets view->observer (and state)
 *   void NAME_finish(View *view);  writes what is to be written at the end, frees state
 *
 * and one row of views.def. The rest (the spec, files, forks, complaints, the vm's end)
 * is views.c's and output.c's. Only plain C values are known here.
 *
 * Memory of a view is the process's, not the vm's: it is not the program's, so it must
 * not bring the program to its limit. When there is none, events are left out, and the
 * end says how many. */
#ifndef MINIPY_PROBES_VIEWS_VIEW_H
#define MINIPY_PROBES_VIEWS_VIEW_H

#include "probes/consumer.h"
#include "probes/event.h"
#include "probes/views/budget.h"
#include "probes/views/output.h"

typedef struct ViewKind ViewKind;

struct View {
    const ViewKind *kind;
    ProbeConsumers *consumers; /* borrowed */
    ViewOutput *out;           /* owned */
    ProbeObserver observer;    /* kinds and event are set by the kind's start */
    void *state;               /* the kind's own */
    int id;                    /* of its observer */
    /* If it has patterns: some code matched; the kind's own functions, and what stands
     * for the second of them. */
    bool matched;
    ProbeAnswer (*event)(void *user, const ProbeEvent *event);
    void (*enter)(void *user, uint64_t thread, const void *key, bool native);
    ProbeCalls calls;
    struct View *next; /* of those that run */
    ViewBudget budget;
    uint64_t lost;            /* events for which there was no memory */
    const ViewTarget *target; /* while it starts: who hears of a bad option */
    char *options;            /* owned: words ended by NUL, "" ends them */
};

/* Flags of a row. */
enum {
    VIEW_TO_FILE = 1, /* not for a terminal's standard error: -o FILE is needed */
    VIEW_UNFILTERED =
        2, /* it has no events, so the options that choose some are wrong */
};

struct ViewKind {
    const char *name;
    unsigned flags;
    const char *options; /* "key=WHAT key=WHAT", besides those that all kinds take */
    const char *shows;   /* what, and who reads it */
    const char *costs;   /* measured: docs/OBSERVING.md */
    int (*start)(View *view); /* 0, or -1 after view_refuse() */
    void (*finish)(View *view);
};

#define VIEW(name, flags, options, shows, costs)                                       \
    int name##_start(View *view);                                                      \
    void name##_finish(View *view);
#include "probes/views/views.def"
#undef VIEW

/* The options of every view that is made of samples, for views.def. */
#define SAMPLE_OPTIONS "hz=1000 clock=wall|cpu"

/* A number between least and most; `usual` when it was not given. -1: refused. */
long view_option_number(View *view, const char *key, long least, long most, long usual);
/* Which of `words` ("cpu wall") was given, the first when none was. -1: refused. */
int view_option_word(View *view, const char *key, const char *words);
/* A text; `usual` when it was not given. It lives as long as the view. */
const char *view_option_text(const View *view, const char *key, const char *usual);
/* A start without options: zeros for its state, and which events it wants. -1: refused,
 * for there is no memory. */
int view_begin(View *view, size_t state_size,
               ProbeAnswer (*event)(void *user, const ProbeEvent *event),
               uint64_t kinds);
/* Says what is wrong. -1. */
int view_refuse(View *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- memory ---------------------------------------------------------------------- */

void *view_alloc(size_t size); /* zeros; NULL: none */
/* Room for one more of `count` items: doubles at powers of two. NULL: none, and the
 * old block stays. */
void *view_grow(void *items, size_t count, size_t size);
char *view_copy(const char *text);
void view_free(void *block);

/* Bytes that grow. All zeros is none; `bytes` is to be freed. */
typedef struct ViewBytes {
    char *bytes; /* owned */
    size_t length, room;
    bool failed; /* there was no memory: some are missing */
} ViewBytes;
void view_bytes_add(ViewBytes *to, const void *bytes, size_t length);
/* Adds what put(user, out) writes. False: there was no memory. */
bool view_bytes_put(ViewBytes *to, void (*put)(void *user, ViewOutput *out),
                    void *user);

/* A map from pairs of words, the first of which is not 0, to pointers. All zeros is an
 * empty one. */
typedef struct ViewSlot {
    uint64_t a, b;
    void *value;
} ViewSlot;
typedef struct ViewMap {
    ViewSlot *slots; /* owned; those with a == 0 are free */
    size_t count, room;
} ViewMap;
/* Where the value of that pair lies, NULL in it when it is new. NULL: no memory. */
void **view_map_at(ViewMap *map, uint64_t a, uint64_t b);
/* The value of that pair: zeros when it is new. NULL: no memory. */
void *view_row_at(ViewMap *map, uint64_t a, uint64_t b, size_t size);
void view_map_free(ViewMap *map,
                   void (*release)(void *value)); /* release may be NULL */
/* The text's only copy in this map, which is of nothing else. NULL: no memory. */
const char *view_intern(ViewMap *texts, const char *text);
void view_texts_free(ViewMap *texts);

#define VIEW_KEY(pointer) ((uint64_t)(uintptr_t)(pointer))

#endif
