/* cjk.c - the module _minipy_cjk: the East Asian codecs that map one or more bytes to a
 * character, on tables that iconv fills when a codec is first asked for.
 *
 * Where CPython's tables differ from iconv's, cjk_fixes.inc (tools/make_cjk.py) has the
 * last word. The library's encodings reach them through the frozen modules _codecs_cn,
 * _codecs_jp, _codecs_kr, _codecs_tw and _multibytecodec.
 */
#include <errno.h>
#include <iconv.h>

#include "stdlib/native.h"
#include "vm/text/codecs_private.h"
#include "vm/bytes/buffer.h"

typedef enum CjkKind {
    CJK_PLAIN,     /* ASCII, and two bytes of which the first is above 0x7f */
    CJK_GB18030,   /* ... and four bytes, by calculation */
    CJK_EUC_JP,    /* ... and three bytes for JIS X 0212 */
    CJK_SHIFT_JIS, /* ... and half-width katakana in one byte */
    CJK_CP932,
    CJK_EUC_KR, /* ... and syllables made of letters in eight bytes */
} CjkKind;

/* `count` codes or characters from `first` on stand for those from `value` on; 0: for
 * none. */
typedef struct CjkFix {
    uint32_t first;
    uint16_t count;
    uint32_t value;
} CjkFix;
#include "stdlib/text/cjk_fixes.inc"

typedef struct CjkSpec {
    const char *name, *iconv_name;
    CjkKind kind;
    const CjkFix *decode, *encode;
} CjkSpec;
static const CjkSpec specs[] = {
#define CODEC(name, iconv_name, kind)                                                  \
    {#name, iconv_name, kind, name##_decode, name##_encode},
#include "stdlib/text/cjk_codecs.def"
#undef CODEC
};

enum { LINEAR_MAX = 0x10000, INCOMPLETE = -1, ILLEGAL = -2 };

typedef struct CjkTables {
    uint16_t decode[128]
                   [256]; /* by the first byte above 0x7f and the second; 0: none */
    uint16_t jisx0212[94][94];
    /* A byte, two, or JIS X 0212's two with bit 7 of the second clear; 0: none. */
    uint16_t encode[0x10000];
    uint16_t linear[LINEAR_MAX]; /* GB 18030's four-byte codes, in order */
    uint32_t nlinear;
} CjkTables;

typedef struct CodecObj {
    Object ob;
    const CjkSpec *spec;
    CjkTables *tables;
} CodecObj;
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

static uint32_t single_byte(CjkKind kind, uint8_t c)
{
    if (c < 0x80)
        return c;
    if ((kind == CJK_SHIFT_JIS || kind == CJK_CP932) && c >= 0xa1 && c <= 0xdf)
        return 0xff61u + c - 0xa1u;
    if (kind == CJK_CP932 && (c == 0x80 || c == 0xa0 || c >= 0xfd))
        return c == 0x80 ? 0x80 : c == 0xa0 ? 0xf8f0 : 0xf8f1u + c - 0xfdu;
    return 0;
}

static uint16_t *decode_cell(CjkTables *t, uint32_t code)
{
    if (code >> 16)
        return &t->jisx0212[(code >> 8 & 0xff) - 0xa1][(code & 0xff) - 0xa1];
    return &t->decode[(code >> 8) - 0x80][code & 0xff];
}

static void fill_decode(CjkTables *t, const CjkSpec *spec, iconv_t cd)
{
    for (unsigned a = 0x80; a < 0x100; a++)
        for (unsigned b = 0; b < 0x100; b++) {
            uint8_t pair[] = {(uint8_t)a, (uint8_t)b};
            bool used = single_byte(spec->kind, pair[0]) ||
                        (spec->kind == CJK_EUC_JP && a == 0x8f);
            t->decode[a - 0x80][b] = used ? 0 : (uint16_t)iconv_one(cd, pair, 2);
        }
    for (unsigned a = 0; spec->kind == CJK_EUC_JP && a < 94; a++)
        for (unsigned b = 0; b < 94; b++) {
            uint8_t code[] = {0x8f, (uint8_t)(a + 0xa1), (uint8_t)(b + 0xa1)};
            t->jisx0212[a][b] = (uint16_t)iconv_one(cd, code, 3);
        }
    for (const CjkFix *f = spec->decode; f->count; f++)
        for (unsigned i = 0; i < f->count; i++)
            *decode_cell(t, f->first + i) = (uint16_t)(f->value ? f->value + i : 0);
}

static void note_code(CjkTables *t, uint16_t cp, uint16_t code)
{
    if (cp && !t->encode[cp])
        t->encode[cp] = code;
}

static void fill_encode(CjkTables *t, const CjkSpec *spec)
{
    for (unsigned a = 0; a < 128; a++)
        for (unsigned b = 0; b < 256; b++)
            note_code(t, t->decode[a][b], (uint16_t)((a + 0x80) << 8 | b));
    for (unsigned a = 0; a < 94; a++)
        for (unsigned b = 0; b < 94; b++)
            note_code(t, t->jisx0212[a][b], (uint16_t)((a + 0xa1) << 8 | (b + 0x21)));
    for (unsigned c = 0; c < 256; c++)
        if (single_byte(spec->kind, (uint8_t)c))
            t->encode[single_byte(spec->kind, (uint8_t)c)] = (uint16_t)c;
    for (const CjkFix *f = spec->encode; f->count; f++)
        for (unsigned i = 0; i < f->count; i++)
            t->encode[f->first + i] = (uint16_t)(f->value ? f->value + i : 0);
    for (unsigned cp = 0x80; spec->kind == CJK_GB18030 && cp < 0x10000; cp++)
        if (!t->encode[cp] && (cp < 0xd800 || cp > 0xdfff))
            t->linear[t->nlinear++] = (uint16_t)cp;
}

/* ---- one character --------------------------------------------------------------- */

enum { GB_ASTRAL = 189000 }; /* number of the four-byte code of U+10000 */

static int decode_gb4(const CjkTables *t, const uint8_t *s, int64_t left, uint32_t *cp)
{
    if (left < 4)
        return INCOMPLETE;
    if (s[0] < 0x81 || s[0] > 0xfe || s[2] < 0x81 || s[2] > 0xfe || s[3] < 0x30 ||
        s[3] > 0x39)
        return ILLEGAL;
    uint32_t n = (((s[0] - 0x81u) * 10 + (s[1] - 0x30u)) * 126 + (s[2] - 0x81u)) * 10 +
                 (s[3] - 0x30u);
    if (n >= GB_ASTRAL && n - GB_ASTRAL <= 0xfffff)
        *cp = 0x10000 + n - GB_ASTRAL;
    else if (n < t->nlinear)
        *cp = t->linear[n];
    else
        return ILLEGAL;
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
        return INCOMPLETE;
    int lead = letter_index(leading, sizeof leading, s[3]);
    int vowel = s[5] >= 0xbf && s[5] <= 0xd3 ? s[5] - 0xbf : -1;
    int trail = letter_index(trailing, sizeof trailing, s[7]);
    if (s[2] != 0xa4 || s[4] != 0xa4 || s[6] != 0xa4 || lead < 0 || vowel < 0 ||
        trail < 0)
        return ILLEGAL;
    *cp = 0xac00 + (uint32_t)((lead * 21 + vowel) * 28 + trail);
    return 8;
}

/* May the byte begin a longer code? Only then is the end of the input "incomplete". */
static bool is_lead(CjkKind kind, uint8_t c)
{
    if (kind == CJK_SHIFT_JIS)
        return (c >= 0x81 && c <= 0x9f) || (c >= 0xe0 && c <= 0xea);
    return true;
}

/* Its length in bytes, or INCOMPLETE or ILLEGAL. */
static int decode_char(const CodecObj *c, const uint8_t *s, int64_t left, uint32_t *cp)
{
    const CjkTables *t = c->tables;
    CjkKind kind = c->spec->kind;
    *cp = single_byte(kind, s[0]);
    if (*cp || !s[0])
        return 1;
    if (!is_lead(kind, s[0]))
        return ILLEGAL;
    if (left < 2)
        return INCOMPLETE;
    if (kind == CJK_GB18030 && s[1] >= 0x30 && s[1] <= 0x39)
        return decode_gb4(t, s, left, cp);
    if (kind == CJK_EUC_KR && s[0] == 0xa4 && s[1] == 0xd4)
        return decode_syllable(s, left, cp);
    if (kind == CJK_EUC_JP && s[0] == 0x8f) {
        if (left < 3)
            return INCOMPLETE;
        bool fits = s[1] >= 0xa1 && s[1] < 0xff && s[2] >= 0xa1 && s[2] < 0xff;
        *cp = fits ? t->jisx0212[s[1] - 0xa1][s[2] - 0xa1] : 0;
        return *cp ? 3 : ILLEGAL;
    }
    *cp = t->decode[s[0] - 0x80][s[1]];
    return *cp ? 2 : ILLEGAL;
}

static bool encode_gb4(const CjkTables *t, uint32_t cp, BytesBuilder *b)
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

static bool encode_syllable(uint32_t cp, BytesBuilder *b)
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

static bool encode_char(const CodecObj *c, uint32_t cp, BytesBuilder *b)
{
    uint16_t code = cp < 0x10000 ? c->tables->encode[cp] : 0;
    if (cp < 0x80 && (code == cp || !cp)) {
        bytesbuilder_byte(b, (uint8_t)cp);
        return true;
    }
    if (!code) {
        if (c->spec->kind == CJK_GB18030)
            return encode_gb4(c->tables, cp, b);
        return c->spec->kind == CJK_EUC_KR && encode_syllable(cp, b);
    }
    if (c->spec->kind == CJK_EUC_JP && code > 0xff && !(code & 0x80)) {
        bytesbuilder_byte(b, 0x8f);
        code |= 0x80;
    }
    if (code > 0xff)
        bytesbuilder_byte(b, (uint8_t)(code >> 8));
    bytesbuilder_byte(b, (uint8_t)code);
    return true;
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

/* *used: how much was decoded; without `final` an unfinished code at the end is left.
 */
static Value decode(MinipyVM *vm, CodecObj *c, const void *data, int64_t size,
                    const char *errors, bool final, int64_t *used)
{
    CodecRun run;
    StrBuilder b;
    int64_t pos = 0;
    int error = 0;
    codec_run_decode(&run, vm, c->spec->name, errors, data, size);
    strbuilder_init(&b, vm);
    while (pos < run.size && error == 0 && !b.failed) {
        uint32_t cp;
        int n = decode_char(c, run.data + pos, run.size - pos, &cp);
        if (n > 0) {
            strbuilder_char(&b, cp);
            pos += n;
        } else if (n == INCOMPLETE && !final) {
            break;
        } else {
            error = codec_decode_trouble(
                &run, &b, &pos, pos, n == INCOMPLETE ? run.size : pos + 1,
                n == INCOMPLETE ? "incomplete multibyte sequence"
                                : "illegal multibyte sequence");
            if (error < 0)
                bad_position(vm);
        }
    }
    *used = pos;
    return codec_decode_done(&run, &b, error);
}

static Value encode(MinipyVM *vm, CodecObj *c, Value text, const char *errors);

/* What the handler says about one character, its text in this encoding. */
static int encode_trouble(CodecRun *run, CodecObj *c, BytesBuilder *b, int64_t *pos)
{
    Value r = codec_error(run, *pos, *pos + 1, "illegal multibyte sequence", pos);
    if (r && value_is_str(r)) {
        Value bytes = encode(run->vm, c, r, NULL);
        value_decref(run->vm, r);
        r = bytes;
    }
    if (!r)
        return bad_position(run->vm);
    bytesbuilder_add(b, BYTES(r)->data, BYTES(r)->size);
    value_decref(run->vm, r);
    return 0;
}

static Value encode(MinipyVM *vm, CodecObj *c, Value text, const char *errors)
{
    CodecRun run;
    BytesBuilder b;
    int64_t pos = 0, n = str_length(text);
    int error = 0;
    codec_run_encode(&run, vm, c->spec->name, errors, text);
    bytesbuilder_init(&b, vm, n);
    while (pos < n && error == 0 && !b.failed)
        if (encode_char(c, str_char_at(STR(text), pos), &b))
            pos++;
        else
            error = encode_trouble(&run, c, &b, &pos);
    return codec_encode_done(&run, &b, error);
}

/* ---- the objects ----------------------------------------------------------------- */

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
    if (!errors_argument(vm, GIVEN(1), &errors))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "couldn't convert the object to unicode.");
    Value bytes = encode(vm, CODEC_OBJ(self), args[0], errors);
    Value r = bytes ? tuple_pack(vm, 2, bytes, value_from_imm(str_length(args[0])))
                    : VALUE_NULL;
    value_xdecref(vm, bytes);
    return r;
}

/* decode(input, errors=None, final=True) -> (str, bytes used) */
FN(codec_decode)
{
    const char *errors;
    Buffer view;
    int64_t used;
    if (!errors_argument(vm, GIVEN(1), &errors))
        return VALUE_NULL;
    int final = GIVEN(2) ? object_is_true(vm, GIVEN(2)) : 1;
    if (final < 0 || buffer_get(vm, args[0], &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value text =
        decode(vm, CODEC_OBJ(self), view.data, view.size, errors, final, &used);
    buffer_release(vm, &view);
    Value r = text ? tuple_pack(vm, 2, text, value_from_imm(used)) : VALUE_NULL;
    value_xdecref(vm, text);
    return r;
}

static void codec_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((CodecObj *)(void *)o)->tables);
}

static METHODS(codec_methods,
    {"encode", codec_encode, 0, "($self, /, input, errors=None)", "Return an encoded string version of `input\'."},
    {"decode", codec_decode, 0, "($self, /, input, errors=None, final=True)", "Decodes 'input'."},
);

static TYPE_SPEC(codec_spec,
    .name = "_multibytecodec.MultibyteCodec",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(CodecObj),
    .dealloc = codec_dealloc,
    .methods = codec_methods,
);

FN(cjk_codec)
{
    const CjkSpec *spec = NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "encoding name must be a string.");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        if (str_equal_ascii(args[0], specs[i].name))
            spec = &specs[i];
    iconv_t cd = spec ? iconv_open("UTF-32LE", spec->iconv_name) : (iconv_t)-1;
    if (cd == (iconv_t)-1)
        return error_set(vm, EXC_LookupError, "no such codec is supported.");
    CodecObj *c =
        (CodecObj *)(void *)object_alloc(vm, module_type_borrow(vm, &codec_spec), 0);
    if (c) {
        c->spec = spec;
        c->tables = mem_calloc(vm, sizeof *c->tables);
    }
    if (c && c->tables) {
        fill_decode(c->tables, spec, cd);
        fill_encode(c->tables, spec);
    }
    iconv_close(cd);
    if (c && !c->tables) {
        value_decref(vm, value_from_obj(&c->ob));
        c = NULL;
    }
    return c ? value_from_obj(&c->ob) : VALUE_NULL;
}

static METHODS(functions,
    {"getcodec", cjk_codec, 0, "($module, name, /)", NULL},
);

static CONTENTS(contents,
    HAS_TYPE(NULL, &codec_spec),
);

MODULE_SPEC(cjk_module_spec,
    .name = "_minipy_cjk",
    .methods = functions, .contents = contents,
);
