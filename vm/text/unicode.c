/*
 * unicode.c: questions about one code point, answered from three-stage tables, and
 * the normalisation forms.
 *
 * The .inc is made by tools/make_unicode.py: arrays of distinct records, and functions
 * that give the number of a code point's record (0 for what has nothing to say). Hangul
 * syllables are computed. Names are in unicode_names.c.
 */
#include "vm/text/unicode.h"

#include <stdlib.h>
#include <string.h>

typedef struct CharRecord {
    int32_t lower, upper, title; /* what to add for the simple mapping */
    uint16_t flags;
    int8_t decimal, digit;
} CharRecord;

/* A full mapping that the simple one does not give. */
typedef struct CaseMapping {
    uint32_t key; /* code point << 2 | CaseKind */
    uint32_t to[3];
} CaseMapping;

typedef struct PropertyRecord {
    uint8_t category, bidirectional, width, combining, mirrored, numeric;
} PropertyRecord;

typedef struct CompositionPair {
    uint32_t first, second, composed;
} CompositionPair;

#include "vm/text/generated/unicode_data.inc"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
    HANGUL_S = 0xAC00,
    HANGUL_L = 0x1100,
    HANGUL_V = 0x1161,
    HANGUL_T = 0x11A7,
    HANGUL_L_COUNT = 19,
    HANGUL_V_COUNT = 21,
    HANGUL_T_COUNT = 28,
    HANGUL_S_COUNT = HANGUL_L_COUNT * HANGUL_V_COUNT * HANGUL_T_COUNT,
};

static inline const CharRecord *char_of(uint32_t cp)
{
    return &char_records[char_number(cp)];
}

static inline const PropertyRecord *property_of(uint32_t cp)
{
    return &property_records[property_number(cp)];
}

static inline bool has_flag(uint32_t cp, unsigned flag)
{
    return (char_of(cp)->flags & flag) != 0;
}

bool unicode_is_xid_start(uint32_t cp)
{
    return has_flag(cp, FLAG_XID_START);
}

bool unicode_is_xid_continue(uint32_t cp)
{
    return has_flag(cp, FLAG_XID_CONTINUE);
}

bool unicode_is_printable(uint32_t cp)
{
    return has_flag(cp, FLAG_PRINTABLE);
}

bool unicode_is_alpha(uint32_t cp)
{
    return has_flag(cp, FLAG_ALPHA);
}

bool unicode_is_decimal(uint32_t cp)
{
    return has_flag(cp, FLAG_DECIMAL);
}

bool unicode_is_digit(uint32_t cp)
{
    return has_flag(cp, FLAG_DIGIT);
}

bool unicode_is_numeric(uint32_t cp)
{
    return has_flag(cp, FLAG_NUMERIC);
}

bool unicode_is_lower(uint32_t cp)
{
    return has_flag(cp, FLAG_LOWER);
}

bool unicode_is_upper(uint32_t cp)
{
    return has_flag(cp, FLAG_UPPER);
}

bool unicode_is_title(uint32_t cp)
{
    return has_flag(cp, FLAG_TITLE);
}

bool unicode_is_space(uint32_t cp)
{
    return has_flag(cp, FLAG_SPACE);
}

bool unicode_is_linebreak(uint32_t cp)
{
    return has_flag(cp, FLAG_LINEBREAK);
}

bool unicode_is_alnum(uint32_t cp)
{
    return has_flag(cp, FLAG_ALPHA | FLAG_DECIMAL | FLAG_DIGIT | FLAG_NUMERIC);
}

bool unicode_is_cased(uint32_t cp)
{
    return has_flag(cp, FLAG_CASED);
}

bool unicode_is_case_ignorable(uint32_t cp)
{
    return has_flag(cp, FLAG_CASE_IGNORABLE);
}

int unicode_to_decimal(uint32_t cp)
{
    return char_of(cp)->decimal;
}

char unicode_to_number_char(uint32_t cp)
{
    if (cp < 128)
        return (char)cp;
    int digit = unicode_to_decimal(cp);
    return digit >= 0 ? (char)('0' + digit) : unicode_is_space(cp) ? ' ' : '?';
}

int unicode_to_digit(uint32_t cp)
{
    return char_of(cp)->digit;
}

bool unicode_to_numeric(uint32_t cp, double *value)
{
    unsigned index = property_of(cp)->numeric;

    *value = numeric_values[index];
    return index != 0;
}

/* The special mapping of CP, or SIMPLE. */
static int full_mapping(uint32_t cp, CaseKind kind, unsigned flags, uint32_t simple,
                        uint32_t *out)
{
    uint32_t key = cp << 2 | kind;
    size_t low = 0, high = COUNT(case_mappings);

    out[0] = simple;
    if (!(flags & FLAG_SPECIAL_CASE))
        return 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (case_mappings[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == COUNT(case_mappings) || case_mappings[low].key != key)
        return 1;
    memcpy(out, case_mappings[low].to, sizeof case_mappings[low].to);
    return out[1] == 0 ? 1 : out[2] == 0 ? 2 : 3;
}

int unicode_full_case(uint32_t cp, CaseKind kind, uint32_t out[3])
{
    const CharRecord *record = char_of(cp);
    int32_t shift = kind == CASE_UPPER   ? record->upper
                    : kind == CASE_TITLE ? record->title
                                         : record->lower;
    return full_mapping(cp, kind, record->flags, cp + (uint32_t)shift, out);
}

/* The loop of unicode_map_case; KIND is a constant at each call. */
static inline __attribute__((always_inline)) size_t
map_case(uint32_t *text, size_t n, TextCase kind, bool *in_word)
{
    bool inside = *in_word;
    size_t i = 0;
    for (; i < n; i++) {
        uint32_t cp = text[i];
        const CharRecord *r = char_of(cp);
        if (r->flags & FLAG_SPECIAL_CASE || cp == UNICODE_SIGMA)
            break;
        int32_t shift = kind == TEXT_UPPER                        ? r->upper
                        : kind == TEXT_LOWER || kind == TEXT_FOLD ? r->lower
                        : kind == TEXT_TITLE    ? inside ? r->lower : r->title
                        : r->flags & FLAG_UPPER ? r->lower
                        : r->flags & FLAG_LOWER ? r->upper
                                                : 0;
        text[i] = cp + (uint32_t)shift;
        if (kind == TEXT_TITLE)
            inside = r->flags & FLAG_CASED;
    }
    *in_word = inside;
    return i;
}

size_t unicode_map_case(uint32_t *text, size_t n, TextCase kind, bool *in_word)
{
    switch (kind) {
    case TEXT_LOWER: return map_case(text, n, TEXT_LOWER, in_word);
    case TEXT_UPPER: return map_case(text, n, TEXT_UPPER, in_word);
    case TEXT_FOLD: return map_case(text, n, TEXT_FOLD, in_word);
    case TEXT_TITLE: return map_case(text, n, TEXT_TITLE, in_word);
    default: return map_case(text, n, TEXT_SWAP, in_word);
    }
}

const char *unicode_category(uint32_t cp)
{
    return category_names[property_of(cp)->category];
}

const char *unicode_bidirectional(uint32_t cp)
{
    return bidirectional_names[property_of(cp)->bidirectional];
}

const char *unicode_east_asian_width(uint32_t cp)
{
    return width_names[property_of(cp)->width];
}

unsigned unicode_combining(uint32_t cp)
{
    return property_of(cp)->combining;
}

bool unicode_is_mirrored(uint32_t cp)
{
    return property_of(cp)->mirrored != 0;
}

/* ---- Unicode 3.2 ----------------------------------------------------------------- */

enum { OLD_ABSENT = 1 }; /* the record of what was not there yet */

const UnicodeChange *unicode_3_2(uint32_t cp)
{
    return &old_records[old_number(cp)];
}

bool unicode_3_2_has(uint32_t cp)
{
    return old_number(cp) != OLD_ABSENT;
}

const char *unicode_3_2_width(uint32_t cp)
{
    if (!unicode_3_2_has(cp))
        return unicode_east_asian_width(UNICODE_MAX + 1);
    for (size_t i = 0; i < COUNT(old_neutral); i++)
        if (old_neutral[i] == cp)
            return "N";
    return unicode_east_asian_width(cp);
}

/* CP, or what it stands for in Unicode 3.2 where that was corrected since. */
static uint32_t old_decomposition(uint32_t cp)
{
    for (size_t i = 0; i < COUNT(old_decompositions); i++)
        if (old_decompositions[i].first == cp)
            return old_decompositions[i].composed;
    return cp;
}

/* ---- decompositions -------------------------------------------------------------- */

int unicode_decomposition(uint32_t cp, uint32_t out[18], const char **tag)
{
    *tag = "";
    size_t at = decomposition_offset(cp);
    if (at == 0)
        return 0;
    unsigned header = decomposition_pool[at++];
    size_t end = at + (header >> 8);
    int count = 0;
    *tag = decomposition_tags[header & 0xff];
    while (at < end) {
        uint32_t unit = decomposition_pool[at++];
        if (unit >= 0xD800 && unit <= 0xDBFF)
            unit = 0x10000 + ((unit - 0xD800) << 10) +
                   (decomposition_pool[at++] - 0xDC00u);
        out[count++] = unit;
    }
    return count;
}

/* ---- normalisation --------------------------------------------------------------- */

enum { SHORT_RUN = 32, WIDEST_DECOMPOSITION = 18 /* of all */ };

/* Where decompositions go: into `data`, or, while that is NULL, only counted. */
typedef struct CodeBuffer {
    uint32_t *data;
    size_t count;
    size_t run, longest; /* of marks: this one, the longest of all */
} CodeBuffer;

enum { FIRST_DECOMPOSED = 0xa0, FIRST_MARK = 0x300 };

static inline unsigned mark_class(uint32_t cp)
{
    return cp < FIRST_MARK ? 0 : unicode_combining(cp);
}

static void buffer_push(CodeBuffer *buffer, uint32_t cp)
{
    if (buffer->data) {
        buffer->data[buffer->count++] = cp;
        return;
    }
    buffer->count++;
    buffer->run = mark_class(cp) ? buffer->run + 1 : 0;
    if (buffer->run > buffer->longest)
        buffer->longest = buffer->run;
}

/* Append the whole decomposition of CP. The recursion is three deep at most. */
static void decompose(CodeBuffer *buffer, uint32_t cp, UnicodeForm form)
{
    uint32_t parts[WIDEST_DECOMPOSITION];
    const char *tag;

    if (cp >= HANGUL_S && cp < HANGUL_S + HANGUL_S_COUNT) {
        uint32_t s = cp - HANGUL_S;
        uint32_t t = s % HANGUL_T_COUNT;
        uint32_t lv = s / HANGUL_T_COUNT;
        buffer_push(buffer, HANGUL_L + lv / HANGUL_V_COUNT);
        buffer_push(buffer, HANGUL_V + lv % HANGUL_V_COUNT);
        if (t != 0)
            buffer_push(buffer, HANGUL_T + t);
        return;
    }
    int count = decomposition_offset(cp) ? unicode_decomposition(cp, parts, &tag) : 0;
    bool compatible = form & UNICODE_NFKC;
    if (form & UNICODE_BY_3_2 &&
        (!unicode_3_2_has(cp) || old_decomposition(cp) != cp)) {
        cp = old_decomposition(cp);
        count = 0;
    }
    if (count == 0 || (tag[0] != '\0' && !compatible)) {
        buffer_push(buffer, cp);
        return;
    }
    for (int i = 0; i < count; i++)
        if (parts[i] < FIRST_DECOMPOSED)
            buffer_push(buffer, parts[i]);
        else
            decompose(buffer, parts[i], form);
}

/* Sort each run of marks by combining class, keeping equals in order. Runs are short
   except in hostile text, where a merge of equal classes would still be needed: so runs
   over a limit are sorted by counting, in `sorted`. */
static void order_run(uint32_t *run, size_t count, uint32_t *sorted)
{
    if (count <= SHORT_RUN) {
        for (size_t i = 1; i < count; i++) {
            uint32_t cp = run[i];
            unsigned class = mark_class(cp);
            size_t j = i;
            for (; j > 0 && mark_class(run[j - 1]) > class; j--)
                run[j] = run[j - 1];
            run[j] = cp;
        }
        return;
    }
    size_t starts[257] = {0};
    for (size_t i = 0; i < count; i++)
        starts[mark_class(run[i]) + 1]++;
    for (size_t i = 1; i < 257; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < count; i++)
        sorted[starts[mark_class(run[i])]++] = run[i];
    memcpy(run, sorted, count * sizeof *sorted);
}

static void order_marks(CodeBuffer *buffer)
{
    size_t i = 0;

    while (i < buffer->count) {
        size_t start = i;
        while (i < buffer->count && mark_class(buffer->data[i]) != 0)
            i++;
        if (i - start > 1)
            order_run(buffer->data + start, i - start, buffer->data + buffer->count);
        if (i == start)
            i++;
    }
}

/* The code point that FIRST and SECOND make together, or UNICODE_NONE. */
static uint32_t compose_pair(uint32_t first, uint32_t second)
{
    size_t low = 0, high = COUNT(composition_pairs);

    if (second < FIRST_MARK)
        return UNICODE_NONE;
    if (first - HANGUL_L < HANGUL_L_COUNT && second - HANGUL_V < HANGUL_V_COUNT)
        return HANGUL_S + ((first - HANGUL_L) * HANGUL_V_COUNT + (second - HANGUL_V)) *
                              HANGUL_T_COUNT;
    if (first - HANGUL_S < HANGUL_S_COUNT && (first - HANGUL_S) % HANGUL_T_COUNT == 0 &&
        second - (HANGUL_T + 1) < HANGUL_T_COUNT - 1)
        return first + (second - HANGUL_T);
    while (low < high) {
        size_t middle = (low + high) / 2;
        const CompositionPair *pair = &composition_pairs[middle];
        if (pair->first < first || (pair->first == first && pair->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < COUNT(composition_pairs) && composition_pairs[low].first == first &&
        composition_pairs[low].second == second)
        return composition_pairs[low].composed;
    return UNICODE_NONE;
}

/* Put marks back into the starter before them, unless a mark of the same or a higher
   class stands between ("blocked"). */
static void compose(CodeBuffer *buffer)
{
    size_t kept = 0;
    size_t starter = SIZE_MAX;
    unsigned last_class = 0;

    for (size_t i = 0; i < buffer->count; i++) {
        uint32_t cp = buffer->data[i];
        unsigned class = mark_class(cp);
        if (starter != SIZE_MAX &&
            (kept == starter + 1 || (last_class != 0 && last_class < class))) {
            uint32_t composed = compose_pair(buffer->data[starter], cp);
            if (composed != UNICODE_NONE) {
                buffer->data[starter] = composed;
                continue;
            }
        }
        if (class == 0)
            starter = kept;
        last_class = class;
        buffer->data[kept++] = cp;
    }
    buffer->count = kept;
}

static void decompose_all(CodeBuffer *buffer, UnicodeForm form, const uint32_t *text,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (text[i] >= FIRST_DECOMPOSED)
            decompose(buffer, text[i], form);
        else if (buffer->data)
            buffer->data[buffer->count++] = text[i];
        else
            buffer->count++, buffer->run = 0;
    }
}

size_t unicode_normalize_room(UnicodeForm form, const uint32_t *text, size_t count)
{
    enum { FEW = 64 };
    CodeBuffer counted = {0};
    if (count <= FEW) /* as much as there can be: sooner said than counted */
        counted.count = counted.longest = WIDEST_DECOMPOSITION * count;
    else
        decompose_all(&counted, form, text, count);
    return counted.count + (counted.longest > SHORT_RUN ? counted.longest : 0);
}

size_t unicode_normalize(UnicodeForm form, const uint32_t *text, size_t count,
                         uint32_t *out)
{
    CodeBuffer buffer = {.data = out};
    decompose_all(&buffer, form, text, count);
    order_marks(&buffer);
    if ((form & UNICODE_NFD) == 0)
        compose(&buffer);
    return buffer.count;
}
