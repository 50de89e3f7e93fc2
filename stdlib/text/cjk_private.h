/* cjk_private.h - what the files of _minipy_cjk share: tables, and the states of codecs
 * that have some.
 *
 *     cjk.c          tables, codecs of one or more bytes a character, the module
 *     cjk_escapes.c  those that switch by escape sequences: ISO 2022, HZ
 *     cjk_coders.c   incremental coders and streams
 */
#ifndef MINIPY_STDLIB_TEXT_CJK_PRIVATE_H
#define MINIPY_STDLIB_TEXT_CJK_PRIVATE_H

#include "vm/text/codecs_private.h"

typedef enum CjkKind {
    CJK_PLAIN,     /* ASCII, and two bytes of which the first is above 0x7f */
    CJK_GB18030,   /* ... and four bytes, by calculation */
    CJK_EUC_JP,    /* ... and three bytes for JIS X 0212, or the second plane of 0213 */
    CJK_SHIFT_JIS, /* ... and half-width katakana in one byte */
    CJK_SHIFT_JIS_2004, /* ... and other characters in place of backslash and tilde */
    CJK_CP932,
    CJK_EUC_KR, /* ... and syllables made of letters in eight bytes */
    CJK_HZ,
    CJK_ISO_2022
} CjkKind;

/* `count` codes or characters from `first` on stand for those from `value` on; 0: for
 * none. */
typedef struct CjkFix {
    uint32_t first;
    uint16_t count;
    uint32_t value;
} CjkFix;

/* A code for two characters. */
typedef struct CjkPair {
    uint16_t code, first, second;
} CjkPair;

typedef struct CjkSpec {
    const char *name, *iconv_name, *fallback; /* fallback: of what the first has not */
    CjkKind kind;
    const CjkFix *decode, *encode;
    const CjkPair *pairs;
} CjkSpec;

enum { CJK_TWO_BYTES = 128 * 256, CJK_CELLS = CJK_TWO_BYTES + 94 * 94 };
/* In place of a character: both bytes of the code are wrong. */
enum { CJK_WHOLE = 0xdfff };
/* Returned in place of a length; an illegal sequence of n bytes is -n. */
enum { CJK_INCOMPLETE = -100 };

typedef struct CjkTables {
    /* By the first byte above 0x7f and the second; then those of three bytes (0x8f) by
     * the second and the third. 0: none; a surrogate: one of the pairs. */
    uint16_t decode[CJK_CELLS];
    uint8_t is_plane2[CJK_CELLS / 8 + 1]; /* a bit each: the character is 0x20000 on */
    /* A byte, two, or of three the last two with bit 7 of the third clear; 0: none. */
    uint16_t encode[0x10000];
    uint16_t plane2[0x10000]; /* the same for the characters from 0x20000 on */
    uint16_t linear[0x10000]; /* GB 18030's four-byte codes, in order */
    uint32_t nlinear;
    bool ascii_is_itself; /* when it is encoded */
    const CjkPair *pairs;
    bool may_pair[256]; /* by the low byte of a pair's first character */
} CjkTables;

/* What a codec that switches is in the middle of, as CPython's 8 bytes of state:
 * which sets are designated to G0, G1 and G2, and behind them whether it has shifted.
 * HZ: the first byte. */
typedef struct CjkState {
    uint8_t byte[8];
} CjkState;

enum { CJK_JP, CJK_KR, CJK_CN, CJK_0213, CJK_TABLES };
typedef struct CodecObj {
    Object ob;
    const CjkSpec *spec;
    const struct Encoding *encoding; /* of ISO 2022: cjk_escaped_encoding */
    CjkTables *tables[CJK_TABLES];   /* owned; a codec without escapes has the first */
    bool filled;                     /* they are; the first text asks for it */
} CodecObj;

/* Is the cell's character more than its 16 bits say? */
static inline bool cjk_is_special(const CjkTables *t, size_t cell)
{
    uint16_t v = t->decode[cell];
    return (v >= 0xd800 && v < 0xe000) || v == CJK_WHOLE ||
           (t->is_plane2[cell / 8] >> cell % 8 & 1);
}
/* How many characters the cell stands for: 0 to 2. */
int cjk_cell(const CjkTables *t, size_t cell, uint32_t out[2]);
/* The cell of two bytes, or of three (0x8f and these). */
static inline size_t cjk_cell_of_two(uint8_t a, uint8_t b)
{
    return (size_t)(a - 0x80) << 8 | b;
}
static inline size_t cjk_cell_of_three(uint8_t b, uint8_t c)
{
    return CJK_TWO_BYTES + (size_t)(b - 0xa1) * 94 + (size_t)(c - 0xa1);
}
static inline uint16_t cjk_code(const CjkTables *t, uint32_t cp)
{
    return cp < 0x10000 ? t->encode[cp] : cp >> 16 == 2 ? t->plane2[cp & 0xffff] : 0;
}
/* The code for first and second together; 0: none. *maybe: first begins a pair. */
uint16_t cjk_pair_code(const CjkTables *t, uint32_t first, uint32_t second,
                       bool *maybe);

/* Is it what getcodec() makes? */
bool cjk_is_codec(Value v);
/* *used: how much was decoded; without `final` an unfinished code at the end is left.
 * With an exception about such a code it is CJK_INCOMPLETE. */
Value cjk_decode_text(MinipyVM *vm, CodecObj *c, const void *data, int64_t size,
                      const char *errors, bool final, CjkState *state, int64_t *used);
/* *used: how many characters; without `final` one at the end that may begin a pair is
 * left, and the state stays as it is. */
Value cjk_encode_text(MinipyVM *vm, CodecObj *c, Value text, const char *errors,
                      bool final, CjkState *state, int64_t *used);

extern const TypeSpec cjk_encoder_spec, cjk_decoder_spec, cjk_reader_spec,
    cjk_writer_spec;

/* cjk_escapes.c: as the functions of cjk.c that they stand in for. decode: the length
 * in bytes, with *n characters in out. encode: how many characters were encoded (next:
 * the one behind, UINT32_MAX at the end), 0: it cannot be, CJK_INCOMPLETE: the next
 * must be known, which at the end without flush it is not. */
int cjk_escaped_decode(const CodecObj *c, CjkState *state, const uint8_t *s,
                       int64_t left, uint32_t out[2], int *n);
int cjk_escaped_encode(const CodecObj *c, CjkState *state, uint32_t cp, uint32_t next,
                       bool flush, BytesBuilder *b);
/* What needs no switch, the most there is: characters into out, n of them at first,
 * then how many there are; bytes into out, and their number. How much of the input it
 * was. */
int64_t cjk_escaped_decode_run(const CodecObj *c, const CjkState *state,
                               const uint8_t *s, int64_t left, uint16_t *out, int *n);
int64_t cjk_escaped_encode_run(const CodecObj *c, const CjkState *state, Text t,
                               int64_t from, uint8_t *out, int64_t *size);
const struct Encoding *cjk_escaped_encoding(const CjkSpec *spec); /* or NULL */
/* Back to ASCII at the end of a text. */
void cjk_escaped_reset(const CodecObj *c, CjkState *state, BytesBuilder *b);
CjkState cjk_start(const CodecObj *c, bool decodes);
/* As reset() of an incremental coder leaves it: what else is designated stays. */
void cjk_reset_state(const CodecObj *c, CjkState *state);
/* Which tables (bits) a codec with escapes needs; for 0213 the old version? */
unsigned cjk_escaped_tables(const CjkSpec *spec, bool *old_0213);
#endif
