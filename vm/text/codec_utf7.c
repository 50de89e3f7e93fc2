/* codec_utf7.c - UTF-7 (RFC 2152): ASCII, with everything else as UTF-16 in base64
 * between '+' and '-'.
 */
#include <string.h>

#include "vm/text/codecs_private.h"

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int base64_value(uint8_t c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* ---- decoding -------------------------------------------------------------------- */

typedef struct Utf7Decoder {
    CodecRun run;
    StrBuilder out;
    int64_t pos;
    bool in_shift;
    int64_t shift_start; /* of the '+' */
    int64_t out_start;   /* length of out at the '+' */
    uint32_t bits;       /* not yet a character */
    int nbits;
    uint32_t high; /* a high surrogate that waits for its other half */
} Utf7Decoder;

/* A UTF-16 unit out of the base64 part. */
static void take_unit(Utf7Decoder *d, uint32_t unit)
{
    if (d->high) {
        if (unit >= 0xDC00 && unit <= 0xDFFF) {
            strbuilder_char(&d->out,
                            0x10000 + ((d->high - 0xD800) << 10) + (unit - 0xDC00));
            d->high = 0;
            return;
        }
        strbuilder_char(&d->out, d->high);
        d->high = 0;
    }
    if (unit >= 0xD800 && unit <= 0xDBFF)
        d->high = unit;
    else
        strbuilder_char(&d->out, unit);
}

static int trouble(Utf7Decoder *d, int64_t start, int64_t end, const char *reason)
{
    return codec_decode_trouble(&d->run, &d->out, &d->pos, start, end, reason);
}

/* One byte inside a shift. -1: error. */
static int decode_shifted(Utf7Decoder *d)
{
    uint8_t c = d->run.data[d->pos];
    int value = base64_value(c);

    if (value >= 0) {
        d->pos++;
        d->bits = d->bits << 6 | (uint32_t)value;
        d->nbits += 6;
        if (d->nbits >= 16) {
            d->nbits -= 16;
            uint32_t unit = d->bits >> d->nbits;
            d->bits &= (1u << d->nbits) - 1;
            take_unit(d, unit);
        }
        return 0;
    }
    d->in_shift = false;
    if (d->nbits >= 6)
        return trouble(d, d->shift_start, d->pos + 1,
                       "partial character in shift sequence");
    if (d->nbits > 0 && d->bits != 0)
        return trouble(d, d->shift_start, d->pos + 1,
                       "non-zero padding bits in shift sequence");
    if (d->high && c < 0x80 && c != '+')
        strbuilder_char(&d->out, d->high);
    d->high = 0;
    if (c == '-')
        d->pos++;
    return 0;
}

static int decode_direct(Utf7Decoder *d)
{
    uint8_t c = d->run.data[d->pos];

    if (c >= 0x80)
        return trouble(d, d->pos, d->pos + 1, "unexpected special character");
    if (c != '+') {
        const uint8_t *from = d->run.data + d->pos, *end = d->run.data + d->run.size;
        const uint8_t *to = from;
        while (to < end && *to < 0x80 && *to != '+')
            to++;
        strbuilder_bytes(&d->out, (const char *)from, to - from);
        d->pos += to - from;
        return 0;
    }
    d->shift_start = d->pos++;
    if (d->pos < d->run.size && d->run.data[d->pos] == '-') {
        strbuilder_char(&d->out, '+');
        d->pos++;
        return 0;
    }
    if (d->pos < d->run.size && base64_value(d->run.data[d->pos]) < 0)
        return trouble(d, d->shift_start, d->pos + 1, "ill-formed sequence");
    d->in_shift = true;
    d->high = 0;
    d->bits = 0;
    d->nbits = 0;
    d->out_start = d->out.length;
    return 0;
}

Value codec_decode_utf7(MinipyVM *vm, const void *data, int64_t size,
                        const char *errors, int64_t *consumed)
{
    Utf7Decoder d = {.pos = 0};
    int error = 0;

    codec_run_decode(&d.run, vm, "utf7", errors, data, size);
    strbuilder_init(&d.out, vm);
    do {
        while (d.pos < d.run.size && error == 0 && !d.out.failed)
            error = d.in_shift ? decode_shifted(&d) : decode_direct(&d);
        if (error == 0 && d.in_shift && !consumed &&
            (d.high || d.nbits >= 6 || (d.nbits > 0 && d.bits != 0))) {
            d.in_shift = false;
            error =
                trouble(&d, d.shift_start, d.run.size, "unterminated shift sequence");
        }
    } while (error == 0 && d.pos < d.run.size && !d.out.failed);
    if (consumed && d.in_shift) {
        /* The shift begins again when there is more. */
        *consumed = d.shift_start;
        Value all = codec_decode_done(&d.run, &d.out, error);
        if (!all)
            return VALUE_NULL;
        Value kept = str_substring(vm, all, 0, d.out_start);
        value_decref(vm, all);
        return kept;
    }
    if (consumed)
        *consumed = d.pos;
    return codec_decode_done(&d.run, &d.out, error);
}

/* ---- encoding -------------------------------------------------------------------- */

typedef struct Utf7Encoder {
    uint8_t *out; /* with room for what the longest character takes */
    uint32_t bits;
    int nbits;
    bool in_shift;
} Utf7Encoder;
/* Three units of base64 for half a pair, a switch before it or behind it. */
enum { MOST_BYTES = 8 };

/* Characters that stand for themselves outside of base64. */
static bool is_direct(uint32_t ch)
{
    return ch > 0 && ch < 0x80 &&
           ((ch >= ' ' && ch < 0x7f && ch != '+' && ch != '\\' && ch != '~') ||
            ch == '\t' || ch == '\n' || ch == '\r');
}

static void put_unit(Utf7Encoder *e, uint32_t unit)
{
    e->bits = e->bits << 16 | unit;
    e->nbits += 16;
    while (e->nbits >= 6) {
        e->nbits -= 6;
        *e->out++ = (uint8_t)base64_digits[e->bits >> e->nbits & 0x3f];
    }
    e->bits &= (1u << e->nbits) - 1;
}

static void put_rest(Utf7Encoder *e)
{
    if (e->nbits > 0)
        *e->out++ = (uint8_t)base64_digits[e->bits << (6 - e->nbits) & 0x3f];
    e->bits = 0;
    e->nbits = 0;
}

static void put_char(Utf7Encoder *e, uint32_t ch)
{
    if (is_direct(ch) || (ch == '+' && !e->in_shift)) {
        if (e->in_shift) {
            put_rest(e);
            e->in_shift = false;
            if (base64_value((uint8_t)ch) >= 0 || ch == '-')
                *e->out++ = '-';
        }
        *e->out++ = (uint8_t)ch;
        if (ch == '+')
            *e->out++ = '-';
        return;
    }
    if (!e->in_shift) {
        *e->out++ = '+';
        e->in_shift = true;
    }
    if (ch >= 0x10000) {
        put_unit(e, 0xD800 + ((ch - 0x10000) >> 10));
        ch = 0xDC00 + ((ch - 0x10000) & 0x3ff);
    }
    put_unit(e, ch);
}

/* Those that the text begins with and that stand for themselves: how many. */
static int64_t put_direct(Utf7Encoder *e, Text t)
{
    uint8_t *out = e->out;
    int64_t i = 0;
    if (t.width == 1)
        for (const uint8_t *p = t.data; i < t.length && is_direct(p[i]); i++)
            out[i] = p[i];
    else
        for (; i < t.length && is_direct(text_at(t, i)); i++)
            out[i] = (uint8_t)text_at(t, i);
    e->out = out + i;
    return i;
}

/* Characters from *pos on, some at a time. False: no memory. */
static bool put_piece(Utf7Encoder *e, BytesBuilder *b, Text t, int64_t *pos)
{
    enum { PIECE = 1024 };
    int64_t n = t.length - *pos < PIECE ? t.length - *pos : PIECE;
    uint8_t *start = bytesbuilder_reserve(b, (n + 1) * MOST_BYTES);
    if (!start)
        return false;
    e->out = start;
    while (n > 0) {
        int64_t direct = e->in_shift ? 0 : put_direct(e, text_slice(t, *pos, *pos + n));
        *pos += direct;
        n -= direct;
        if (n > 0) {
            put_char(e, text_at(t, (*pos)++));
            n--;
        }
    }
    if (*pos == t.length) {
        put_rest(e);
        if (e->in_shift)
            *e->out++ = '-';
    }
    b->size += e->out - start;
    return true;
}

Value codec_encode_utf7(MinipyVM *vm, Value s)
{
    Text t = str_text(s);
    Utf7Encoder e = {.nbits = 0};
    BytesBuilder b;
    int64_t pos = 0;

    bytesbuilder_init(&b, vm, t.length);
    while (pos < t.length && put_piece(&e, &b, t, &pos))
        ;
    return bytesbuilder_finish(&b);
}
