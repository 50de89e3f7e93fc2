/* cjk_escapes.c - East Asian codecs that switch character sets by escape sequences:
 * ISO 2022 for Japanese and Korean, and HZ.
 *
 * Each encoding is a list of sets that may be designated to G0 (as it is) or G1 (while
 * shifted out); the first set of the list that has a character encodes it. All are
 * read from the tables of the EUC codecs, whose codes are those of the sets with bit 7.
 */
#include "stdlib/text/cjk_private.h"

enum { ESC = 0x1b, SHIFT_OUT = 0x0e, SHIFT_IN = 0x0f };
enum { DOUBLE = 0x80 }; /* of a mark: two bytes a character */
/* The letters that end the sequences which designate the sets. */
enum {
    SET_ISO8859_1 = 'A',
    SET_ASCII = 'B',
    SET_ISO8859_7 = 'F',
    SET_JISX0201_K = 'I',
    SET_JISX0201_R = 'J',
    SET_JISX0208_OLD = '@' | DOUBLE,
    SET_GB2312 = 'A' | DOUBLE,
    SET_JISX0208 = 'B' | DOUBLE,
    SET_KSX1001 = 'C' | DOUBLE,
    SET_JISX0212 = 'D' | DOUBLE,
    SET_JISX0213_1_OLD = 'O' | DOUBLE,
    SET_JISX0213_2 = 'P' | DOUBLE,
    SET_JISX0213_1 = 'Q' | DOUBLE,
};
/* Where CjkState has what. */
enum { AT_G0, AT_G1, AT_G2, AT_FLAGS = 4, SHIFTED = 1, ESCAPE_PASSES = 2 };

typedef struct Designation {
    uint8_t mark, plane; /* plane: G0, G1, G2 */
} Designation;

/* What an encoding has besides its list. */
enum { NO_SHIFT = 1, USES_G2 = 2, OLD_0208_PREFIX = 4 };
typedef struct Encoding {
    const char *name;
    unsigned flags;
    Designation sets[9]; /* ends with a mark of 0 */
} Encoding;

#define JAPANESE (NO_SHIFT | OLD_0208_PREFIX)
/* clang-format off */
static const Encoding encodings[] = {
    {"iso2022_kr", 0, {{SET_KSX1001, 1}}},
    {"iso2022_jp", JAPANESE, {{SET_JISX0208, 0}, {SET_JISX0201_R, 0}, {SET_JISX0208_OLD, 0}}},
    {"iso2022_jp_1", JAPANESE, {{SET_JISX0208, 0}, {SET_JISX0212, 0}, {SET_JISX0201_R, 0}, {SET_JISX0208_OLD, 0}}},
    {"iso2022_jp_2", JAPANESE | USES_G2, {{SET_JISX0208, 0}, {SET_JISX0212, 0}, {SET_KSX1001, 0},
                                          {SET_GB2312, 0}, {SET_JISX0201_R, 0}, {SET_JISX0208_OLD, 0},
                                          {SET_ISO8859_1, 2}, {SET_ISO8859_7, 2}}},
    {"iso2022_jp_2004", JAPANESE, {{SET_JISX0208, 0}, {SET_JISX0213_1, 0}, {SET_JISX0213_2, 0}}},
    {"iso2022_jp_3", JAPANESE, {{SET_JISX0208, 0}, {SET_JISX0213_1_OLD, 0}, {SET_JISX0213_2, 0}}},
    {"iso2022_jp_ext", JAPANESE, {{SET_JISX0208, 0}, {SET_JISX0212, 0}, {SET_JISX0201_R, 0},
                                  {SET_JISX0201_K, 0}, {SET_JISX0208_OLD, 0}}},
};
/* clang-format on */

const Encoding *cjk_escaped_encoding(const CjkSpec *spec)
{
    const Encoding *e = encodings;
    if (spec->kind != CJK_ISO_2022)
        return NULL;
    while (strcmp(e->name, spec->name) != 0)
        e++;
    return e;
}

static int table_of(uint8_t mark)
{
    switch (mark) {
    case SET_KSX1001: return CJK_KR;
    case SET_GB2312: return CJK_CN;
    case SET_JISX0213_1:
    case SET_JISX0213_1_OLD:
    case SET_JISX0213_2: return CJK_0213;
    default: return CJK_JP;
    }
}

unsigned cjk_escaped_tables(const CjkSpec *spec, bool *old_0213)
{
    unsigned needed = spec->kind == CJK_HZ ? 1u << CJK_CN : 0;
    *old_0213 = false;
    if (spec->kind == CJK_ISO_2022)
        for (const Designation *d = cjk_escaped_encoding(spec)->sets; d->mark; d++) {
            needed |= d->mark & DOUBLE ? 1u << table_of(d->mark) : 0;
            *old_0213 = *old_0213 || d->mark == SET_JISX0213_1_OLD;
        }
    return needed;
}

CjkState cjk_start(const CodecObj *c, bool decodes)
{
    CjkState s = {{0}};
    if (c->spec->kind == CJK_ISO_2022) {
        s.byte[AT_G0] = s.byte[AT_G1] = SET_ASCII;
        s.byte[AT_G2] = decodes ? SET_ASCII : 0;
    }
    return s;
}

void cjk_reset_state(const CodecObj *c, CjkState *state)
{
    if (c->spec->kind == CJK_ISO_2022) {
        state->byte[AT_G0] = SET_ASCII;
        state->byte[AT_FLAGS] &= (uint8_t)~SHIFTED;
    } else if (c->spec->kind ==
               CJK_HZ) { /* the others have none, but keep what is set */
        state->byte[0] = 0;
    }
}

/* ---- sets ------------------------------------------------------------------------ */

/* The rows of JIS X 0213's second plane: those that JIS X 0212 leaves free, with which
 * it shares the codes of three bytes. */
static bool is_row_of_plane2(uint8_t row)
{
    return row == 0x21 || (row >= 0x23 && row <= 0x25) || row == 0x28 ||
           (row >= 0x2c && row <= 0x2f) || (row >= 0x6e && row <= 0x7e);
}

static bool is_half_width_mark(uint8_t mark)
{
    return mark == SET_JISX0201_K || mark == SET_JISX0201_R;
}

/* A byte of JIS X 0201; 0: none. */
static uint32_t decode_0201(uint8_t mark, uint8_t c)
{
    if (mark == SET_JISX0201_K)
        return c >= 0x21 && c <= 0x5f ? 0xff40u + c : 0;
    return c == 0x5c ? 0xa5 : c == 0x7e ? 0x203e : c;
}

static uint16_t encode_0201(uint8_t mark, uint32_t cp)
{
    if (mark == SET_JISX0201_K)
        return cp >= 0xff61 && cp <= 0xff9f ? (uint16_t)(cp - 0xff40) : 0;
    return cp == 0xa5 ? 0x5c : cp == 0x203e ? 0x7e : 0;
}

static bool in_three_bytes(uint8_t mark)
{
    return mark == SET_JISX0212 || mark == SET_JISX0213_2;
}

/* Two bytes of a set: how many characters. */
static int decode_two(const CodecObj *c, uint8_t mark, const uint8_t *s,
                      uint32_t out[2])
{
    const CjkTables *t = c->tables[table_of(mark)];
    if (s[0] < 0x21 || s[0] > 0x7e || s[1] < 0x21 || s[1] > 0x7e)
        return 0;
    if (mark == SET_JISX0213_2 && !is_row_of_plane2(s[0]))
        return 0;
    if (t == c->tables[CJK_0213] && s[0] == 0x22 && s[1] == 0x32) {
        out[0] = '~'; /* where EUC has the wide one */
        return 1;
    }
    uint8_t a = s[0] | 0x80, b = s[1] | 0x80;
    return cjk_cell(
        t, in_three_bytes(mark) ? cjk_cell_of_three(a, b) : cjk_cell_of_two(a, b), out);
}

/* The two bytes of a character of the set, 0: it has none. */
static uint16_t encode_two(const CodecObj *c, uint8_t mark, uint32_t cp)
{
    uint16_t code = cjk_code(c->tables[table_of(mark)], cp);
    if (code < 0xa100 || !(code & 0x80) != in_three_bytes(mark))
        return 0;
    if (cp == 0xff5e && table_of(mark) == CJK_0213)
        return 0; /* EUC's alone */
    if (mark == SET_JISX0213_2 && !is_row_of_plane2(code >> 8 & 0x7f))
        return 0;
    return code & 0x7f7f;
}

/* ---- decoding -------------------------------------------------------------------- */

static const Designation *find_set(const Encoding *e, uint8_t mark)
{
    for (const Designation *d = e->sets; d->mark; d++)
        if (d->mark == mark)
            return d;
    return NULL;
}

/* The sequence's length: up to a capital letter or @. */
static int escape_length(const Encoding *e, const uint8_t *s, int64_t left)
{
    enum { LONGEST = 16 };
    for (int i = 1; i < LONGEST; i++) {
        if (i >= left)
            return CJK_INCOMPLETE;
        if ((s[i] >= 'A' && s[i] <= 'Z') || s[i] == '@')
            return i + 1;
        if (e->flags & OLD_0208_PREFIX && i + 1 < left && s[i] == '&' &&
            s[i + 1] == '@')
            i += 2;
    }
    return -1;
}

/* Which of G0 to G2 it designates, and what; -1: no such sequence. */
static int escape_target(const Encoding *e, const uint8_t *s, int length, uint8_t *mark)
{
    if (length == 3) {
        *mark = s[1] == '$' ? s[2] | DOUBLE : s[2];
        return s[1] == '$' || s[1] == '('          ? AT_G0
               : s[1] == ')'                       ? AT_G1
               : s[1] == '.' && e->flags & USES_G2 ? AT_G2
                                                   : -1;
    }
    if (length == 4 && s[1] == '$') {
        *mark = s[3] | DOUBLE;
        return s[2] == '(' ? AT_G0 : s[2] == ')' ? AT_G1 : -1;
    }
    if (length == 6 && e->flags & OLD_0208_PREFIX && s[3] == ESC && s[4] == '$' &&
        s[5] == 'B') {
        *mark = SET_JISX0208;
        return AT_G0;
    }
    return -1;
}

static int decode_escape(const Encoding *e, CjkState *state, const uint8_t *s,
                         int64_t left)
{
    uint8_t mark = 0;
    int length = escape_length(e, s, left);
    if (length < 0)
        return length;
    int target = escape_target(e, s, length, &mark);
    if (target < 0 || (mark != SET_ASCII && !find_set(e, mark)))
        return -length;
    state->byte[target] = mark;
    return length;
}

/* ESC N c: a character of G2. */
static int decode_g2(const CjkState *state, const uint8_t *s, int64_t left,
                     uint32_t *cp)
{
    if (left < 3)
        return CJK_INCOMPLETE;
    if (s[2] >= 0x80 && state->byte[AT_G2] != SET_ISO8859_7)
        return -3;
    static const uint16_t greek[] = {0xa0, 0x2018, 0x2019, 0xa3,   0x20ac, 0x20af,
                                     0xa6, 0xa7,   0xa8,   0xa9,   0x37a,  0xab,
                                     0xac, 0xad,   0,      0x2015, 0xb0,   0xb1,
                                     0xb2, 0xb3,   0x384,  0x385,  0x386,  0xb7};
    if (state->byte[AT_G2] == SET_ISO8859_1) {
        *cp = s[2] + 0x80u;
    } else if (state->byte[AT_G2] == SET_ISO8859_7) {
        uint8_t c = s[2] ^ 0x80;
        *cp = c < 0xa0                 ? c
              : c < 0xb8               ? greek[c - 0xa0]
              : c == 0xbb || c == 0xbd ? c
              : c == 0xd2 || c == 0xff ? 0
                                       : 0x2d0u + c;
        /* CPython's table is the standard of 1987, without what 2003 added. */
        if (!*cp || c == 0xa4 || c == 0xa5 || c == 0xaa)
            return -3;
    } else {
        *cp = s[2];
    }
    return 3;
}

static int decode_after_esc(const Encoding *e, CjkState *state, const uint8_t *s,
                            int64_t left, uint32_t out[2], int *n)
{
    if (left < 2)
        return CJK_INCOMPLETE;
    if (strchr("()$.&", s[1]) && s[1])
        return decode_escape(e, state, s, left);
    *n = 1;
    if (e->flags & USES_G2 && s[1] == 'N')
        return decode_g2(state, s, left, out);
    state->byte[AT_FLAGS] |= ESCAPE_PASSES; /* a sequence of others: up to its letter */
    out[0] = ESC;
    return 1;
}

static int decode_2022(const CodecObj *c, CjkState *state, const uint8_t *s,
                       int64_t left, uint32_t out[2], int *n)
{
    const Encoding *e = c->encoding;
    uint8_t *flags = &state->byte[AT_FLAGS];
    bool shifts = !(e->flags & NO_SHIFT);
    *n = 0;
    if (*flags & ESCAPE_PASSES) {
        if ((s[0] >= 'A' && s[0] <= 'Z') || s[0] == '@')
            *flags &= (uint8_t)~ESCAPE_PASSES;
    } else if (s[0] == ESC) {
        return decode_after_esc(e, state, s, left, out, n);
    } else if (shifts && (s[0] == SHIFT_IN || s[0] == SHIFT_OUT)) {
        *flags = s[0] == SHIFT_OUT ? *flags | SHIFTED : *flags & ~SHIFTED;
        return 1;
    } else if (s[0] == '\n') {
        *flags &= (uint8_t)~SHIFTED;
    } else if (s[0] >= 0x20) {
        if (s[0] >= 0x80)
            return -1;
        uint8_t mark = state->byte[*flags & SHIFTED ? AT_G1 : AT_G0];
        if (is_half_width_mark(mark)) {
            *n = 1;
            return (out[0] = decode_0201(mark, s[0])) ? 1 : -1;
        }
        if (mark & DOUBLE) {
            if (left < 2)
                return CJK_INCOMPLETE;
            return (*n = decode_two(c, mark, s, out)) ? 2 : -2;
        }
    }
    *n = 1;
    out[0] = s[0];
    return 1;
}

static int decode_hz(const CodecObj *c, CjkState *state, const uint8_t *s, int64_t left,
                     uint32_t out[2], int *n)
{
    uint8_t *chinese = &state->byte[0];
    *n = 0;
    if ((s[0] == '~' || *chinese) && !(s[0] & 0x80) && left < 2)
        return CJK_INCOMPLETE;
    if (s[0] == '~') {
        if (s[1] == '~' && !*chinese) {
            out[0] = '~';
            *n = 1;
        } else if (s[1] == (*chinese ? '}' : '{')) {
            *chinese = !*chinese;
        } else if (s[1] != '\n' || *chinese) {
            return -1;
        }
        return 2;
    }
    if (s[0] & 0x80)
        return -1;
    if (*chinese)
        return (*n = decode_two(c, SET_GB2312, s, out)) ? 2 : -1;
    *n = 1;
    out[0] = s[0];
    return 1;
}

int cjk_escaped_decode(const CodecObj *c, CjkState *state, const uint8_t *s,
                       int64_t left, uint32_t out[2], int *n)
{
    return c->spec->kind == CJK_HZ ? decode_hz(c, state, s, left, out, n)
                                   : decode_2022(c, state, s, left, out, n);
}

/* The set that the next byte is of; 0: that takes a closer look. */
static uint8_t set_in_use(const CodecObj *c, const CjkState *state)
{
    if (c->spec->kind == CJK_HZ)
        return state->byte[0] ? SET_GB2312 : SET_ASCII;
    uint8_t flags = state->byte[AT_FLAGS];
    return flags & ESCAPE_PASSES ? 0 : state->byte[flags & SHIFTED ? AT_G1 : AT_G0];
}

/* Is what the tables have of the set all there is to say? */
static bool is_plain_set(uint8_t mark)
{
    return mark & DOUBLE && !in_three_bytes(mark) && table_of(mark) != CJK_0213;
}

static int64_t decode_ascii_run(const uint8_t *s, int64_t left, uint8_t stop,
                                uint16_t *out, int *n)
{
    int64_t i = 0;
    for (; i < *n && i < left && s[i] >= ' ' && s[i] < 0x80 && s[i] != stop; i++)
        out[i] = s[i];
    *n = (int)i;
    return i;
}

int64_t cjk_escaped_decode_run(const CodecObj *c, const CjkState *state,
                               const uint8_t *s, int64_t left, uint16_t *out, int *n)
{
    uint8_t mark = set_in_use(c, state), stop = c->spec->kind == CJK_HZ ? '~' : 0;
    int room = *n;
    if (mark == SET_ASCII)
        return decode_ascii_run(s, left, stop, out, n);
    *n = 0;
    if (!is_plain_set(mark))
        return 0;
    const CjkTables *t = c->tables[table_of(mark)];
    for (; *n < room && left >= 2; left -= 2, s += 2) {
        if (s[0] < 0x21 || s[0] > 0x7e || s[1] < 0x21 || s[1] > 0x7e || s[0] == stop)
            break;
        size_t cell = cjk_cell_of_two(s[0] | 0x80, s[1] | 0x80);
        if (!t->decode[cell] || cjk_is_special(t, cell))
            break;
        out[(*n)++] = t->decode[cell];
    }
    return 2 * *n;
}

/* ---- encoding -------------------------------------------------------------------- */

static void shift_in(CjkState *state, BytesBuilder *b)
{
    if (state->byte[AT_FLAGS] & SHIFTED)
        bytesbuilder_byte(b, SHIFT_IN);
    state->byte[AT_FLAGS] &= (uint8_t)~SHIFTED;
}

/* The set is to be the one that G0 or G1 has, and in use. */
static void designate(CjkState *state, uint8_t mark, uint8_t plane, BytesBuilder *b)
{
    if (plane == 0)
        shift_in(state, b);
    if (state->byte[plane] != mark) {
        bytesbuilder_byte(b, ESC);
        if (mark & DOUBLE)
            bytesbuilder_byte(b, '$');
        if (mark != SET_JISX0208)
            bytesbuilder_byte(b, plane ? ')' : '(');
        bytesbuilder_byte(b, mark & 0x7f);
        state->byte[plane] = mark;
    }
    if (plane == 1 && !(state->byte[AT_FLAGS] & SHIFTED)) {
        bytesbuilder_byte(b, SHIFT_OUT);
        state->byte[AT_FLAGS] |= SHIFTED;
    }
}

static void put_code(uint8_t mark, uint16_t code, BytesBuilder *b)
{
    if (mark & DOUBLE)
        bytesbuilder_byte(b, (uint8_t)(code >> 8));
    bytesbuilder_byte(b, (uint8_t)code);
}

/* A character that JIS X 0213 has a code for together with another waits for that,
 * though CPython's encoder then takes the two one by one. */
static bool waits_for_next(const CodecObj *c, uint32_t cp)
{
    bool maybe = false;
    if (c->tables[CJK_0213])
        cjk_pair_code(c->tables[CJK_0213], cp, UINT32_MAX, &maybe);
    return maybe;
}

static int encode_2022(const CodecObj *c, CjkState *state, uint32_t cp, uint32_t next,
                       bool flush, BytesBuilder *b)
{
    if (cp < 0x80) {
        if (state->byte[AT_G0] != SET_ASCII)
            designate(state, SET_ASCII, 0, b);
        shift_in(state, b);
        bytesbuilder_byte(b, (uint8_t)cp);
        return 1;
    }
    if (next == UINT32_MAX && !flush && waits_for_next(c, cp))
        return CJK_INCOMPLETE;
    for (const Designation *d = c->encoding->sets; d->mark; d++) {
        uint16_t code = d->plane == 2                 ? 0
                        : is_half_width_mark(d->mark) ? encode_0201(d->mark, cp)
                                                      : encode_two(c, d->mark, cp);
        if (code) {
            designate(state, d->mark, d->plane, b);
            put_code(d->mark, code, b);
            return 1;
        }
    }
    return 0;
}

static void hz_switch(CjkState *state, bool chinese, BytesBuilder *b)
{
    if (state->byte[0] != chinese)
        bytesbuilder_add(b, chinese ? "~{" : "~}", 2);
    state->byte[0] = chinese;
}

static int encode_hz(const CodecObj *c, CjkState *state, uint32_t cp, BytesBuilder *b)
{
    if (cp < 0x80) {
        hz_switch(state, false, b);
        bytesbuilder_byte(b, (uint8_t)cp);
        if (cp == '~')
            bytesbuilder_byte(b, '~');
        return 1;
    }
    uint16_t code = encode_two(c, SET_GB2312, cp);
    if (!code)
        return 0;
    hz_switch(state, true, b);
    put_code(SET_GB2312, code, b);
    return 1;
}

/* Is the set in use the one that comes first for any character that it has? Beside JIS
 * X 0213 one may have to wait for the next. */
static bool is_first_set(const CodecObj *c, const CjkState *state, uint8_t mark)
{
    if (c->spec->kind == CJK_HZ)
        return true;
    if (c->tables[CJK_0213])
        return false;
    const Designation *first = c->encoding->sets;
    return mark == first->mark &&
           first->plane == (state->byte[AT_FLAGS] & SHIFTED ? 1 : 0);
}

int64_t cjk_escaped_encode_run(const CodecObj *c, const CjkState *state, Text t,
                               int64_t from, uint8_t *out, int64_t *size)
{
    uint8_t mark = set_in_use(c, state), stop = c->spec->kind == CJK_HZ ? '~' : 0x80;
    int64_t i = from;
    bool ascii = mark == SET_ASCII && !(state->byte[AT_FLAGS] & SHIFTED);
    if (!ascii && !(is_plain_set(mark) && is_first_set(c, state, mark)))
        return *size = 0;
    for (; ascii && i < t.length && text_at(t, i) < 0x80 && text_at(t, i) != stop; i++)
        out[i - from] = (uint8_t)text_at(t, i);
    for (; !ascii && i < t.length; i++, out += 2) {
        uint16_t code = text_at(t, i) < 0x80 ? 0 : encode_two(c, mark, text_at(t, i));
        if (!code)
            break;
        out[0] = (uint8_t)(code >> 8);
        out[1] = (uint8_t)code;
    }
    *size = (i - from) * (ascii ? 1 : 2);
    return i - from;
}

int cjk_escaped_encode(const CodecObj *c, CjkState *state, uint32_t cp, uint32_t next,
                       bool flush, BytesBuilder *b)
{
    return c->spec->kind == CJK_HZ ? encode_hz(c, state, cp, b)
                                   : encode_2022(c, state, cp, next, flush, b);
}

void cjk_escaped_reset(const CodecObj *c, CjkState *state, BytesBuilder *b)
{
    if (c->spec->kind == CJK_HZ)
        hz_switch(state, false, b);
    else if (c->spec->kind == CJK_ISO_2022) {
        shift_in(state, b);
        if (state->byte[AT_G0] != SET_ASCII)
            designate(state, SET_ASCII, 0, b);
    }
}
