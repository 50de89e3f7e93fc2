/* cjk.c - the module _minipy_cjk: the East Asian codecs that map one or more bytes to a
 * character, on tables that iconv fills for the first text that a codec gets: it takes
 * some ms, and programs that go through all encodings look most of them up only.
 *
 * Where CPython's tables differ from iconv's, cjk_fixes.inc (tools/make_cjk.py) has the
 * last word. The library's encodings reach them through the frozen modules _codecs_cn,
 * _codecs_jp, _codecs_kr, _codecs_tw and _multibytecodec.
 */
#include <iconv.h>

#include "stdlib/native.h"
#include "stdlib/text/cjk_private.h"
#include "vm/text/utf8.h"
#include "vm/bytes/buffer.h"

#include "stdlib/text/cjk_fixes.inc"

static const CjkSpec specs[] = {
#define CODEC(name, iconv_name, fallback, kind)                                        \
    {#name, iconv_name, fallback, kind, name##_decode, name##_encode, name##_pairs},
#include "stdlib/text/cjk_codecs.def"
#undef CODEC
};

#define CODEC_OBJ(v) ((CodecObj *)(uintptr_t)(v))

/* ---- tables ---------------------------------------------------------------------- */

static uint32_t iconv_one(iconv_t cd, const uint8_t *bytes, size_t n)
{
    uint32_t out[4] = {0};
    char *in = (char *)(uintptr_t)bytes, *to = (char *)out;
    size_t left = n, room = sizeof out;
    iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &in, &left, &to, &room) == (size_t)-1 || left || room != 12)
        return 0;
    return out[0];
}

static bool has_katakana(CjkKind kind)
{
    return kind == CJK_SHIFT_JIS || kind == CJK_CP932 || kind == CJK_SHIFT_JIS_2004;
}

static uint32_t single_byte(CjkKind kind, uint8_t c)
{
    if (kind == CJK_SHIFT_JIS_2004 && (c == 0x5c || c == 0x7e))
        return c == 0x5c ? 0xa5 : 0x203e;
    if (c < 0x80)
        return c;
    if (has_katakana(kind) && c >= 0xa1 && c <= 0xdf)
        return 0xff61u + c - 0xa1u;
    if (kind == CJK_CP932 && (c == 0x80 || c == 0xa0 || c >= 0xfd))
        return c == 0x80 ? 0x80 : c == 0xa0 ? 0xf8f0 : 0xf8f1u + c - 0xfdu;
    return 0;
}

int cjk_cell(const CjkTables *t, size_t cell, uint32_t out[2])
{
    uint32_t v = t->decode[cell];
    if (v == CJK_WHOLE)
        return 0;
    if (v >= 0xd800 && v < 0xe000) {
        const CjkPair *pair = &t->pairs[v - 0xd800];
        out[0] = pair->first;
        out[1] = pair->second;
        return 2;
    }
    out[0] = t->is_plane2[cell / 8] >> cell % 8 & 1 ? v + 0x20000 : v;
    return v != 0;
}

uint16_t cjk_pair_code(const CjkTables *t, uint32_t first, uint32_t second, bool *maybe)
{
    *maybe = false;
    if (!t->may_pair[first & 0xff])
        return 0;
    for (const CjkPair *p = t->pairs; p->code; p++) {
        *maybe = *maybe || p->first == first;
        if (p->first == first && p->second == second)
            return p->code;
    }
    return 0;
}

static size_t cell_of_code(uint32_t code)
{
    return code >> 16 ? cjk_cell_of_three(code >> 8 & 0xff, code & 0xff)
                      : cjk_cell_of_two(code >> 8 & 0xff, code & 0xff);
}

static void set_cell(CjkTables *t, size_t cell, uint32_t cp)
{
    uint8_t bit = (uint8_t)(1u << cell % 8);
    t->decode[cell] = (uint16_t)cp;
    t->is_plane2[cell / 8] =
        cp >> 16 == 2 ? t->is_plane2[cell / 8] | bit : t->is_plane2[cell / 8] & ~bit;
}

/* What iconv says to the codes of two bytes, and of three where there are some: of
 * those that are empty yet. */
static void fill_by_iconv(CjkTables *t, const CjkSpec *spec, iconv_t cd)
{
    for (unsigned a = 0x80; a < 0x100; a++)
        for (unsigned b = 0; b < 0x100; b++) {
            uint8_t pair[] = {(uint8_t)a, (uint8_t)b};
            size_t cell = cjk_cell_of_two(pair[0], pair[1]);
            bool used = single_byte(spec->kind, pair[0]) ||
                        (spec->kind == CJK_EUC_JP && a == 0x8f);
            if (!used && !t->decode[cell])
                set_cell(t, cell, iconv_one(cd, pair, 2));
        }
    for (unsigned a = 0xa1; spec->kind == CJK_EUC_JP && a < 0xff; a++)
        for (unsigned b = 0xa1; b < 0xff; b++) {
            uint8_t code[] = {0x8f, (uint8_t)a, (uint8_t)b};
            size_t cell = cjk_cell_of_three(code[1], code[2]);
            if (!t->decode[cell])
                set_cell(t, cell, iconv_one(cd, code, 3));
        }
}

static void fill_decode(CjkTables *t, const CjkSpec *spec)
{
    const char *const names[] = {spec->iconv_name, spec->fallback};
    for (int i = 0; i < 2; i++) {
        iconv_t cd = *names[i] ? iconv_open("UTF-32LE", names[i]) : (iconv_t)-1;
        if (cd != (iconv_t)-1) {
            fill_by_iconv(t, spec, cd);
            iconv_close(cd);
        }
    }
    for (const CjkFix *f = spec->decode; f->count; f++)
        for (unsigned i = 0; i < f->count; i++)
            set_cell(t, cell_of_code(f->first + i), f->value ? f->value + i : 0);
    t->pairs = spec->pairs;
    for (const CjkPair *p = spec->pairs; p->code; p++) {
        t->decode[cell_of_code(p->code)] = (uint16_t)(0xd800 + (p - spec->pairs));
        t->may_pair[p->first & 0xff] = true;
    }
}

static void note_code(CjkTables *t, size_t cell, unsigned code)
{
    uint32_t out[2];
    if (cjk_cell(t, cell, out) != 1)
        return;
    uint16_t *place =
        out[0] < 0x10000 ? &t->encode[out[0]] : &t->plane2[out[0] & 0xffff];
    if (!*place)
        *place = (uint16_t)code;
}

/* The rows of JIS X 0213's second plane go before those of JIS X 0212. */
static bool is_row_of_0213(unsigned a)
{
    return a == 0 || (a >= 2 && a <= 4) || a == 7 || (a >= 11 && a <= 14) || a >= 77;
}

static void fill_encode(CjkTables *t, const CjkSpec *spec)
{
    for (unsigned a = 0; a < 128; a++)
        for (unsigned b = 0; b < 256; b++)
            note_code(t, a << 8 | b, (a + 0x80) << 8 | b);
    for (unsigned part = 0; spec->kind == CJK_EUC_JP && part < 2; part++)
        for (unsigned cell = 0; cell < 94 * 94; cell++) {
            unsigned a = cell / 94, b = cell % 94;
            bool first = !*spec->fallback || is_row_of_0213(a);
            if (first == !part)
                note_code(t, CJK_TWO_BYTES + cell, (a + 0xa1) << 8 | (b + 0x21));
        }
    for (unsigned c = 0; c < 256; c++)
        if (single_byte(spec->kind, (uint8_t)c))
            t->encode[single_byte(spec->kind, (uint8_t)c)] = (uint16_t)c;
    for (const CjkFix *f = spec->encode; f->count; f++)
        for (unsigned i = 0; i < f->count; i++) {
            uint32_t cp = f->first + i;
            *(cp < 0x10000 ? &t->encode[cp] : &t->plane2[cp & 0xffff]) =
                (uint16_t)(f->value ? f->value + i : 0);
        }
    t->ascii_is_itself = true;
    for (unsigned c = 0; c < 0x80; c++)
        t->ascii_is_itself &= t->encode[c] == c;
    for (unsigned cp = 0x80; spec->kind == CJK_GB18030 && cp < 0x10000; cp++)
        if (!t->encode[cp] && (cp < 0xd800 || cp > 0xdfff))
            t->linear[t->nlinear++] = (uint16_t)cp;
}

/* ---- one character --------------------------------------------------------------- */

enum { GB_ASTRAL = 189000 }; /* number of the four-byte code of U+10000 */

static int decode_gb4(const CjkTables *t, const uint8_t *s, int64_t left, uint32_t *cp)
{
    if (left < 4)
        return CJK_INCOMPLETE;
    if (s[0] < 0x81 || s[0] > 0xfe || s[2] < 0x81 || s[2] > 0xfe || s[3] < 0x30 ||
        s[3] > 0x39)
        return -1;
    uint32_t n = (((s[0] - 0x81u) * 10 + (s[1] - 0x30u)) * 126 + (s[2] - 0x81u)) * 10 +
                 (s[3] - 0x30u);
    if (n >= GB_ASTRAL && n - GB_ASTRAL <= 0xfffff)
        *cp = 0x10000 + n - GB_ASTRAL;
    else if (n < t->nlinear)
        *cp = t->linear[n];
    else
        return -1;
    return 4;
}

/* The letters of KS X 1001 (0xa4a1...) at the beginning and the end of a syllable. */
static const uint8_t leading[] = {1,  2,  4,  7,  8,  9,  17, 18, 19, 21,
                                  22, 23, 24, 25, 26, 27, 28, 29, 30};
static const uint8_t trailing[] = {52, 1,  2,  3,  4,  5,  6,  7,  9,  10,
                                   11, 12, 13, 14, 15, 16, 17, 18, 20, 21,
                                   22, 23, 24, 26, 27, 28, 29, 30};

static int letter_index(const uint8_t *letters, size_t n, uint8_t byte)
{
    for (size_t i = 0; i < n; i++)
        if (letters[i] + 0xa0 == byte)
            return (int)i;
    return -1;
}

static int decode_syllable(const uint8_t *s, int64_t left, uint32_t *cp)
{
    if (left < 8)
        return CJK_INCOMPLETE;
    int lead = letter_index(leading, sizeof leading, s[3]);
    int vowel = s[5] >= 0xbf && s[5] <= 0xd3 ? s[5] - 0xbf : -1;
    int trail = letter_index(trailing, sizeof trailing, s[7]);
    if (s[2] != 0xa4 || s[4] != 0xa4 || s[6] != 0xa4 || lead < 0 || vowel < 0 ||
        trail < 0)
        return -1;
    *cp = 0xac00 + (uint32_t)((lead * 21 + vowel) * 28 + trail);
    return 8;
}

/* May the byte begin a longer code? Only then is the end of the input "incomplete". */
static bool is_lead(CjkKind kind, uint8_t c)
{
    if (kind == CJK_SHIFT_JIS || kind == CJK_SHIFT_JIS_2004)
        return (c >= 0x81 && c <= 0x9f) ||
               (c >= 0xe0 && c <= (kind == CJK_SHIFT_JIS ? 0xea : 0xfc));
    return true;
}

/* One code: its length in bytes, with *n characters in out; CJK_INCOMPLETE; or that
 * many bytes are wrong, negative. */
static int decode_char(const CodecObj *c, const uint8_t *s, int64_t left,
                       uint32_t out[2], int *n)
{
    const CjkTables *t = c->tables[0];
    CjkKind kind = c->spec->kind;
    *n = 1;
    out[0] = single_byte(kind, s[0]);
    if (out[0] || !s[0])
        return 1;
    if (!is_lead(kind, s[0]))
        return -1;
    if (left < 2)
        return CJK_INCOMPLETE;
    if (kind == CJK_GB18030 && s[1] >= 0x30 && s[1] <= 0x39)
        return decode_gb4(t, s, left, out);
    if (kind == CJK_EUC_KR && s[0] == 0xa4 && s[1] == 0xd4)
        return decode_syllable(s, left, out);
    if (kind == CJK_EUC_JP && s[0] == 0x8f) {
        if (left < 3)
            return CJK_INCOMPLETE;
        bool fits = s[1] >= 0xa1 && s[1] < 0xff && s[2] >= 0xa1 && s[2] < 0xff;
        *n = fits ? cjk_cell(t, cjk_cell_of_three(s[1], s[2]), out) : 0;
        return *n ? 3 : -1;
    }
    size_t cell = cjk_cell_of_two(s[0], s[1]);
    *n = cjk_cell(t, cell, out);
    return *n ? 2 : t->decode[cell] == CJK_WHOLE ? -2 : -1;
}

static int encode_gb4(const CjkTables *t, uint32_t cp, BytesBuilder *b)
{
    uint32_t n = GB_ASTRAL + cp - 0x10000, lo = 0, hi = t->nlinear;
    if (cp < 0x10000) {
        while (lo < hi) {
            uint32_t mid = (lo + hi) / 2;
            if (t->linear[mid] < cp)
                lo = mid + 1;
            else
                hi = mid;
        }
        if (lo == t->nlinear || t->linear[lo] != cp)
            return false;
        n = lo;
    }
    uint8_t out[] = {(uint8_t)(n / 12600 + 0x81), (uint8_t)(n / 1260 % 10 + 0x30),
                     (uint8_t)(n / 10 % 126 + 0x81), (uint8_t)(n % 10 + 0x30)};
    bytesbuilder_add(b, out, 4);
    return true;
}

static int encode_syllable(uint32_t cp, BytesBuilder *b)
{
    if (cp < 0xac00 || cp > 0xd7a3)
        return false;
    uint32_t n = cp - 0xac00;
    uint8_t out[] = {0xa4, 0xd4,
                     0xa4, (uint8_t)(leading[n / 588] + 0xa0),
                     0xa4, (uint8_t)(n / 28 % 21 + 0xbf),
                     0xa4, (uint8_t)(trailing[n % 28] + 0xa0)};
    bytesbuilder_add(b, out, 8);
    return true;
}

static void put_code(const CodecObj *c, uint16_t code, BytesBuilder *b)
{
    if (c->spec->kind == CJK_EUC_JP && code > 0xff && !(code & 0x80)) {
        bytesbuilder_byte(b, 0x8f);
        code |= 0x80;
    }
    if (code > 0xff)
        bytesbuilder_byte(b, (uint8_t)(code >> 8));
    bytesbuilder_byte(b, (uint8_t)code);
}

/* As cjk_escaped_encode, which does it for codecs with escapes. */
static int encode_char(const CodecObj *c, CjkState *state, uint32_t cp, uint32_t next,
                       bool flush, BytesBuilder *b)
{
    if (c->spec->kind >= CJK_HZ)
        return cjk_escaped_encode(c, state, cp, next, flush, b);
    const CjkTables *t = c->tables[0];
    bool maybe;
    uint16_t code = cjk_pair_code(t, cp, next, &maybe);
    if (maybe && next == UINT32_MAX && !flush)
        return CJK_INCOMPLETE;
    if (code) {
        put_code(c, code, b);
        return 2;
    }
    code = cjk_code(t, cp);
    if (code || !cp) {
        put_code(c, code, b);
        return 1;
    }
    if (c->spec->kind == CJK_GB18030)
        return encode_gb4(t, cp, b);
    return c->spec->kind == CJK_EUC_KR && encode_syllable(cp, b);
}

/* Characters from *pos on that are one or two bytes by the table, the most there is. */
static void encode_plain(const CodecObj *c, const CjkState *state, Value text,
                         int64_t *pos, BytesBuilder *b)
{
    const StrObj *s = STR(text);
    const CjkTables *t = c->tables[0];
    CjkKind kind = c->spec->kind;
    int64_t i = *pos;
    uint8_t *to = bytesbuilder_reserve(b, 2 * (s->length - i));
    if (!to)
        return;
    if (kind >= CJK_HZ) { /* they have escapes */
        int64_t size;
        *pos += cjk_escaped_encode_run(c, state, str_text(text), i, to, &size);
        b->size += size;
        return;
    }
    bool pairs = t->pairs->code != 0;
    uint8_t *begin = to;
    if (s->width == 1 && !pairs && t->ascii_is_itself) {
        int64_t n = (int64_t)utf8_ascii_prefix((const char *)s->data + i,
                                               (size_t)(s->length - i));
        memcpy(to, (const char *)s->data + i, (size_t)n);
        to += n;
        i += n;
    }
    for (; i < s->length; i++) {
        uint32_t cp = str_char_at(s, i);
        uint16_t code = cp < 0x10000 ? t->encode[cp] : 0;
        if ((!code && cp) || (pairs && t->may_pair[cp & 0xff]) ||
            (kind == CJK_EUC_JP && code > 0xff && !(code & 0x80)))
            break;
        if (code > 0xff)
            *to++ = (uint8_t)(code >> 8);
        *to++ = (uint8_t)code;
    }
    b->size += to - begin;
    *pos = i;
}

/* ---- texts ----------------------------------------------------------------------- */

/* A handler's position that is too big for an index is no OverflowError here. */
static int bad_position(MinipyVM *vm)
{
    if (error_matches(vm, EXC_OverflowError)) {
        error_clear(vm);
        error_set(vm, EXC_IndexError, "position -1 from error handler out of bounds");
    }
    return -1;
}

/* Codes of one byte of ASCII or of two from *pos on, the most there is: a piece at a
 * time, as a str of its own. */
static void decode_plain(const CodecObj *c, const CodecRun *run, int64_t *pos,
                         StrBuilder *b)
{
    enum { PIECE = 512 };
    uint16_t piece[PIECE];
    const uint16_t *table = c->tables[0]->decode;
    CjkKind kind = c->spec->kind;
    bool pairs = c->tables[0]->pairs->code != 0;
    if (kind == CJK_SHIFT_JIS_2004)
        return;
    for (int n = PIECE; n == PIECE && !b->failed;) {
        const uint8_t *s = run->data + *pos, *end = run->data + run->size;
        for (n = 0; n < PIECE && s < end; n++) {
            if (*s < 0x80) {
                piece[n] = *s++;
                continue;
            }
            size_t cell = end - s < 2 ? 0 : cjk_cell_of_two(s[0], s[1]);
            uint16_t cp = end - s < 2 ? 0 : table[cell];
            if (!cp || (pairs && cjk_is_special(c->tables[0], cell)))
                break;
            piece[n] = cp;
            s += 2;
        }
        strbuilder_text(b, (Text){piece, n, sizeof *piece});
        *pos = s - run->data;
    }
}

/* The same in the set that is in use. */
static void decode_set(const CodecObj *c, const CjkState *state, const CodecRun *run,
                       int64_t *pos, StrBuilder *b)
{
    enum { PIECE = 512 };
    uint16_t piece[PIECE];
    for (int n = PIECE; n == PIECE && !b->failed;) {
        *pos += cjk_escaped_decode_run(c, state, run->data + *pos, run->size - *pos,
                                       piece, &n);
        strbuilder_text(b, (Text){piece, n, sizeof *piece});
    }
}

static const CjkSpec *spec_named(const char *name)
{
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (strcmp(specs[i].name, name) == 0)
            return &specs[i];
    return NULL;
}

/* -1: MemoryError. */
static int fill_table(MinipyVM *vm, CodecObj *c, int which, const CjkSpec *spec)
{
    CjkTables *t = mem_calloc(vm, sizeof *t);
    if (!t)
        return -1;
    fill_decode(t, spec);
    fill_encode(t, spec);
    mem_free(vm, c->tables[which]); /* of a time when memory ran out for another */
    c->tables[which] = t;
    return 0;
}

static int fill_tables(MinipyVM *vm, CodecObj *c)
{
    bool old;
    if (c->spec->kind < CJK_HZ)
        return fill_table(vm, c, 0, c->spec);
    unsigned needed = cjk_escaped_tables(c->spec, &old);
    const char *const names[CJK_TABLES] = {"euc_jp", "euc_kr", "gb2312",
                                           old ? "euc_jisx0213" : "euc_jis_2004"};
    int r = 0;
    for (int i = 0; r == 0 && i < CJK_TABLES; i++)
        if (needed >> i & 1)
            r = fill_table(vm, c, i, spec_named(names[i]));
    return r;
}

/* Before a text of that size. -1: MemoryError. */
static int need_tables(MinipyVM *vm, CodecObj *c, int64_t size)
{
    if (c->filled || size == 0)
        return 0;
    if (fill_tables(vm, c) < 0)
        return -1;
    c->filled = true;
    return 0;
}

Value cjk_decode_text(MinipyVM *vm, CodecObj *c, const void *data, int64_t size,
                      const char *errors, bool final, CjkState *state, int64_t *used)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;
    bool escapes = c->spec->kind >= CJK_HZ, cut = false;
    if (need_tables(vm, c, size) < 0)
        return VALUE_NULL;
    codec_run_decode(&run, vm, c->spec->name, errors, data, size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        if (escapes)
            decode_set(c, state, &run, &pos, &b);
        else
            decode_plain(c, &run, &pos, &b);
        if (pos == run.size || b.failed)
            break;
        uint32_t out[2];
        int count;
        const uint8_t *s = run.data + pos;
        int64_t left = run.size - pos;
        int n = escapes ? cjk_escaped_decode(c, state, s, left, out, &count)
                        : decode_char(c, s, left, out, &count);
        if (n > 0) {
            for (int i = 0; i < count; i++)
                strbuilder_char(&b, out[i]);
            pos += n;
        } else if (n == CJK_INCOMPLETE && !final) {
            break;
        } else {
            cut = n == CJK_INCOMPLETE;
            error = codec_decode_trouble(&run, &b, &pos, pos, cut ? run.size : pos - n,
                                         cut ? "incomplete multibyte sequence"
                                             : "illegal multibyte sequence");
            if (error < 0)
                bad_position(vm);
        }
    }
    *used = error < 0 && cut ? CJK_INCOMPLETE : pos;
    return codec_decode_done(&run, &b, error);
}

/* What the handler says about one character, its text in this encoding. */
static int encode_trouble(CodecRun *run, CodecObj *c, CjkState *state, BytesBuilder *b,
                          int64_t *pos)
{
    int64_t used;
    Value r = codec_error(run, *pos, *pos + 1, "illegal multibyte sequence", pos);
    if (r && value_is_str(r)) {
        Value bytes = cjk_encode_text(run->vm, c, r, NULL, false, state, &used);
        value_decref(run->vm, r);
        r = bytes;
    }
    if (!r)
        return bad_position(run->vm);
    bytesbuilder_add(b, BYTES(r)->data, BYTES(r)->size);
    value_decref(run->vm, r);
    return 0;
}

Value cjk_encode_text(MinipyVM *vm, CodecObj *c, Value text, const char *errors,
                      bool final, CjkState *state, int64_t *used)
{
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0, n = str_length(text);
    int error = 0;
    if (need_tables(vm, c, n) < 0)
        return VALUE_NULL;
    codec_run_encode(&run, vm, c->spec->name, errors, text);
    bytesbuilder_init(&b, vm, n);
    while (pos < n && error == 0 && !b.failed) {
        encode_plain(c, state, text, &pos, &b);
        if (pos == n || b.failed)
            break;
        uint32_t next = pos + 1 < n ? str_char_at(STR(text), pos + 1) : UINT32_MAX;
        int r = encode_char(c, state, str_char_at(STR(text), pos), next, final, &b);
        if (r == CJK_INCOMPLETE)
            break;
        if (r > 0)
            pos += r;
        else
            error = encode_trouble(&run, c, state, &b, &pos);
    }
    if (final && error == 0)
        cjk_escaped_reset(c, state, &b);
    *used = pos;
    return codec_encode_done(&run, &b, error);
}

/* ---- arguments ------------------------------------------------------------------- */

static const TypeSpec codec_spec;

bool cjk_is_codec(Value v)
{
    return value_is_of(v, &codec_spec);
}

static bool errors_argument(MinipyVM *vm, Value v, const char **errors)
{
    *errors = NULL;
    if (!v || v == VALUE_NONE)
        return true;
    if (value_is_str(v))
        return (*errors = str_utf8(vm, v, NULL)) != NULL;
    arg_type_error(vm, "encode", "errors", "str or None", v);
    return false;
}

/* encode(input, errors=None) -> (bytes, length) */
FN(codec_encode)
{
    const char *errors;
    int64_t used;
    CjkState state = cjk_start(CODEC_OBJ(self), false);
    if (!errors_argument(vm, GIVEN(1), &errors))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "couldn't convert the object to unicode.");
    Value bytes =
        cjk_encode_text(vm, CODEC_OBJ(self), args[0], errors, true, &state, &used);
    Value r = bytes ? tuple_pack(vm, 2, bytes, value_from_imm(str_length(args[0])))
                    : VALUE_NULL;
    value_xdecref(vm, bytes);
    return r;
}

static Value decode_buffer(MinipyVM *vm, Value codec, Value data, Value errors_given,
                           bool final, CjkState *state, int64_t *used)
{
    const char *errors;
    Buffer view;
    if (!errors_argument(vm, errors_given, &errors) ||
        buffer_get(vm, data, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value text = cjk_decode_text(vm, CODEC_OBJ(codec), view.data, view.size, errors,
                                 final, state, used);
    buffer_release(vm, &view);
    return text;
}

/* decode(input, errors=None) -> (str, bytes used) */
FN(codec_decode)
{
    int64_t used;
    CjkState state = cjk_start(CODEC_OBJ(self), true);
    Value text = decode_buffer(vm, self, args[0], GIVEN(1), true, &state, &used);
    Value r = text ? tuple_pack(vm, 2, text, value_from_imm(used)) : VALUE_NULL;
    value_xdecref(vm, text);
    return r;
}

/* ---- the objects ----------------------------------------------------------------- */

static void codec_dealloc(MinipyVM *vm, Object *o)
{
    for (int i = 0; i < CJK_TABLES; i++)
        mem_free(vm, ((CodecObj *)(void *)o)->tables[i]);
}

static METHODS(codec_methods,
    {"encode", codec_encode, 0, "($self, /, input, errors=None)", "Return an encoded string version of `input\'."},
    {"decode", codec_decode, 0, "($self, /, input, errors=None)", "Decodes 'input'."},
);

static TYPE_SPEC(codec_spec,
    .name = "_multibytecodec.MultibyteCodec",
    .flags = TYPE_OWN_MODULE | TYPE_NO_NEW, .basicsize = sizeof(CodecObj),
    .dealloc = codec_dealloc,
    .methods = codec_methods,
);

FN(cjk_codec)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "encoding name must be a string.");
    const char *name = str_utf8(vm, args[0], NULL);
    const CjkSpec *spec = name ? spec_named(name) : NULL;
    if (!spec) {
        error_clear(vm);
        return error_set(vm, EXC_LookupError, "no such codec is supported.");
    }
    Value v = object_alloc_value(vm, module_type_borrow(vm, &codec_spec));
    if (!v)
        return VALUE_NULL;
    CODEC_OBJ(v)->spec = spec;
    CODEC_OBJ(v)->encoding = cjk_escaped_encoding(spec);
    return v;
}

static METHODS(functions,
    {"getcodec", cjk_codec, 0, "($module, name, /)", NULL},
);

static CONTENTS(contents,
    HAS_TYPE(NULL, &codec_spec),
    HAS_TYPE("MultibyteIncrementalEncoder", &cjk_encoder_spec),
    HAS_TYPE("MultibyteIncrementalDecoder", &cjk_decoder_spec),
    HAS_TYPE("MultibyteStreamReader", &cjk_reader_spec),
    HAS_TYPE("MultibyteStreamWriter", &cjk_writer_spec),
);

MODULE_SPEC(cjk_module_spec,
    .name = "_minipy_cjk",
    .methods = functions, .contents = contents,
);
