/* re_program.c - what can be known of a pattern before it runs. The matcher runs a copy
 * of the compiler's code in which, word for word in the same places,
 *
 * - IN is IN_SET: a bitmap answers for the characters below 256, the old code for
 * others;
 * - an alternative of a BRANCH that must begin with one of some characters says which;
 * - a greedy repeat of one character is possessive where what follows cannot begin with
 *   that character: giving any back could not help.
 *
 * Nothing here changes what matches. first_of() answers with too many characters rather
 * than too few, and gives up after some instructions, so that preparing is linear.
 */
#include "stdlib/re/re_match.h"

enum { FIRST_BUDGET = 48, FIRST_DEPTH = 8, SETS_AT_FIRST = 8 };

/* What some code can begin with, along all ways through it. */
typedef struct First {
    uint32_t bits[8];
    bool wide;      /* with characters from 256 on, too */
    bool succeeds;  /* a way comes to SUCCESS and takes no character */
    bool repeats;   /* one comes to the end of a repeat's body */
    bool has_place; /* there may be an AT or an assertion on a way */
    bool unknown;   /* it may be anything */
    int budget;
} First;

typedef struct Maker {
    MinipyVM *vm;
    ReProgram *p;
    const uint32_t *original; /* p->code as it came */
    uint32_t room;
} Maker;

/* ---- the characters of one instruction ------------------------------------------- */

static void put(uint32_t bits[8], uint32_t c)
{
    bits[c >> 5] |= 1u << (c & 31);
}

/* The characters below 256 of a category. false: the locale decides, or it is rare. */
static bool category_bits(uint32_t category, uint32_t bits[8], bool *wide)
{
    static const uint32_t digit[8] = {0, 0x3ff0000}, space[8] = {0x3e00, 1},
                          word[8] = {0, 0x3ff0000, 0x87fffffe, 0x7fffffe},
                          uni_space[8] = {0xf0003e00, 1, 0, 0, 0x20, 1},
                          uni_word[8] = {0, 0x3ff0000,  0x87fffffe, 0x7fffffe,
                                         0, 0x762c0400, 0xff7fffff, 0xff7fffff};
    const uint32_t *from;
    bool negated = false;
    *wide = true;
    switch ((ReCategory)category) {
    case RE_NOT_DIGIT: negated = true; /* fall through */
    case RE_DIGIT: from = digit, *wide = negated; break;
    case RE_NOT_SPACE: negated = true; /* fall through */
    case RE_SPACE: from = space, *wide = negated; break;
    case RE_NOT_WORD: negated = true; /* fall through */
    case RE_WORD: from = word, *wide = negated; break;
    case RE_UNI_NOT_DIGIT: negated = true; /* fall through */
    case RE_UNI_DIGIT: from = digit; break;
    case RE_UNI_NOT_SPACE: negated = true; /* fall through */
    case RE_UNI_SPACE: from = uni_space; break;
    case RE_UNI_NOT_WORD: negated = true; /* fall through */
    case RE_UNI_WORD: from = uni_word; break;
    default: return false;
    }
    for (int i = 0; i < 8; i++)
        bits[i] = negated ? ~from[i] : from[i];
    return true;
}

/* One member of a set: its characters below 256. The word behind it; NULL: not known.
 */
static const uint32_t *member_bits(const uint32_t *m, uint32_t bits[8], bool *wide)
{
    switch (*m++) {
    case RE_LITERAL:
        *wide = *m > 255;
        if (!*wide)
            put(bits, *m);
        return m + 1;
    case RE_RANGE:
        *wide = m[1] > 255;
        for (uint32_t c = m[0]; c <= m[1] && c < 256; c++)
            put(bits, c);
        return m + 2;
    case RE_CHARSET:
        *wide = false;
        memcpy(bits, m, 8 * sizeof *m);
        return m + 8;
    case RE_BIGCHARSET:
        *wide = true;
        memcpy(bits, m + 65 + 8 * ((const uint8_t *)(m + 1))[0], 8 * sizeof *m);
        return m + 65 + *m * 8;
    case RE_CATEGORY: return category_bits(*m, bits, wide) ? m + 1 : NULL;
    default: return NULL;
    }
}

/* The set behind an IN. The first member that has a character decides, and what it
 * decides is turned by each NEGATE before it. */
static bool set_bits(const uint32_t *m, uint32_t bits[8], bool *wide)
{
    uint32_t decided[8] = {0};
    bool hit = true;
    memset(bits, 0, 8 * sizeof *bits);
    *wide = false;
    while (*m != RE_FAILURE) {
        if (*m == RE_NEGATE) {
            hit = !hit;
            *wide = true;
            m++;
            continue;
        }
        uint32_t member[8] = {0};
        bool member_wide;
        if (!(m = member_bits(m, member, &member_wide)))
            return false;
        *wide |= member_wide;
        for (int i = 0; i < 8; i++) {
            if (hit)
                bits[i] |= member[i] & ~decided[i];
            decided[i] |= member[i];
        }
    }
    for (int i = 0; i < 8 && !hit; i++)
        bits[i] |= ~decided[i];
    return true;
}

/* A set that is asked with the small letter: for both. */
static void fold_case(uint32_t bits[8], uint32_t end)
{
    for (uint32_t c = 'A'; c < end; c++) {
        bool letter = c <= 'Z' || (c >= 0xc0 && c <= 0xde && c != 0xd7);
        if (!letter)
            continue;
        bits[c >> 5] &= ~(1u << (c & 31));
        if (bits[(c + 32) >> 5] >> ((c + 32) & 31) & 1)
            put(bits, c);
    }
}

/* The characters of an IN of any kind. */
static bool in_bits(const uint32_t *unit, uint32_t bits[8], bool *wide)
{
    if (unit[0] == RE_IN_LOC_IGNORE || !set_bits(unit + 2, bits, wide))
        return false;
    if (unit[0] == RE_IN_IGNORE)
        fold_case(bits, 128);
    else if (unit[0] == RE_IN_UNI_IGNORE) {
        fold_case(bits, 256);
        *wide = true; /* some have a small letter below 256 */
    }
    return true;
}

/* ---- what code begins with ------------------------------------------------------- */

static void first_bits(First *f, const uint32_t bits[8], bool wide)
{
    for (int i = 0; i < 8; i++)
        f->bits[i] |= bits[i];
    f->wide |= wide;
}

static void first_all_but(First *f, uint32_t other)
{
    uint32_t bits[8] = {0};
    if (other < 256)
        put(bits, other);
    for (int i = 0; i < 8; i++)
        f->bits[i] |= ~bits[i];
    f->wide = true;
}

/* A literal and, if its case does not matter, the other letter. */
static void first_literal(First *f, const uint32_t *c)
{
    uint32_t literal = c[1];
    f->wide |= literal > 255 || c[0] == RE_LITERAL_UNI_IGNORE;
    if (literal > 255)
        return;
    put(f->bits, literal);
    uint32_t other = literal - 32;
    if (c[0] != RE_LITERAL && literal >= 32 && re_lower_unicode(other) == literal)
        put(f->bits, other);
}

/* Of an instruction that takes one character. */
static void first_unit(const ReProgram *p, First *f, const uint32_t *c)
{
    switch (c[0]) {
    case RE_LITERAL:
    case RE_LITERAL_IGNORE:
    case RE_LITERAL_UNI_IGNORE: first_literal(f, c); break;
    case RE_NOT_LITERAL: first_all_but(f, c[1]); break;
    case RE_ANY: first_all_but(f, '\n'); break;
    case RE_ANY_ALL: first_all_but(f, UINT32_MAX); break;
    case RE_IN_SET: first_bits(f, p->sets[c[2]].bits, p->sets[c[2]].wide); break;
    default: f->unknown = true;
    }
}

static void first_of(const ReProgram *p, First *f, const uint32_t *c, int depth);

/* Of the body of a repeat or group, which ends in SUCCESS or UNTIL; whether a way comes
 * there. */
static bool first_of_body(const ReProgram *p, First *f, const uint32_t *c, int depth)
{
    First body = {.budget = f->budget};
    first_of(p, &body, c, depth + 1);
    first_bits(f, body.bits, body.wide);
    f->budget = body.budget;
    f->has_place |= body.has_place;
    f->unknown |= body.unknown;
    return body.succeeds || body.repeats;
}

static void first_of_branch(const ReProgram *p, First *f, const uint32_t *c, int depth)
{
    while (*c) {
        if (*c & RE_SET_FLAG) {
            const ReSet *set = &p->sets[*c & ~RE_SET_FLAG];
            first_bits(f, set->bits, set->wide);
            c += set->skip;
        } else {
            first_of(p, f, c + 1, depth + 1);
            c += *c;
        }
    }
}

static const uint32_t *behind(const uint32_t *c)
{
    return c + 1 + c[1];
}

/* Adds what one instruction can begin with. Where to go on if it may take no character;
 * NULL: it takes one, or this way has ended. */
static const uint32_t *first_step(const ReProgram *p, First *f, const uint32_t *c,
                                  int depth)
{
    switch (c[0]) {
    case RE_MARK: return c + 2;
    case RE_JUMP:
    case RE_INFO: return behind(c);
    case RE_AT: f->has_place = true; return c + 2;
    case RE_ASSERT:
    case RE_ASSERT_NOT: f->has_place = true; return behind(c);
    case RE_FAILURE: return NULL;
    case RE_SUCCESS: f->succeeds = true; return NULL;
    case RE_MAX_UNTIL:
    case RE_MIN_UNTIL: f->repeats = true; return NULL;
    case RE_REPEAT_ONE:
    case RE_REPEAT_ONE_NARROW:
    case RE_MIN_REPEAT_ONE:
    case RE_POSSESSIVE_REPEAT_ONE:
        first_unit(p, f, c + 4);
        return c[2] ? NULL : behind(c);
    case RE_ATOMIC_GROUP: return first_of_body(p, f, c + 2, depth) ? behind(c) : NULL;
    case RE_REPEAT:
    case RE_POSSESSIVE_REPEAT:
        return first_of_body(p, f, c + 4, depth) || !c[2] ? behind(c) + 1 : NULL;
    case RE_BRANCH: first_of_branch(p, f, c + 1, depth); return NULL;
    default: first_unit(p, f, c); return NULL; /* what is no unit is unknown */
    }
}

static void first_of(const ReProgram *p, First *f, const uint32_t *c, int depth)
{
    while (c && !f->unknown) {
        f->unknown = --f->budget < 0 || depth > FIRST_DEPTH;
        if (!f->unknown)
            c = first_step(p, f, c, depth);
    }
}

/* Whether whatever matches code begins with one of some characters, not any. */
static bool must_begin(const ReProgram *p, const uint32_t *code, ReSet *set)
{
    First f = {.budget = FIRST_BUDGET};
    first_of(p, &f, code, 0);
    if (f.unknown || f.succeeds || f.repeats)
        return false;
    memcpy(set->bits, f.bits, sizeof f.bits);
    set->wide = f.wide;
    for (int i = 0; i < 8; i++)
        if (f.bits[i] != UINT32_MAX)
            return true;
    return false;
}

/* ---- the copy -------------------------------------------------------------------- */

static bool add_set(Maker *m, const ReSet *set)
{
    ReProgram *p = m->p;
    if (p->nsets == m->room) {
        uint32_t room = m->room ? m->room * 2 : SETS_AT_FIRST;
        ReSet *sets = mem_realloc_array(m->vm, p->sets, room, sizeof *sets);
        if (!sets)
            return false;
        p->sets = sets;
        m->room = room;
    }
    p->sets[p->nsets++] = *set;
    return true;
}

static bool visit_in(Maker *m, uint32_t *c)
{
    if (c[0] != RE_IN && c[0] != RE_IN_IGNORE && c[0] != RE_IN_UNI_IGNORE)
        return true;
    ReSet set = {.unit = m->original + (c - m->p->code)};
    if (!in_bits(c, set.bits, &set.wide))
        return true;
    if (!add_set(m, &set))
        return false;
    c[0] = RE_IN_SET;
    c[2] = m->p->nsets - 1;
    return true;
}

static bool visit_branch(Maker *m, uint32_t *c)
{
    for (c++; *c; c += (*c & RE_SET_FLAG ? m->p->sets[*c & ~RE_SET_FLAG].skip : *c)) {
        ReSet set = {.skip = *c};
        if (!must_begin(m->p, c + 1, &set))
            continue;
        if (!add_set(m, &set))
            return false;
        *c = (m->p->nsets - 1) | RE_SET_FLAG;
    }
    return true;
}

/* A greedy repeat gives back nothing if what follows cannot begin within it. What
 * succeeds at once behind it does so with the longest, too, or with none. */
static void visit_repeat_one(const ReProgram *p, uint32_t *c)
{
    First own = {0}, next = {.budget = FIRST_BUDGET};
    first_unit(p, &own, c + 4);
    first_of(p, &next, behind(c), 0);
    if (own.unknown || next.unknown || next.repeats ||
        (next.succeeds && next.has_place))
        return;
    for (int i = 0; i < 8; i++)
        if (own.bits[i] & next.bits[i])
            return;
    c[0] = own.wide && next.wide ? RE_REPEAT_ONE_NARROW : RE_POSSESSIVE_REPEAT_ONE;
}

static bool visit_flow(Maker *m, uint32_t *c)
{
    if (c[0] == RE_REPEAT_ONE)
        visit_repeat_one(m->p, c);
    return c[0] != RE_BRANCH || visit_branch(m, c);
}

/* The words of an instruction up to what is in it, which follows. */
static size_t head_size(const uint32_t *c)
{
    switch (c[0]) {
    case RE_SUCCESS:
    case RE_FAILURE:
    case RE_ANY:
    case RE_ANY_ALL:
    case RE_MAX_UNTIL:
    case RE_MIN_UNTIL: return 1;
    case RE_INFO:
    case RE_IN:
    case RE_IN_SET:
    case RE_IN_IGNORE:
    case RE_IN_UNI_IGNORE:
    case RE_IN_LOC_IGNORE: return 1 + c[1];
    case RE_ASSERT:
    case RE_ASSERT_NOT:
    case RE_GROUPREF_EXISTS: return 3;
    case RE_REPEAT:
    case RE_REPEAT_ONE:
    case RE_MIN_REPEAT_ONE:
    case RE_POSSESSIVE_REPEAT:
    case RE_POSSESSIVE_REPEAT_ONE: return 4;
    default: return 2;
    }
}

/* Shows each instruction to visit, a BRANCH after what is in it. false: no memory. */
static bool walk(Maker *m, uint32_t *c, uint32_t *end,
                 bool (*visit)(Maker *m, uint32_t *c))
{
    while (c < end) {
        uint32_t *at = c;
        if (c[0] != RE_BRANCH) {
            c += head_size(c);
        } else {
            for (c++; *c; c += *c)
                if (!walk(m, c + 1, c + *c, visit))
                    return false;
            c++;
        }
        if (!visit(m, at))
            return false;
    }
    return true;
}

/* ---- the first characters -------------------------------------------------------- */

enum { LEAD_MAX = 8, LEAD_BEHIND = 6, LEAD_GROUPS = 8, LEAD_WAYS = 64, LEAD_DEPTH = 6 };

/* One way through the code, as far as it takes one character after another. */
typedef struct Way {
    const ReProgram *p;
    ReLead *lead; /* until all ways are known byte i of its words is place i, and has
                   * the groups that may have the character */
    First places[LEAD_MAX];
    int ways, shortest;
} Way;

static void way_ends(Way *w, int length)
{
    uint64_t group = (uint64_t)1 << (w->ways++ % LEAD_GROUPS);
    if (length < w->shortest)
        w->shortest = length;
    for (int i = 0; i < length; i++) {
        uint64_t bit = group << (8 * i);
        for (int c = 0; c < 256; c++)
            if (w->places[i].bits[c >> 5] >> (c & 31) & 1)
                w->lead->of[c] |= bit;
        if (w->places[i].wide)
            w->lead->wide |= bit;
    }
}

/* The places that a unit takes `times` times, from `at` on; those that are known then.
 */
static int way_takes(Way *w, const uint32_t *unit, uint32_t times, int at)
{
    First f = {0};
    first_unit(w->p, &f, unit);
    while (!f.unknown && times-- > 0 && at < LEAD_MAX)
        w->places[at++] = f;
    return at;
}

static bool is_one_repeated(uint32_t op)
{
    return op == RE_REPEAT_ONE || op == RE_REPEAT_ONE_NARROW ||
           op == RE_MIN_REPEAT_ONE || op == RE_POSSESSIVE_REPEAT_ONE;
}

/* The places of a (?<=...) that looks at one character after another, or none of them.
 */
static int way_looks_behind(Way *w, const uint32_t *assertion)
{
    int back = assertion[2] <= LEAD_BEHIND ? (int)assertion[2] : 0, at = 0;
    const uint32_t *c = assertion + 3;
    while (at < back && way_takes(w, c, 1, at) > at) {
        at++;
        c += head_size(c);
    }
    return w->lead->behind = c[0] == RE_SUCCESS && at == back ? at : 0;
}

/* All ways from c on, whose characters before `at` are known. */
static void walk_ways(Way *w, const uint32_t *c, int at, int depth)
{
    while (at < LEAD_MAX) {
        int before = at;
        if (is_one_repeated(c[0])) {
            uint32_t least = c[2];
            at = way_takes(w, c + 4, least, at);
            if (least != c[3] || (uint32_t)(at - before) < least)
                break;
            c = behind(c);
        } else if (c[0] == RE_MARK || c[0] == RE_AT) {
            c += 2;
        } else if (c[0] == RE_ASSERT && at == 0 && depth == 0) {
            at = way_looks_behind(w, c);
            c = behind(c);
        } else if (c[0] == RE_JUMP || c[0] == RE_ASSERT || c[0] == RE_ASSERT_NOT) {
            c = behind(c);
        } else if (c[0] == RE_REPEAT && c[2]) {
            c += 4;
        } else if (c[0] == RE_BRANCH && depth < LEAD_DEPTH) {
            for (c++; *c && w->ways < LEAD_WAYS;) {
                walk_ways(w, c + 1, at, depth + 1);
                c += *c & RE_SET_FLAG ? w->p->sets[*c & ~RE_SET_FLAG].skip : *c;
            }
            return;
        } else if ((at = way_takes(w, c, 1, at)) > before) {
            c += head_size(c);
        } else { /* what takes no character, or nobody knows which */
            break;
        }
    }
    way_ends(w, at);
}

/* Moves the places so that the last that all ways have is byte 7, and turns may into
 * cannot, with which a search takes a step less for each character. */
static void lead_settle(ReLead *lead, int length)
{
    int shift = 8 * (LEAD_MAX - length);
    for (int c = 0; c < 256; c++)
        lead->of[c] = ~lead->of[c] << shift;
    lead->wide = ~lead->wide << shift;
    lead->none = UINT64_MAX << shift;
    lead->length = length;
}

bool re_program_lead(MinipyVM *vm, ReProgram *p)
{
    if (p->lead || p->lead_useless)
        return p->lead != NULL;
    p->lead_useless = true;
    ReLead *lead = mem_calloc_cache(vm, sizeof *lead);
    if (!lead)
        return false;
    const uint32_t *c = p->code;
    Way w = {.p = p, .lead = lead, .shortest = LEAD_MAX};
    walk_ways(&w, c[0] == RE_INFO ? behind(c) : c, 0, 0);
    if (w.ways == 0 || w.ways >= LEAD_WAYS || w.shortest < 2) {
        mem_free(vm, lead);
        return false;
    }
    lead_settle(lead, w.shortest);
    p->lead = lead;
    p->lead_useless = false;
    return true;
}

bool re_program_make(MinipyVM *vm, ReProgram *p, const uint32_t *code, size_t size)
{
    if (!(p->code = mem_realloc_array(vm, NULL, size, sizeof *code)))
        return false;
    memcpy(p->code, code, size * sizeof *code);
    Maker m = {vm, p, code, 0};
    if (!walk(&m, p->code, p->code + size, visit_in) ||
        !walk(&m, p->code, p->code + size, visit_flow))
        return false;
    p->has_first = must_begin(p, p->code, &p->first);
    return true;
}

void re_program_fini(MinipyVM *vm, ReProgram *p)
{
    mem_free(vm, p->code);
    mem_free(vm, p->sets);
    mem_free(vm, p->lead);
    *p = (ReProgram){0};
}
