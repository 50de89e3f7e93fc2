/* io_text_seek.c - tell() and seek() of TextIOWrapper.
 *
 * What tell() gives is a cookie, CPython's bit for bit: a position of the buffer where
 * the decoder keeps nothing back (a safe start), the decoder's flags there, how many
 * bytes it must be fed from there, and how many of the characters that come out are
 * before the place meant. seek() goes to the safe start and does that again. tell()
 * finds a safe start near by decoding the snapshot once more. Read first:
 * io_text_read.c.
 */
#include "stdlib/io/io_text_private.h"

#include "vm/numbers/int_big.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"

typedef struct Cookie {
    int64_t start;
    int32_t flags, feed, skip; /* bytes to feed, characters to skip */
    bool need_eof;
} Cookie;
enum { COOKIE_SIZE = 8 + 4 + 4 + 4 + 1, COOKIE_WORDS = 6 };

static Value cookie_build(MinipyVM *vm, const Cookie *c)
{
    uint32_t words[COOKIE_WORDS];
    memcpy(words, &c->start, 8);
    memcpy(words + 2, &c->flags, 4);
    memcpy(words + 3, &c->feed, 4);
    memcpy(words + 4, &c->skip, 4);
    words[5] = c->need_eof;
    return int_from_bit_digits(vm, words, COOKIE_WORDS, 32, false);
}

static int cookie_parse(MinipyVM *vm, Value v, Cookie *c)
{
    Value number = number_long(vm, v);
    if (!number)
        return -1;
    uint32_t words[COOKIE_WORDS] = {0};
    bool fits = int_bit_length(number) <= COOKIE_SIZE * 8 && int_sign(number) >= 0;
    if (fits) {
        IntView view;
        int_view(number, &view);
        for (int64_t i = int_digit_count(&view, 32); i-- > 0;)
            words[i] = int_digit(&view, i, 32);
    } else {
        error_set(vm, EXC_OverflowError,
                  int_sign(number) < 0 ? "can't convert negative int to unsigned"
                                       : "int too big to convert");
    }
    value_decref(vm, number);
    memcpy(&c->start, words, 8);
    memcpy(&c->flags, words + 2, 4);
    memcpy(&c->feed, words + 3, 4);
    memcpy(&c->skip, words + 4, 4);
    c->need_eof = words[5];
    return fits ? 0 : -1;
}

/* false: it is not, an exception is pending. */
static bool check_seekable(MinipyVM *vm, TextObj *t)
{
    if (t->seekable < 0)
        t->seekable = (int8_t)io_ask(vm, t->buffer, "seekable");
    if (t->seekable == 0)
        io_unsupported(vm, "underlying stream is not seekable");
    return t->seekable > 0;
}

/* flush() of the wrapper, which may be a subclass's. */
static int flush_self(MinipyVM *vm, Value self)
{
    Value r = io_flush(vm, self);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* The decoder stands where the cookie says: at a safe start. */
static int decoder_to(MinipyVM *vm, TextObj *t, const Cookie *c)
{
    /* Decoders that look for a BOM have no number for the start: they are reset. */
    if (c->start == 0 && c->flags == 0)
        return text_decoder_reset(vm, t);
    return text_decoder_restore(vm, t, vm->empty_bytes, value_from_imm(c->flags));
}

/* How many characters N bytes give; -1: error. */
static int64_t decoded_length(MinipyVM *vm, TextObj *t, const uint8_t *bytes, int64_t n,
                              bool final)
{
    Value input = bytes_from(vm, bytes, n);
    Value text = input ? text_decode(vm, t, input, final) : VALUE_NULL;
    int64_t length = text ? str_length(text) : -1;
    value_xdecref(vm, input);
    value_xdecref(vm, text);
    return length;
}

/* How many bytes the decoder keeps back, and its flags; -1: error. */
static int64_t kept_back(MinipyVM *vm, TextObj *t, int *flags)
{
    DecoderState s;
    if (text_decoder_state(vm, t, &s) < 0)
        return -1;
    int64_t n = arg_int_ranged(vm, s.flags, flags) && text_state_has_bytes(vm, &s)
                    ? BYTES(s.bytes)->size
                    : -1;
    text_state_drop(vm, &s);
    return n;
}

/* Looks for a safe start close before the place: bytes to go on from there. -1: error.
 */
static int64_t safe_start(MinipyVM *vm, TextObj *t, Value input, Cookie *c,
                          int64_t *chars)
{
    int64_t at = (int64_t)(t->bytes_per_char * (double)*chars), back = 1;
    if (at > BYTES(input)->size)
        at = BYTES(input)->size;
    while (at > 0) {
        int flags;
        int64_t n = -1, kept;
        if (decoder_to(vm, t, c) == 0)
            n = decoded_length(vm, t, BYTES(input)->data, at, false);
        if (n < 0)
            return -1;
        if (n > *chars) { /* too far */
            at -= back;
            back *= 2;
            continue;
        }
        kept = kept_back(vm, t, &flags);
        if (kept < 0)
            return -1;
        if (kept == 0) {
            c->flags = flags;
            *chars -= n;
            return at;
        }
        at -= kept;
        back = 1;
    }
    return decoder_to(vm, t, c) < 0 ? -1 : 0;
}

/* Feeds the decoder byte by byte until CHARS characters came out; what was a safe start
 * on the way becomes the cookie's. */
static int feed_bytes(MinipyVM *vm, TextObj *t, Value input, int64_t at, Cookie *c,
                      int64_t chars)
{
    int64_t decoded = 0;
    for (; at < BYTES(input)->size; at++) {
        int flags;
        int64_t n = decoded_length(vm, t, BYTES(input)->data + at, 1, false);
        if (n < 0)
            return -1;
        decoded += n;
        c->feed++;
        int64_t kept = kept_back(vm, t, &flags);
        if (kept < 0)
            return -1;
        if (kept == 0 && decoded <= chars) {
            c->start += c->feed;
            chars -= decoded;
            c->flags = flags;
            c->feed = 0;
            decoded = 0;
        }
        if (decoded >= chars)
            break;
    }
    if (at == BYTES(input)->size) { /* the end may bring more */
        int64_t n = decoded_length(vm, t, NULL, 0, true);
        if (n < 0)
            return -1;
        c->need_eof = true;
        if (decoded + n < chars)
            return error_set(vm, EXC_OSError,
                             "can't reconstruct logical file position"),
                   -1;
    }
    c->skip = (int32_t)chars;
    return 0;
}

/* The cookie of the place CHARS characters into what INPUT gives. */
static int find_place(MinipyVM *vm, TextObj *t, Value input, int64_t chars, Cookie *c)
{
    DecoderState saved;
    if (text_decoder_state(vm, t, &saved) < 0)
        return -1;
    int64_t at = safe_start(vm, t, input, c, &chars);
    int r = at < 0 ? -1 : 0;
    if (r == 0) {
        c->start += at;
        if (chars > 0)
            r = feed_bytes(vm, t, input, at, c, chars);
    }
    Value error = r < 0 ? error_fetch(vm) : VALUE_NULL;
    int restored = text_decoder_restore(vm, t, saved.bytes, saved.flags);
    if (error && restored < 0)
        error_chain_context_steal(vm, error);
    else if (error)
        error_restore_steal(vm, error);
    text_state_drop(vm, &saved);
    return r < 0 ? r : restored;
}

/* The place in the decoded text, when the buffer stands at AT. */
static Value cookie_of(MinipyVM *vm, TextObj *t, Value at)
{
    Cookie c = {0};
    Value input = value_incref(t->snapshot), result = VALUE_NULL;
    c.start = int_as_i64(vm, at);
    if ((c.start == -1 && error_occurred(vm)) ||
        !arg_int_ranged(vm, t->snapshot_flags, &c.flags))
        goto done;
    c.start = (int64_t)((uint64_t)c.start - (uint64_t)BYTES(input)->size);
    if (t->decoded_pos == 0 || find_place(vm, t, input, t->decoded_pos, &c) == 0)
        result = cookie_build(vm, &c);
done:
    value_decref(vm, input);
    return result;
}

Value text_tell(NATIVE_ARGS)
{
    TextObj *t = TEXT(self);
    if (!text_open(vm, t) || !check_seekable(vm, t))
        return VALUE_NULL;
    if (!t->telling)
        return error_set(vm, EXC_OSError, "telling position disabled by next() call");
    if (text_write_pending(vm, t) < 0 || flush_self(vm, self) < 0)
        return VALUE_NULL;
    Value at = text_call_buffer(vm, t, "tell", NULL, 0);
    if (!at || !t->can_read || !t->snapshot)
        return at;
    Value cookie = cookie_of(vm, t, at);
    value_decref(vm, at);
    return cookie;
}

/* Is V zero? -1: error. With no: UnsupportedOperation MESSAGE. */
static int check_zero(MinipyVM *vm, Value v, const char *message)
{
    int zero = object_compare_bool(vm, v, value_from_imm(0), CMP_EQ);
    if (zero == 0)
        io_unsupported(vm, message);
    return zero > 0 ? 0 : -1;
}

static Value seek_end(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    if (flush_self(vm, self) < 0)
        return VALUE_NULL;
    text_forget_decoded(vm, t);
    if (t->can_read && text_decoder_reset(vm, t) < 0)
        return VALUE_NULL;
    Value args[2] = {value_from_imm(0), value_from_imm(2)};
    Value at = text_call_buffer(vm, t, "seek", args, 2);
    if (!at || t->writes_as != CODEC_NONE)
        return at;
    int start = object_compare_bool(vm, at, value_from_imm(0), CMP_EQ);
    if (start < 0 || text_reset_encoder(vm, t, start) < 0)
        value_clear(vm, &at);
    return at;
}

/* Decodes again what is before the place, as a chunk that was read. */
static int replay(MinipyVM *vm, TextObj *t, const Cookie *c)
{
    Value feed = value_from_imm(c->feed), text = VALUE_NULL;
    Value input = text_call_buffer(vm, t, "read", &feed, 1);
    if (!input)
        return -1;
    if (!value_is_bytes(input)) {
        error_set(vm, EXC_TypeError,
                  "underlying read() should have returned a bytes object, not '%T'",
                  input);
        goto done;
    }
    value_set_steal(vm, &t->snapshot, value_incref(input));
    value_set_steal(vm, &t->snapshot_flags, value_from_imm(c->flags));
    if (t->can_read)
        text = text_decode(vm, t, input, c->need_eof);
    else /* CPython calls a decoder that is not there */
        error_set(vm, EXC_SystemError, "null argument to internal routine");
    if (!text)
        goto done;
    bool enough = c->skip >= 0 && str_length(text) >= c->skip;
    value_set_steal(vm, &t->decoded, value_incref(text));
    t->decoded_pos = enough ? c->skip : 0;
    if (!enough) {
        error_set(vm, EXC_OSError, "can't restore logical file position");
        value_clear(vm, &text);
    }
done:
    value_decref(vm, input);
    value_xdecref(vm, text);
    return text ? 0 : -1;
}

static int seek_to(MinipyVM *vm, Value self, Value to)
{
    TextObj *t = TEXT(self);
    Cookie c;
    int negative = object_compare_bool(vm, to, value_from_imm(0), CMP_LT);
    if (negative > 0)
        error_set(vm, EXC_ValueError, "negative seek position %R", to);
    if (negative || flush_self(vm, self) < 0 || cookie_parse(vm, to, &c) < 0)
        return -1;
    Value start = int_new(vm, c.start);
    Value r = start ? text_call_buffer(vm, t, "seek", &start, 1) : VALUE_NULL;
    value_xdecref(vm, start);
    value_xdecref(vm, r);
    if (!r)
        return -1;
    text_forget_decoded(vm, t);
    if (t->can_read && decoder_to(vm, t, &c) < 0)
        return -1;
    if (c.skip == 0) {
        value_set_steal(vm, &t->snapshot, value_incref(vm->empty_bytes));
        value_set_steal(vm, &t->snapshot_flags, value_from_imm(c.flags));
    } else if (replay(vm, t, &c) < 0) {
        return -1;
    }
    return t->writes_as == CODEC_NONE
               ? text_reset_encoder(vm, t, c.start == 0 && c.flags == 0)
               : 0;
}

Value text_seek(NATIVE_ARGS)
{
    TextObj *t = TEXT(self);
    int whence = 0;
    if ((GIVEN(1) && !arg_int(vm, args[1], &whence)) || !text_open(vm, t) ||
        !check_seekable(vm, t))
        return VALUE_NULL;
    Value to = VALUE_NULL;
    switch (whence) {
    case 0: to = value_incref(args[0]); break;
    case 1:
        if (check_zero(vm, args[0], "can't do nonzero cur-relative seeks") == 0)
            to = io_call0(vm, self, "tell");
        break;
    case 2:
        return check_zero(vm, args[0], "can't do nonzero end-relative seeks") < 0
                   ? VALUE_NULL
                   : seek_end(vm, self);
    default:
        error_set(vm, EXC_ValueError, "invalid whence (%d, should be 0, 1 or 2)",
                  whence);
    }
    if (to && seek_to(vm, self, to) < 0)
        value_clear(vm, &to);
    return to;
}
