/* re_match.c - the matcher's stacks, character classes, and the check of code that was
 * not made by re/_compiler.py. re_match.inc, included once per width of characters,
 * runs it.
 */
#include <ctype.h>

#include "stdlib/re/re_match.h"
#include "vm/threads/signals.h"
#include "vm/text/unicode.h"
#include "vm/core/hooks.h"

enum { UNDO_COUNT = -1, UNDO_BEGIN = -2 };
enum {
    CHOICE_PLAIN,    /* go on at code */
    CHOICE_GREEDY,   /* a one-character repeat may give back one more */
    CHOICE_LAZY,     /* a one-character repeat may take one more */
    CHOICE_MAX_TAIL, /* at MAX_UNTIL: what follows the repeat */
    CHOICE_MIN_BODY, /* at MIN_UNTIL: one more iteration */
};
enum { MAX_ASSERT_DEPTH = 2000 };

/* ---- characters ------------------------------------------------------------------ */

uint32_t re_lower_ascii(uint32_t c)
{
    return c - 'A' < 26 ? c + 32 : c;
}
static inline uint32_t lower_locale(uint32_t c)
{
    return c < 256 ? (uint32_t)tolower((int)c) : c;
}
static inline uint32_t upper_locale(uint32_t c)
{
    return c < 256 ? (uint32_t)toupper((int)c) : c;
}
/* CPython's: the first character of the full mapping, whatever follows it. */
static uint32_t lower_unicode(uint32_t c)
{
    uint32_t out[3];
    if (c < 128)
        return re_lower_ascii(c);
    unicode_full_case(c, CASE_LOWER, out);
    return out[0];
}
static uint32_t upper_unicode(uint32_t c)
{
    uint32_t out[3];
    unicode_full_case(c, CASE_UPPER, out);
    return out[0];
}
uint32_t re_lower_unicode(uint32_t c)
{
    return lower_unicode(c);
}
bool re_is_cased(uint32_t c)
{
    return lower_unicode(c) != c || upper_unicode(c) != c;
}
static inline bool is_ascii_word(uint32_t c)
{
    return c - 'a' < 26 || c - 'A' < 26 || c - '0' < 10 || c == '_';
}
static inline bool is_unicode_word(uint32_t c)
{
    return c < 128 ? is_ascii_word(c) : unicode_is_alnum(c);
}
static inline bool is_locale_word(uint32_t c)
{
    return c < 256 && (isalnum((int)c) || c == '_');
}
static inline bool is_ascii_space(uint32_t c)
{
    return c == ' ' || c - 9 < 5;
}

static bool re_in_category(uint32_t category, uint32_t c)
{
    switch ((ReCategory)category) {
    case RE_DIGIT: return c - '0' < 10;
    case RE_NOT_DIGIT: return c - '0' >= 10;
    case RE_SPACE: return is_ascii_space(c);
    case RE_NOT_SPACE: return !is_ascii_space(c);
    case RE_WORD: return is_ascii_word(c);
    case RE_NOT_WORD: return !is_ascii_word(c);
    case RE_LINEBREAK: return c == '\n';
    case RE_NOT_LINEBREAK: return c != '\n';
    case RE_LOC_WORD: return is_locale_word(c);
    case RE_LOC_NOT_WORD: return !is_locale_word(c);
    case RE_UNI_DIGIT: return c < 128 ? c - '0' < 10 : unicode_is_decimal(c);
    case RE_UNI_NOT_DIGIT: return c < 128 ? c - '0' >= 10 : !unicode_is_decimal(c);
    case RE_UNI_SPACE: return unicode_is_space(c);
    case RE_UNI_NOT_SPACE: return !unicode_is_space(c);
    case RE_UNI_WORD: return is_unicode_word(c);
    case RE_UNI_NOT_WORD: return !is_unicode_word(c);
    case RE_UNI_LINEBREAK: return unicode_is_linebreak(c);
    case RE_UNI_NOT_LINEBREAK: return !unicode_is_linebreak(c);
    case RE_CATEGORY_COUNT: break;
    }
    return false;
}

static bool re_in_charset(const uint32_t *set, uint32_t c)
{
    bool hit = true; /* what a member means: NEGATE turns it */
    for (;;) {
        switch (*set++) {
        case RE_FAILURE: return !hit;
        case RE_NEGATE: hit = !hit; break;
        case RE_LITERAL:
            if (*set++ == c)
                return hit;
            break;
        case RE_CATEGORY:
            if (re_in_category(*set++, c))
                return hit;
            break;
        case RE_CHARSET:
            if (c < 256 && set[c >> 5] >> (c & 31) & 1)
                return hit;
            set += 8;
            break;
        case RE_RANGE:
            if (c - set[0] <= set[1] - set[0])
                return hit;
            set += 2;
            break;
        case RE_RANGE_UNI_IGNORE: {
            uint32_t upper = upper_unicode(c);
            if ((set[0] <= c && c <= set[1]) || (set[0] <= upper && upper <= set[1]))
                return hit;
            set += 2;
            break;
        }
        case RE_BIGCHARSET: {
            /* a table of 256 bytes says which bitmap serves each 256 characters */
            uint32_t count = *set++;
            if (c < 0x10000) {
                const uint32_t *map = set + 64 + 8 * ((const uint8_t *)set)[c >> 8];
                if (map[(c & 255) >> 5] >> (c & 31) & 1)
                    return hit;
            }
            set += 64 + count * 8;
            break;
        }
        default: return false;
        }
    }
}

static bool in_charset_locale(const uint32_t *set, uint32_t c)
{
    uint32_t lower = lower_locale(c), upper = upper_locale(c);
    return re_in_charset(set, lower) || (upper != lower && re_in_charset(set, upper));
}

static inline bool same_in_locale(uint32_t literal, uint32_t c)
{
    return c == literal || lower_locale(c) == literal || upper_locale(c) == literal;
}

/* Whether one character matches an instruction, not IN_SET, that takes exactly one. */
static bool unit_matches(const uint32_t *code, uint32_t c)
{
    switch (code[0]) {
    case RE_LITERAL: return c == code[1];
    case RE_NOT_LITERAL: return c != code[1];
    case RE_ANY: return c != '\n';
    case RE_ANY_ALL: return true;
    case RE_CATEGORY: return re_in_category(code[1], c);
    case RE_IN: return re_in_charset(code + 2, c);
    case RE_IN_IGNORE: return re_in_charset(code + 2, re_lower_ascii(c));
    case RE_IN_UNI_IGNORE: return re_in_charset(code + 2, lower_unicode(c));
    case RE_IN_LOC_IGNORE: return in_charset_locale(code + 2, c);
    case RE_LITERAL_IGNORE: return re_lower_ascii(c) == code[1];
    case RE_NOT_LITERAL_IGNORE: return re_lower_ascii(c) != code[1];
    case RE_LITERAL_UNI_IGNORE: return lower_unicode(c) == code[1];
    case RE_NOT_LITERAL_UNI_IGNORE: return lower_unicode(c) != code[1];
    case RE_LITERAL_LOC_IGNORE: return same_in_locale(code[1], c);
    case RE_NOT_LITERAL_LOC_IGNORE: return !same_in_locale(code[1], c);
    default: return false;
    }
}

/* ---- stacks ---------------------------------------------------------------------- */

/* Twice the room for a stack, which began in the state itself. NULL: MemoryError. */
static void *grown(ReState *s, void *stack, const void *own, uint32_t *room,
                   size_t item)
{
    uint32_t twice = *room * 2;
    void *made = twice > *room ? mem_realloc_array(s->vm, stack == own ? NULL : stack,
                                                   twice, item)
                               : NULL;
    if (!made) {
        if (!error_occurred(s->vm))
            error_set_oom(s->vm);
        return NULL;
    }
    if (stack == own)
        memcpy(made, own, *room * item);
    *room = twice;
    return made;
}

#define GROW(s, array, room)                                                           \
    do {                                                                               \
        void *p_ =                                                                     \
            grown(s, (s)->array, (s)->own_##array, &(s)->room, sizeof *(s)->array);    \
        if (!p_)                                                                       \
            return -1;                                                                 \
        (s)->array = p_;                                                               \
    } while (0)

static __attribute__((noinline)) int more_choices(ReState *s)
{
    GROW(s, choices, choice_room);
    return 0;
}

static inline __attribute__((always_inline)) int
push_choice(ReState *s, int kind, const uint32_t *code, int64_t at, int64_t limit)
{
    if (unlikely(s->nchoices == s->choice_room) && more_choices(s) < 0)
        return -1;
    s->choices[s->nchoices++] =
        (ReChoice){code,      at,          limit,        s->ntrail,     s->nrepeats,
                   s->repeat, s->lastmark, s->lastindex, (uint32_t)kind};
    return 0;
}

static int push_undo(ReState *s, int64_t slot, int64_t old, int32_t repeat)
{
    if (unlikely(s->ntrail == s->trail_room))
        GROW(s, trail, trail_room);
    s->trail[s->ntrail++] = (ReUndo){slot, old, repeat};
    return 0;
}

static int push_repeat(ReState *s, const uint32_t *code)
{
    if (unlikely(s->nrepeats == s->repeat_room))
        GROW(s, repeats, repeat_room);
    s->repeats[s->nrepeats++] = (ReRepeat){code, -1, -1, s->repeat};
    s->repeat = (int32_t)s->nrepeats - 1;
    return 0;
}

/* Puts back everything on the trail since it was that long. */
static void undo_trail(ReState *s, uint32_t height)
{
    while (s->ntrail > height) {
        ReUndo *u = &s->trail[--s->ntrail];
        switch (u->slot) {
        case UNDO_COUNT: s->repeats[u->repeat].count = u->old; break;
        case UNDO_BEGIN: s->repeats[u->repeat].last = u->old; break;
        default: s->marks[u->slot] = u->old;
        }
    }
}

/* What else a choice keeps of the state. Only numbers: cheaper kept than undone. */
static inline void undo_to(ReState *s, const ReChoice *c)
{
    if (s->ntrail > c->trail)
        undo_trail(s, c->trail);
    s->nrepeats = c->repeats;
    s->repeat = c->repeat;
    s->lastmark = c->lastmark;
    s->lastindex = c->lastindex;
}

static void leave_repeat(ReState *s)
{
    s->repeat = s->repeats[s->repeat].outer;
}

/* Sets the innermost repeat's count or last place; `undo` says which. */
static int repeat_set(ReState *s, int undo, int64_t *field, int64_t value)
{
    if (push_undo(s, undo, *field, s->repeat) < 0)
        return -1;
    *field = value;
    return 0;
}

static int repeat_set_count(ReState *s, int64_t count)
{
    return repeat_set(s, UNDO_COUNT, &s->repeats[s->repeat].count, count);
}

static int repeat_set_last(ReState *s, int64_t at)
{
    return repeat_set(s, UNDO_BEGIN, &s->repeats[s->repeat].last, at);
}

static __attribute__((noinline)) int set_mark_out_of_turn(ReState *s, int mark,
                                                          int64_t at)
{
    if (mark > s->lastmark) {
        /* groups that were passed over are not set, whatever an older try left there */
        for (int i = s->lastmark + 1; i < mark; i++)
            s->marks[i] = -1;
        s->lastmark = mark;
    } else if (push_undo(s, mark, s->marks[mark], 0) < 0) {
        return -1;
    }
    s->marks[mark] = at;
    return 0;
}

/* A mark above lastmark was not set, so nothing of it has to be kept: choices keep
 * lastmark. */
static inline __attribute__((always_inline)) int set_mark(ReState *s, int mark,
                                                          int64_t at)
{
    if (mark & 1)
        s->lastindex = mark / 2 + 1;
    if (mark != s->lastmark + 1)
        return set_mark_out_of_turn(s, mark, at);
    s->lastmark = mark;
    s->marks[mark] = at;
    return 0;
}

/* Whether group has matched, and what. */
static bool group_span(const ReState *s, uint32_t group, int64_t *from, int64_t *to)
{
    int mark = (int)group * 2;
    if (mark >= s->lastmark)
        return false;
    *from = s->marks[mark];
    *to = s->marks[mark + 1];
    return *from >= 0 && *to >= *from;
}

/* Forgets the groups of the match before. */
static void state_reset(ReState *s)
{
    s->lastmark = s->lastindex = -1;
    s->repeat = -1;
    s->nchoices = s->ntrail = s->nrepeats = 0;
}

bool re_state_init(ReState *s, MinipyVM *vm, ReProgram *program, size_t nmarks)
{
    s->vm = vm;
    s->program = program;
    s->whole = s->must_advance = false;
    s->depth = 0;
    s->ticks = 0;
    s->choices = s->own_choices;
    s->choice_room = sizeof s->own_choices / sizeof *s->own_choices;
    s->trail = s->own_trail;
    s->trail_room = sizeof s->own_trail / sizeof *s->own_trail;
    s->repeats = s->own_repeats;
    s->repeat_room = sizeof s->own_repeats / sizeof *s->own_repeats;
    s->marks = s->own_marks;
    state_reset(s);
    if (nmarks <= sizeof s->own_marks / sizeof *s->own_marks)
        return true;
    s->marks = mem_realloc_array(vm, NULL, nmarks, sizeof *s->marks);
    return s->marks != NULL;
}

void re_state_fini(ReState *s)
{
    if (s->marks != s->own_marks)
        mem_free(s->vm, s->marks);
    if (s->choices != s->own_choices)
        mem_free(s->vm, s->choices);
    if (s->trail != s->own_trail)
        mem_free(s->vm, s->trail);
    if (s->repeats != s->own_repeats)
        mem_free(s->vm, s->repeats);
}

/* Long searches must stay interruptible. */
static int tick(ReState *s)
{
    return (++s->ticks & 0xffff) == 0 && signals_noted(s->vm)
               ? signals_run_pending(s->vm)
               : 0;
}

/* A search looks for the first characters together when it was misled by the very first
 * so often in a row, once in so many characters or more: alone that is found in half
 * the time. */
enum { LEAD_FAILED = 8, LEAD_RARE = 16 };

/* ---- the three matchers ---------------------------------------------------------- */

#define CHAR uint8_t
#define RE(name) name##_1
#include "stdlib/re/re_match.inc"
#undef CHAR
#undef RE
#define CHAR uint16_t
#define RE(name) name##_2
#include "stdlib/re/re_match.inc"
#undef CHAR
#undef RE
#define CHAR uint32_t
#define RE(name) name##_4
#include "stdlib/re/re_match.inc"
#undef CHAR
#undef RE

int re_match_at(ReState *s)
{
    const uint32_t *code = s->program->code;
    state_reset(s);
    s->at = s->start;
    return s->width == 1   ? run_1(s, code, s->start, true)
           : s->width == 2 ? run_2(s, code, s->start, true)
                           : run_4(s, code, s->start, true);
}

int re_search(ReState *s)
{
    state_reset(s);
    return s->width == 1 ? search_1(s) : s->width == 2 ? search_2(s) : search_4(s);
}

/* ---- the check of code ----------------------------------------------------------- */

static bool charset_valid(const uint32_t *c, const uint32_t *end)
{
    while (c < end) {
        uint32_t op = *c++;
        size_t left = (size_t)(end - c), need;
        switch (op) {
        case RE_NEGATE: need = 0; break;
        case RE_LITERAL: need = 1; break;
        case RE_RANGE:
        case RE_RANGE_UNI_IGNORE: need = 2; break;
        case RE_CHARSET: need = 8; break;
        case RE_CATEGORY:
            if (left < 1 || *c >= RE_CATEGORY_COUNT)
                return false;
            need = 1;
            break;
        case RE_BIGCHARSET:
            if (left < 65 || *c > 256 || left < 65 + (size_t)*c * 8)
                return false;
            for (int i = 0; i < 256; i++)
                if (((const uint8_t *)(c + 1))[i] >= *c)
                    return false;
            need = 65 + (size_t)*c * 8;
            break;
        case RE_FAILURE: return c == end;
        default: return false;
        }
        if (left < need)
            return false;
        c += need;
    }
    return false;
}

static bool span_valid(const uint32_t *c, const uint32_t *end, int64_t groups,
                       int depth);

/* BRANCH: alternatives that each end in a jump behind the last; *next gets that place.
 */
static bool branch_valid(const uint32_t *c, const uint32_t *end, int64_t groups,
                         int depth, const uint32_t **next)
{
    const uint32_t *target = NULL;
    for (;;) {
        if (c >= end)
            return false;
        uint32_t skip = *c;
        if (skip == 0)
            break;
        if (skip < 3 || skip >= (size_t)(end - c))
            return false;
        const uint32_t *jump = c + skip - 2;
        if (!span_valid(c + 1, jump, groups, depth + 1) || jump[0] != RE_JUMP ||
            jump[1] > (size_t)(end - jump - 1))
            return false;
        if (target && target != jump + 1 + jump[1])
            return false;
        target = jump + 1 + jump[1];
        c += skip;
    }
    *next = c + 1;
    return !target || target == c + 1;
}

/* Whether it compares with the one character behind it. */
static bool is_literal(uint32_t op)
{
    switch (op) {
    case RE_LITERAL:
    case RE_NOT_LITERAL:
    case RE_LITERAL_IGNORE:
    case RE_NOT_LITERAL_IGNORE:
    case RE_LITERAL_UNI_IGNORE:
    case RE_NOT_LITERAL_UNI_IGNORE:
    case RE_LITERAL_LOC_IGNORE:
    case RE_NOT_LITERAL_LOC_IGNORE: return true;
    default: return false;
    }
}

/* Whether these words are one instruction that takes one character. */
static bool is_unit(const uint32_t *c, const uint32_t *end)
{
    size_t size = (size_t)(end - c);
    switch (size ? c[0] : RE_FAILURE) {
    case RE_ANY:
    case RE_ANY_ALL: return size == 1;
    case RE_IN:
    case RE_IN_IGNORE:
    case RE_IN_UNI_IGNORE:
    case RE_IN_LOC_IGNORE: return size > 1 && size == 1 + (size_t)c[1];
    case RE_CATEGORY: return size == 2;
    default: return size == 2 && is_literal(c[0]);
    }
}

/* REPEAT and its like: skip, least, most, body, then the instruction that ends it. */
static bool repeat_valid(const uint32_t *c, const uint32_t *end, int64_t groups,
                         int depth, uint32_t op, const uint32_t **next)
{
    if (end - c < 4 || c[0] < 3 || c[0] > (size_t)(end - c) || c[1] > c[2])
        return false;
    const uint32_t *body = c + 3, *stop = c + c[0];
    bool single = op == RE_REPEAT_ONE || op == RE_MIN_REPEAT_ONE ||
                  op == RE_POSSESSIVE_REPEAT_ONE;
    *next = stop;
    if (single)
        return stop > body && stop[-1] == RE_SUCCESS && is_unit(body, stop - 1) &&
               span_valid(body, stop - 1, groups, depth + 1);
    if (stop >= end || !span_valid(body, stop, groups, depth + 1))
        return false;
    *next = stop + 1;
    return op == RE_REPEAT ? *stop == RE_MAX_UNTIL || *stop == RE_MIN_UNTIL
                           : *stop == RE_SUCCESS;
}

static bool exists_valid(const uint32_t *c, const uint32_t *end, int64_t groups,
                         int depth, const uint32_t **next)
{
    if (end - c < 2 || c[0] >= (uint64_t)groups || c[1] < 1 || c[1] > (size_t)(end - c))
        return false;
    const uint32_t *no = c + c[1]; /* the second alternative, or what follows */
    const uint32_t *yes_end = no;
    *next = no;
    if (no - (c + 2) >= 2 && no[-2] == RE_JUMP && no[-1] >= 1 &&
        no[-1] <= (size_t)(end - no + 1)) {
        const uint32_t *behind = no - 1 + no[-1];
        if (span_valid(c + 2, no - 2, groups, depth + 1) &&
            span_valid(no, behind, groups, depth + 1)) {
            *next = behind;
            return true;
        }
    }
    return no >= c + 2 && span_valid(c + 2, yes_end, groups, depth + 1);
}

static bool span_valid(const uint32_t *c, const uint32_t *end, int64_t groups,
                       int depth)
{
    if (depth > MAX_ASSERT_DEPTH || c > end)
        return false;
    while (c < end) {
        uint32_t op = *c++;
        size_t left = (size_t)(end - c);
        switch (op) {
        case RE_SUCCESS:
        case RE_FAILURE:
        case RE_ANY:
        case RE_ANY_ALL: break;
        case RE_MARK:
            if (left < 1 || *c >= (uint64_t)groups * 2)
                return false;
            c++;
            break;
        case RE_AT:
        case RE_CATEGORY:
            if (left < 1 || *c >= (op == RE_AT ? (uint32_t)RE_AT_COUNT
                                               : (uint32_t)RE_CATEGORY_COUNT))
                return false;
            c++;
            break;
        case RE_GROUPREF:
        case RE_GROUPREF_IGNORE:
        case RE_GROUPREF_LOC_IGNORE:
        case RE_GROUPREF_UNI_IGNORE:
            if (left < 1 || *c >= (uint64_t)groups)
                return false;
            c++;
            break;
        case RE_IN:
        case RE_IN_IGNORE:
        case RE_IN_UNI_IGNORE:
        case RE_IN_LOC_IGNORE:
            if (left < 1 || *c < 2 || *c > left || !charset_valid(c + 1, c + *c))
                return false;
            c += *c;
            break;
        case RE_BRANCH:
            if (!branch_valid(c, end, groups, depth, &c))
                return false;
            break;
        case RE_REPEAT:
        case RE_REPEAT_ONE:
        case RE_MIN_REPEAT_ONE:
        case RE_POSSESSIVE_REPEAT:
        case RE_POSSESSIVE_REPEAT_ONE:
            if (!repeat_valid(c, end, groups, depth, op, &c))
                return false;
            break;
        case RE_ATOMIC_GROUP:
        case RE_ASSERT:
        case RE_ASSERT_NOT: {
            size_t head = op == RE_ATOMIC_GROUP ? 1 : 2;
            if (left < head || *c < head + 1 || *c > left || c[*c - 1] != RE_SUCCESS ||
                !span_valid(c + head, c + *c - 1, groups, depth + 1))
                return false;
            c += *c;
            break;
        }
        case RE_GROUPREF_EXISTS:
            if (!exists_valid(c, end, groups, depth, &c))
                return false;
            break;
        default:
            if (!is_literal(op) || left < 1)
                return false;
            c++;
        }
    }
    return true;
}

static bool info_valid(const uint32_t *c, const uint32_t *end)
{
    uint32_t flags = c[1];
    const uint32_t *more = c + 4;
    if (end < more || (flags & RE_INFO_PREFIX && flags & RE_INFO_CHARSET))
        return false;
    if (flags & RE_INFO_PREFIX) {
        size_t left = (size_t)(end - more);
        return left >= 2 && left == 2 + 2 * (size_t)more[0] && more[1] <= more[0];
    }
    return !(flags & RE_INFO_CHARSET) || charset_valid(more, end);
}

bool re_code_valid(const uint32_t *code, size_t size, int64_t groups)
{
    const uint32_t *end = code + size;
    if (groups < 0 || groups > RE_MAXGROUPS || size < 1 || end[-1] != RE_SUCCESS)
        return false;
    if (code[0] == RE_INFO) {
        if (size < 6 || code[1] < 4 || code[1] >= size - 1 ||
            !info_valid(code + 1, code + 1 + code[1]))
            return false;
        code += 1 + code[1];
    }
    return span_valid(code, end - 1, groups, 0);
}
