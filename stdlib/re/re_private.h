/* re_private.h - what the files of the module _sre share: patterns, matches, and the
 * texts that they look at.
 */
#ifndef MINIPY_STDLIB_RE_RE_PRIVATE_H
#define MINIPY_STDLIB_RE_RE_PRIVATE_H

#include "stdlib/native.h"
#include "stdlib/re/re_match.h"
#include "vm/bytes/buffer.h"

typedef struct PatternObj {
    Object ob;
    Value pattern;    /* str, bytes or None; strong, as the next two */
    Value groupindex; /* dict name -> number */
    Value indexgroup; /* tuple of names by number */
    int32_t flags;
    int64_t groups;
    int is_bytes; /* -1: a pattern without a text of its own matches both */
    size_t size;
    uint32_t *code;     /* as it came; owned */
    uint64_t code_hash; /* 0: not known yet */
    ReProgram program;
    TypeObj *match_type,
        *scanner_type; /* borrowed: native types live as long as the vm */
} PatternObj;
#define PATTERN(v) ((PatternObj *)(uintptr_t)(v))

typedef struct MatchObj {
    Object ob;
    Value string, pattern;                  /* strong */
    Value regs;                             /* tuple, made on demand */
    int64_t pos, endpos, lastindex, groups; /* groups counts group 0 */
    int64_t spans[];                        /* two for each group; -1: not set */
} MatchObj;
#define MATCH(v) ((MatchObj *)(uintptr_t)(v))

/* A str or bytes-like object being searched. */
typedef struct ReText {
    Value string; /* borrowed */
    Buffer view;  /* obj is VALUE_NULL for a str */
    const void *data;
    int64_t length;
    int width;
    bool is_bytes;
} ReText;

/* false: TypeError. */
bool re_text_open(MinipyVM *vm, ReText *t, Value string);
void re_text_close(MinipyVM *vm, ReText *t);
/* The part of the text as a str or bytes. */
Value re_text_slice(MinipyVM *vm, const ReText *t, int64_t from, int64_t to);

/* The result of a search as a match object, or None. */
Value match_from_state(MinipyVM *vm, PatternObj *p, const ReState *s, Value string,
                       int64_t pos, int64_t endpos, int status);
/* Group i (from 1) of the last search, `empty` for one that did not match. */
Value re_group_value(MinipyVM *vm, const ReState *s, const ReText *t, int64_t i,
                     Value empty);
/* Calls a function of the Python module re. */
Value re_call_python(MinipyVM *vm, const char *function, const Value *args,
                     size_t nargs);

extern const TypeSpec re_match_spec;

#endif
