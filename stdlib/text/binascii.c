/* binascii.c - the module binascii: bytes as text and back (hexadecimal, base64,
 * uuencode, quoted-printable), and two checksums.
 */
#include "vm/core/ascii.h"
#include "stdlib/native.h"
#include "stdlib/text/crc32.h"
#include "vm/bytes/bytes_private.h"
#include "vm/bytes/buffer.h"
#include "vm/numbers/number.h"

static const ErrorClass error_class = {
    .module = "binascii", .name = "Error", .base = EXC_ValueError};
static const ErrorClass incomplete_class = {
    .module = "binascii", .name = "Incomplete", .base = EXC_Exception};
#define binascii_error(vm, ...) module_error(vm, &error_class, __VA_ARGS__)

/* A bytes-like object, or (with text) an ASCII str. Release with input_close. */
typedef struct Input {
    Buffer view;
    const uint8_t *data;
    int64_t size;
} Input;

static bool input_open(MinipyVM *vm, Value v, bool text, Input *in)
{
    *in = (Input){0};
    if (text && value_is_str(v)) {
        if (!STR(v)->ascii)
            return error_set(vm, EXC_ValueError,
                             "string argument should contain only ASCII characters"),
                   false;
        in->data = STR(v)->data;
        in->size = STR(v)->length;
        return true;
    }
    if (text && !buffer_supported(vm, v))
        return error_set(vm, EXC_TypeError,
                         "argument should be bytes, buffer or ASCII string, not '%T'",
                         v),
               false;
    if (buffer_get(vm, v, &in->view, BUF_SIMPLE) < 0)
        return false;
    in->data = in->view.data;
    in->size = in->view.size;
    return true;
}

static void input_close(MinipyVM *vm, Input *in)
{
    if (in->view.obj)
        buffer_release(vm, &in->view);
}

/* The first argument and the flags behind it, which CPython takes as C ints; one that
 * is not given keeps its value. False: exception, and the input is closed. */
static bool input_and_flags(MinipyVM *vm, const Value *args, size_t nargs, bool text,
                            Input *in, int *flags)
{
    if (!input_open(vm, args[0], text, in))
        return false;
    for (size_t i = 1; i < nargs; i++)
        if (args[i] && !arg_int(vm, args[i], &flags[i - 1]))
            return input_close(vm, in), false;
    return true;
}

/* What convert makes of the first argument and of a flag behind it. */
static Value convert_input(MinipyVM *vm, const Value *args, size_t nargs, bool text,
                           Value (*convert)(MinipyVM *vm, const Input *in, int flag))
{
    Input in;
    int flag = false;
    if (!input_and_flags(vm, args, nargs, text, &in, &flag))
        return VALUE_NULL;
    Value made = convert(vm, &in, flag);
    input_close(vm, &in);
    return made;
}

/* ---- hexadecimal ----------------------------------------------------------------- */

FN(hexlify)
{
    Input in;
    if (!input_open(vm, args[0], false, &in))
        return VALUE_NULL;
    Value text =
        bytes_hex(vm, (ByteSpan){in.data, in.size}, true, args + 1, nargs - 1, kwnames);
    input_close(vm, &in);
    if (!text)
        return VALUE_NULL;
    Value b = bytes_from(vm, STR(text)->data, STR(text)->length);
    value_decref(vm, text);
    return b;
}

static Value decode_hex(MinipyVM *vm, const Input *in, int unused)
{
    (void)unused;
    Value b = in->size % 2 ? binascii_error(vm, "Odd-length string")
                           : bytes_alloc(vm, in->size / 2);
    if (!b)
        return VALUE_NULL;
    if (!bytes_unhex_pairs(BYTES(b)->data, in->data, in->size / 2)) {
        binascii_error(vm, "Non-hexadecimal digit found");
        value_clear(vm, &b);
    }
    return b;
}

FN(unhexlify)
{
    return convert_input(vm, args, nargs, true, decode_hex);
}

/* ---- base64 ---------------------------------------------------------------------- */

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Of a digit; -1: it is none. */
static int base64_value(uint8_t c)
{
    static const uint8_t values[256] = {
        /* and one more */
        ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,
        ['G'] = 7,  ['H'] = 8,  ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12,
        ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18,
        ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
        ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30,
        ['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36,
        ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42,
        ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
        ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54,
        ['2'] = 55, ['3'] = 56, ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60,
        ['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64,
    };
    return values[c] - 1;
}

FN(b2a_base64)
{
    Input in;
    int newline = true;
    if (!input_and_flags(vm, args, nargs, false, &in, &newline))
        return VALUE_NULL;
    Value b = bytes_alloc(vm, (in.size + 2) / 3 * 4 + (newline != 0));
    if (b) {
        uint8_t *out = BYTES(b)->data;
        for (int64_t i = 0; i < in.size; i += 3) {
            int64_t left = in.size - i;
            uint32_t n = (uint32_t)in.data[i] << 16 |
                         (left > 1 ? (uint32_t)in.data[i + 1] << 8 : 0) |
                         (left > 2 ? in.data[i + 2] : 0);
            *out++ = (uint8_t)base64_digits[n >> 18];
            *out++ = (uint8_t)base64_digits[n >> 12 & 63];
            *out++ = left > 1 ? (uint8_t)base64_digits[n >> 6 & 63] : '=';
            *out++ = left > 2 ? (uint8_t)base64_digits[n & 63] : '=';
        }
        if (newline)
            *out = '\n';
    }
    input_close(vm, &in);
    return b;
}

/* As long as four digits follow each other; *at goes behind them. False: not once. */
static bool put_quads(BytesBuilder *out, const uint8_t **at, const uint8_t *end)
{
    const uint8_t *p = *at;
    uint8_t *to = bytesbuilder_reserve(out, (end - p) / 4 * 3), *start = to;
    for (; to && end - p >= 4; p += 4, to += 3) {
        int a = base64_value(p[0]), b = base64_value(p[1]), c = base64_value(p[2]),
            d = base64_value(p[3]);
        if ((a | b | c | d) < 0)
            break;
        to[0] = (uint8_t)(a << 2 | b >> 4);
        to[1] = (uint8_t)(b << 4 | c >> 2);
        to[2] = (uint8_t)(c << 6 | d);
    }
    out->size += to - start;
    bool some = p > *at;
    *at = p;
    return some;
}

/* The decoded bytes; in strict mode anything but data and its padding is an error. */
static Value decode_base64(MinipyVM *vm, const Input *in, int strict)
{
    const uint8_t *p = in->data, *end = p + in->size;
    BytesBuilder out;
    unsigned quad = 0, left = 0, pads = 0;
    const char *error = NULL;
    bool padding_started = false;
    bytesbuilder_init(&out, vm, (in->size + 3) / 4 * 3);
    if (strict && p < end && *p == '=')
        error = "Leading padding not allowed";
    for (; p < end && !error; p++) {
        if (quad == 0 && !padding_started && put_quads(&out, &p, end)) {
            pads = 0;
            p--;
            continue;
        }
        if (*p == '=') {
            padding_started = true;
            if (quad >= 2 && quad + ++pads >= 4) {
                if (strict && p + 1 < end)
                    error = "Excess data after padding";
                if (!error)
                    return bytesbuilder_finish(&out);
            }
            continue;
        }
        int v = base64_value(*p);
        if (v < 0) {
            if (strict)
                error = "Only base64 data is allowed";
            continue;
        }
        if (strict && padding_started) {
            error = "Discontinuous padding not allowed";
            continue;
        }
        pads = 0;
        if (quad != 0) /* 2, 4 or 6 bits of this digit fill a byte */
            bytesbuilder_byte(&out, (uint8_t)(left << 2 * quad | v >> (6 - 2 * quad)));
        left = (unsigned)v & (63u >> 2 * quad);
        quad = (quad + 1) & 3;
    }
    if (!error && quad == 0)
        return bytesbuilder_finish(&out);
    if (error)
        binascii_error(vm, "%s", error);
    else if (quad == 1)
        binascii_error(vm,
                       "Invalid base64-encoded string: number of data characters "
                       "(%lld) cannot be 1 "
                       "more than a multiple of 4",
                       (long long)(out.size / 3 * 4 + 1));
    else
        binascii_error(vm, "Incorrect padding");
    bytesbuilder_discard(&out);
    return VALUE_NULL;
}

FN(a2b_base64)
{
    return convert_input(vm, args, nargs, true, decode_base64);
}

/* ---- uuencode -------------------------------------------------------------------- */

static Value encode_uu(MinipyVM *vm, const Input *in, int backtick)
{
    if (in->size > 45)
        return binascii_error(vm, "At most 45 bytes at once");
    Value b = bytes_alloc(vm, 2 + (in->size + 2) / 3 * 4);
    if (!b)
        return VALUE_NULL;
    uint8_t *out = BYTES(b)->data;
    *out++ = backtick && in->size == 0 ? '`' : (uint8_t)(' ' + in->size);
    for (int64_t i = 0; i < in->size; i += 3) {
        int64_t left = in->size - i;
        uint32_t n = (uint32_t)in->data[i] << 16 |
                     (left > 1 ? (uint32_t)in->data[i + 1] << 8 : 0) |
                     (left > 2 ? in->data[i + 2] : 0);
        for (int shift = 18; shift >= 0; shift -= 6) {
            uint32_t six = n >> shift & 63;
            *out++ = backtick && six == 0 ? '`' : (uint8_t)(' ' + six);
        }
    }
    *out = '\n';
    return b;
}

FN(b2a_uu)
{
    return convert_input(vm, args, nargs, false, encode_uu);
}

static Value decode_uu(MinipyVM *vm, const Input *in, int unused)
{
    (void)unused;
    const uint8_t *p = in->data, *end = p + in->size;
    /* Without a first byte CPython reads the NUL behind the data: 32 bytes. */
    int64_t n = ((p < end ? *p++ : 0) - ' ') & 63;
    Value b = bytes_alloc(vm, n);
    unsigned left = 0, bits = 0;
    uint8_t *out = b ? BYTES(b)->data : NULL;
    for (int64_t done = 0; b && done < n; p++) {
        unsigned c = p < end ? *p : 0;
        if (c == '\n' || c == '\r' || p >= end) {
            c = 0; /* trailing blanks may have been cut off */
        } else if (c < ' ' || c > ' ' + 64) {
            value_decref(vm, b);
            return binascii_error(vm, "Illegal char");
        } else {
            c = (c - ' ') & 63;
        }
        left = left << 6 | c;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[done++] = (uint8_t)(left >> bits);
            left &= (1u << bits) - 1;
        }
    }
    for (; b && p < end; p++)
        if (*p != ' ' && *p != ' ' + 64 && *p != '\n' && *p != '\r') {
            value_decref(vm, b);
            return binascii_error(vm, "Trailing garbage");
        }
    return b;
}

FN(a2b_uu)
{
    return convert_input(vm, args, nargs, true, decode_uu);
}

/* ---- quoted-printable ------------------------------------------------------------ */

static Value decode_qp(MinipyVM *vm, const Input *in, int header)
{
    BytesBuilder out;
    bytesbuilder_init(&out, vm, in->size);
    for (int64_t i = 0; i < in->size;) {
        const uint8_t *from = in->data + i;
        const uint8_t *mark = header ? from : memchr(from, '=', (size_t)(in->size - i));
        int64_t plain = mark ? mark - from : in->size - i;
        if (plain) {
            bytesbuilder_add(&out, from, plain);
            i += plain;
            continue;
        }
        uint8_t c = in->data[i++];
        if (c == '=') {
            if (i >= in->size)
                break;
            if (in->data[i] == '\n' || in->data[i] == '\r') { /* a soft line break */
                if (in->data[i] != '\n')
                    while (i < in->size && in->data[i] != '\n')
                        i++;
                if (i < in->size)
                    i++;
            } else if (in->data[i] == '=') {
                bytesbuilder_byte(&out, '=');
                i++;
            } else if (i + 1 < in->size && ascii_hex_value(in->data[i]) >= 0 &&
                       ascii_hex_value(in->data[i + 1]) >= 0) {
                bytesbuilder_byte(&out, (uint8_t)(ascii_hex_value(in->data[i]) << 4 |
                                                  ascii_hex_value(in->data[i + 1])));
                i += 2;
            } else {
                bytesbuilder_byte(&out, '=');
            }
        } else {
            bytesbuilder_byte(&out, header && c == '_' ? ' ' : c);
        }
    }
    return bytesbuilder_finish(&out);
}

FN(a2b_qp)
{
    return convert_input(vm, args, nargs, true, decode_qp);
}

typedef struct QpFlags {
    bool tabs, text, header;
} QpFlags;

/* Whether the byte at i must be written as =XX. */
static bool qp_needs_escape(const Input *in, int64_t i, int64_t column, QpFlags f)
{
    uint8_t c = in->data[i];
    bool last = i + 1 == in->size;
    if (c > 126 || c == '=' || (f.header && c == '_'))
        return true;
    if (c == '.' && column == 0)
        return last || in->data[i + 1] == '\n' || in->data[i + 1] == '\r' ||
               in->data[i + 1] == 0;
    if (!f.text && (c == '\r' || c == '\n'))
        return true;
    if ((c == '\t' || c == ' ') && last)
        return true;
    if (c == 9 || c == 32)
        return f.tabs;
    return c < 33 && c != 13 && c != 10;
}

static void qp_put_escape(BytesBuilder *out, uint8_t c)
{
    static const char digits[] = "0123456789ABCDEF";
    bytesbuilder_byte(out, '=');
    bytesbuilder_byte(out, (uint8_t)digits[c >> 4]);
    bytesbuilder_byte(out, (uint8_t)digits[c & 15]);
}

enum { MAX_LINE = 76 };

/* From i on, what goes as it is and leaves room for a soft line break behind it. */
static int64_t qp_plain_run(const Input *in, int64_t i, int64_t column, QpFlags f)
{
    int64_t start = i, end = i + MAX_LINE - 1 - column;
    if (end > in->size - 1)
        end = in->size - 1;
    for (; i < end; i++) {
        uint8_t c = in->data[i];
        bool plain = (c > ' ' && c < 127 && c != '=' && !(f.header && c == '_')) ||
                     (c == ' ' && !f.tabs && !f.header);
        if (!plain || (c == '.' && i == start && column == 0))
            break;
    }
    return i - start;
}

static void encode_qp(const Input *in, QpFlags f, BytesBuilder *out)
{
    int64_t column = 0;
    const uint8_t *first = memchr(in->data, '\n', (size_t)in->size);
    bool crlf = first && first > in->data && first[-1] == '\r';
    for (int64_t i = 0; i < in->size; i++) {
        int64_t plain = qp_plain_run(in, i, column, f);
        if (plain) {
            bytesbuilder_add(out, in->data + i, plain);
            column += plain;
            i += plain;
        }
        uint8_t c = in->data[i];
        bool line_end =
            c == '\n' || (c == '\r' && i + 1 < in->size && in->data[i + 1] == '\n');
        if (f.text && line_end) {
            /* a blank before the line end would be lost */
            uint8_t before = out->size ? out->obj->data[out->size - 1] : 0;
            if (column && (before == ' ' || before == '\t')) {
                out->size--;
                qp_put_escape(out, before);
            }
            if (crlf)
                bytesbuilder_byte(out, '\r');
            bytesbuilder_byte(out, '\n');
            i += c == '\r';
            column = 0;
            continue;
        }
        bool escape = qp_needs_escape(in, i, column, f);
        int64_t width = escape ? 3 : 1;
        bool ends_line = i + 1 == in->size || in->data[i + 1] == '\n';
        if (column + width > MAX_LINE - (ends_line && !escape ? 0 : 1)) {
            bytesbuilder_add(out, crlf ? "=\r\n" : "=\n", crlf ? 3 : 2);
            column = 0; /* and a dot there stays one, as in CPython */
        }
        if (escape)
            qp_put_escape(out, c);
        else
            bytesbuilder_byte(out, f.header && c == ' ' ? '_' : c);
        column += width;
    }
}

FN(b2a_qp)
{
    Input in;
    int flags[] = {false, true, false};
    if (!input_and_flags(vm, args, nargs, false, &in, flags))
        return VALUE_NULL;
    BytesBuilder out;
    bytesbuilder_init(&out, vm, in.size);
    encode_qp(&in, (QpFlags){flags[0], flags[1], flags[2]}, &out);
    input_close(vm, &in);
    return bytesbuilder_finish(&out);
}

/* ---- checksums ------------------------------------------------------------------- */

static bool start_arg(MinipyVM *vm, const Value *args, size_t nargs, uint32_t *out)
{
    *out = 0;
    if (nargs < 2)
        return true;
    uint64_t bits;
    if (!arg_low_bits(vm, args[1], &bits))
        return false;
    *out = (uint32_t)bits;
    return true;
}

/* The data and the checksum to go on from. */
static bool crc_open(MinipyVM *vm, const Value *args, size_t nargs, Input *in,
                     uint32_t *start)
{
    if (!input_open(vm, args[0], false, in))
        return false;
    if (start_arg(vm, args, nargs, start))
        return true;
    input_close(vm, in);
    return false;
}

FN(crc32)
{
    Input in;
    uint32_t crc;
    if (!crc_open(vm, args, nargs, &in, &crc))
        return VALUE_NULL;
    crc = crc32_update(crc, in.data, (size_t)in.size);
    input_close(vm, &in);
    return int_new(vm, (int64_t)crc);
}

FN(crc_hqx)
{
    Input in;
    uint32_t crc;
    if (!crc_open(vm, args, nargs, &in, &crc))
        return VALUE_NULL;
    crc &= 0xffff;
    for (int64_t i = 0; i < in.size; i++) {
        uint32_t x = crc >> 8 ^ in.data[i]; /* 0x1021: x^12 + x^5 + 1 */
        x ^= x >> 4;
        crc = (crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xffff;
    }
    input_close(vm, &in);
    return value_from_imm(crc);
}

static METHODS(functions,
    {"a2b_uu", a2b_uu, 0, "($module, data, /)", "Decode a line of uuencoded data."},
    {"b2a_uu", b2a_uu, 0, "($module, data, /, *, backtick=False)", "Uuencode line of data."},
    {"a2b_base64", a2b_base64, 0, "($module, data, /, *, strict_mode=False)", "Decode a line of base64 data."},
    {"b2a_base64", b2a_base64, 0, "($module, data, /, *, newline=True)", "Base64-code line of data."},
    {"hexlify", hexlify, 0, "($module, /, data, sep=<unrepresentable>, bytes_per_sep=1)",
     "Hexadecimal representation of binary data."},
    {"b2a_hex", hexlify, 0, "($module, /, data, sep=<unrepresentable>, bytes_per_sep=1)",
     "Hexadecimal representation of binary data."},
    {"unhexlify", unhexlify, 0, "($module, hexstr, /)", "Binary data of hexadecimal representation."},
    {"a2b_hex", unhexlify, 0, "($module, hexstr, /)", "Binary data of hexadecimal representation."},
    {"a2b_qp", a2b_qp, 0, "($module, /, data, header=False)", "Decode a string of qp-encoded data."},
    {"b2a_qp", b2a_qp, 0, "($module, /, data, quotetabs=False, istext=True, header=False)",
     "Encode a string using quoted-printable encoding."},
    {"crc_hqx", crc_hqx, 0, "($module, data, crc, /)", "Compute CRC-CCITT incrementally."},
    {"crc32", crc32, 0, "($module, data, crc=0, /)", "Compute CRC-32 incrementally."},
);

static CONTENTS(contents,
    HAS_ERROR("Error", &error_class), HAS_ERROR("Incomplete", &incomplete_class),
);

MODULE_SPEC(binascii_module_spec,
    .name = "binascii",
    .doc = "Conversion between binary data and ASCII",
    .methods = functions, .contents = contents,
);
