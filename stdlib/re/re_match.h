/* re_match.h - the matcher behind `_sre`: it runs the code that the library's
 * re/_compiler.py makes, by backtracking over stacks of its own, so that no text can
 * exhaust the C stack.
 *
 * A choice point remembers where to go on after a failure and how long the trail was;
 * the trail remembers the old value of whatever changed (group marks that count, the
 * state of repeats), so that going back restores exactly what was. re_match.inc is the
 * matcher for one width of characters, re_match.c the rest: character classes, the
 * check of foreign code.
 */
#ifndef MINIPY_STDLIB_RE_RE_MATCH_H
#define MINIPY_STDLIB_RE_RE_MATCH_H

#include "vm/core/vm.h"

#define RE_MAXREPEAT 0xffffffffu
#define RE_MAXGROUPS 0x3fffffff

/* The numbering of re/_constants.py for this MAGIC. */
#define RE_MAGIC 20220615
typedef enum ReOp {
    RE_FAILURE,
    RE_SUCCESS,
    RE_ANY,
    RE_ANY_ALL,
    RE_ASSERT,
    RE_ASSERT_NOT,
    RE_AT,
    RE_BRANCH,
    RE_CATEGORY,
    RE_CHARSET,
    RE_BIGCHARSET,
    RE_GROUPREF,
    RE_GROUPREF_EXISTS,
    RE_IN,
    RE_INFO,
    RE_JUMP,
    RE_LITERAL,
    RE_MARK,
    RE_MAX_UNTIL,
    RE_MIN_UNTIL,
    RE_NOT_LITERAL,
    RE_NEGATE,
    RE_RANGE,
    RE_REPEAT,
    RE_REPEAT_ONE,
    RE_SUBPATTERN,
    RE_MIN_REPEAT_ONE,
    RE_ATOMIC_GROUP,
    RE_POSSESSIVE_REPEAT,
    RE_POSSESSIVE_REPEAT_ONE,
    RE_GROUPREF_IGNORE,
    RE_IN_IGNORE,
    RE_LITERAL_IGNORE,
    RE_NOT_LITERAL_IGNORE,
    RE_GROUPREF_LOC_IGNORE,
    RE_IN_LOC_IGNORE,
    RE_LITERAL_LOC_IGNORE,
    RE_NOT_LITERAL_LOC_IGNORE,
    RE_GROUPREF_UNI_IGNORE,
    RE_IN_UNI_IGNORE,
    RE_LITERAL_UNI_IGNORE,
    RE_NOT_LITERAL_UNI_IGNORE,
    RE_RANGE_UNI_IGNORE,
    /* of our own, made by re_program.c and never read from outside */
    RE_IN_SET,            /* skip, number of the set */
    RE_REPEAT_ONE_NARROW, /* REPEAT_ONE, possessive in texts of characters below 256 */
} ReOp;
typedef enum ReAt {
    RE_AT_BEGINNING,
    RE_AT_BEGINNING_LINE,
    RE_AT_BEGINNING_STRING,
    RE_AT_BOUNDARY,
    RE_AT_NON_BOUNDARY,
    RE_AT_END,
    RE_AT_END_LINE,
    RE_AT_END_STRING,
    RE_AT_LOC_BOUNDARY,
    RE_AT_LOC_NON_BOUNDARY,
    RE_AT_UNI_BOUNDARY,
    RE_AT_UNI_NON_BOUNDARY,
    RE_AT_COUNT,
} ReAt;
typedef enum ReCategory {
    RE_DIGIT,
    RE_NOT_DIGIT,
    RE_SPACE,
    RE_NOT_SPACE,
    RE_WORD,
    RE_NOT_WORD,
    RE_LINEBREAK,
    RE_NOT_LINEBREAK,
    RE_LOC_WORD,
    RE_LOC_NOT_WORD,
    RE_UNI_DIGIT,
    RE_UNI_NOT_DIGIT,
    RE_UNI_SPACE,
    RE_UNI_NOT_SPACE,
    RE_UNI_WORD,
    RE_UNI_NOT_WORD,
    RE_UNI_LINEBREAK,
    RE_UNI_NOT_LINEBREAK,
    RE_CATEGORY_COUNT,
} ReCategory;
enum { RE_INFO_PREFIX = 1, RE_INFO_LITERAL = 2, RE_INFO_CHARSET = 4 };
enum {
    RE_FLAG_TEMPLATE = 1,
    RE_FLAG_IGNORECASE = 2,
    RE_FLAG_LOCALE = 4,
    RE_FLAG_MULTILINE = 8,
    RE_FLAG_DOTALL = 16,
    RE_FLAG_UNICODE = 32,
    RE_FLAG_VERBOSE = 64,
    RE_FLAG_DEBUG = 128,
    RE_FLAG_ASCII = 256,
};

/* A number of a set, where the distance to the next alternative of a BRANCH stands. */
#define RE_SET_FLAG 0x80000000u

/* Characters: bits for those below 256. */
typedef struct ReSet {
    uint32_t bits[8];
    const uint32_t *unit; /* asks for others, borrowed of the pattern; NULL: see wide */
    bool wide;            /* whether there may be any from 256 on */
    uint32_t skip;        /* of an alternative: to the next one */
} ReSet;

/* What the first characters of a match can be, for a search that looks at each
 * character once. The alternatives of a pattern are put into eight groups; byte i of a
 * word has the groups that cannot have the character at place i, places being counted
 * so that the last is byte 7. Bytes in front of the first place are 0. */
typedef struct ReLead {
    uint64_t of[256];
    uint64_t wide; /* of any character from 256 on */
    uint64_t none; /* no group, at no place */
    int length;    /* places, 2 to 8 */
    int behind;    /* how many of them lie before the match, of a (?<=...) */
} ReLead;

/* A pattern's code as it runs (re_program.c). */
typedef struct ReProgram {
    uint32_t *code; /* as long as the pattern's; owned, as sets and lead */
    ReSet *sets;
    uint32_t nsets;
    bool has_first;
    bool lead_useless; /* it would not tell enough, or there was no memory for it */
    ReSet first;       /* what each match begins with */
    ReLead *lead;      /* NULL: not known yet, or useless */
} ReProgram;

/* Of code that re_code_valid has seen, which must live as long. false: MemoryError;
 * what was made is freed by re_program_fini in any case. */
bool re_program_make(MinipyVM *vm, ReProgram *p, const uint32_t *code, size_t size);
void re_program_fini(MinipyVM *vm, ReProgram *p);
/* Makes its lead, unless it has one. false, without an exception: it is useless. */
bool re_program_lead(MinipyVM *vm, ReProgram *p);

typedef struct ReChoice {
    const uint32_t *code; /* where to go on */
    int64_t at;           /* with the text at this index */
    int64_t
        limit; /* of one-character repeats: the last index or the count to come to */
    uint32_t trail, repeats;             /* heights of the other stacks */
    int32_t repeat, lastmark, lastindex; /* of the state */
    uint32_t kind;
} ReChoice;

typedef struct ReRepeat { /* a repeat of more than one character, while it runs */
    const uint32_t *code; /* its REPEAT */
    int64_t count;        /* iterations begun, from -1 on */
    int64_t last;         /* where the last optional iteration began; -1 */
    int32_t outer;        /* index of the repeat around it; -1 */
} ReRepeat;

typedef struct ReUndo {
    int64_t slot; /* >= 0: a mark; else UNDO_* */
    int64_t old;
    int32_t repeat;
} ReUndo;

typedef struct ReState {
    MinipyVM *vm;
    ReProgram *program; /* borrowed, as text */
    const void *text;
    int width;
    int64_t start,
        end;    /* where to begin, and the end of the text as the pattern sees it */
    int64_t at; /* after a match: its end; start is then its beginning */
    bool whole; /* fullmatch */
    bool must_advance;       /* no empty match at start */
    int64_t *marks;          /* -1: not set; so are those above lastmark */
    int lastmark, lastindex; /* highest mark set; last group closed; -1 */
    int32_t repeat;          /* innermost running repeat; -1 */
    int depth;               /* of matches within assertions */
    uint32_t ticks;
    ReChoice *choices;
    ReUndo *trail;
    ReRepeat *repeats;
    uint32_t nchoices, ntrail, nrepeats, choice_room, trail_room, repeat_room;
    /* where the stacks begin: few searches need more */
    ReChoice own_choices[12];
    ReUndo own_trail[24];
    ReRepeat own_repeats[4];
    int64_t own_marks[24];
} ReState;

/* Prepares the stacks for a pattern with that many marks; a state must not move until
 * re_state_fini. false: MemoryError, and there is nothing to free. */
bool re_state_init(ReState *s, MinipyVM *vm, ReProgram *program, size_t nmarks);

/* 1: matched (start, at, marks say how), 0: no match, -1: exception. */
int re_match_at(ReState *s); /* at s->start only */
int re_search(ReState *s);   /* at s->start or later */
void re_state_fini(ReState *s);

/* Whether code is what the compiler can have made, for a pattern with that many groups.
 */
bool re_code_valid(const uint32_t *code, size_t size, int64_t groups);

/* Of a code point, as SRE does: one to one, the same if it has none. */
uint32_t re_lower_ascii(uint32_t c);
uint32_t re_lower_unicode(uint32_t c);
bool re_is_cased(uint32_t c);

#endif
