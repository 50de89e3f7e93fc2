/* io_text_read.c - how TextIOWrapper decodes and reads.
 *
 * utf-8, ascii and latin-1 are decoded here, the beginning of a character waiting for
 * its rest in `tail`; other encodings go through an incremental decoder of `codecs`.
 * Newlines are translated behind either. What text_decoder_state says of our own
 * decoders is what those of `codecs`, inside an IncrementalNewlineDecoder, would say:
 * it ends up in the cookies of tell(). For these a chunk is kept, as `snapshot`, with
 * the state from before it. Read first: io_text_private.h.
 */
#include "stdlib/io/io_text_private.h"
#include "vm/text/search.h"
#include "vm/text/str_private.h"

#include "vm/bytes/buffer.h"
#include "vm/objects/call.h"

/* ---- our own decoders ------------------------------------------------------------ */

/* How many bytes at the end may be the start of a character that is not complete. */
static int64_t utf8_incomplete(const uint8_t *s, int64_t n)
{
    for (int64_t back = 1; back <= 3 && back <= n; back++) {
        uint8_t c = s[n - back];
        if (c < 0x80)
            return 0;
        if (c >= 0xc2 && c <= 0xf4) {
            int need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            if (need <= back)
                return 0;
            /* A second byte that cannot follow makes it an error now, not later; half
             * a surrogate waits, for an error handler could take a whole one. */
            if (back >= 2) {
                uint8_t d = s[n - back + 1];
                if ((c == 0xe0 && d < 0xa0) || (c == 0xf0 && d < 0x90) ||
                    (c == 0xf4 && d > 0x8f))
                    return 0;
            }
            return back;
        }
        if (c >= 0xc0)
            return 0;
    }
    return 0;
}

/* The bytes cannot be decoded: raises that again where CPython would have, in the
 * Python code of the codec, so that the traceback shows the codec. */
static void fail_in_codec(MinipyVM *vm, TextObj *t, Value bytes, bool final)
{
    Value saved = error_fetch(vm), args[2] = {bytes, value_from_bool(final)};
    Value decoder = text_incremental(vm, t, "getincrementaldecoder");
    Value text =
        decoder ? call_method_cstr(vm, decoder, "decode", args, 2) : VALUE_NULL;
    if (error_matches(vm, EXC_UnicodeDecodeError)) {
        value_decref(vm, saved);
    } else {
        error_clear(vm);
        error_restore_steal(vm, saved);
    }
    value_xdecref(vm, decoder);
    value_xdecref(vm, text);
}

/* The bytes of INPUT behind those left over from before. */
static Value with_tail(MinipyVM *vm, TextObj *t, Value input)
{
    Value bytes = VALUE_NULL, all;
    if (value_is_bytes(input)) {
        bytes = value_incref(input);
    } else {
        Buffer view;
        if (buffer_get(vm, input, &view, BUF_SIMPLE) < 0)
            return VALUE_NULL;
        bytes = bytes_from(vm, view.data, view.size);
        buffer_release(vm, &view);
    }
    if (!bytes || !t->ntail)
        return bytes;
    Value tail = bytes_from(vm, t->tail, t->ntail);
    all = tail ? bytes_concat(vm, tail, bytes) : VALUE_NULL;
    value_xdecref(vm, tail);
    value_decref(vm, bytes);
    return all;
}

static Value decode_native(MinipyVM *vm, TextObj *t, Value input, bool final)
{
    BuiltinCodec codec = t->reads_as;
    Value all = with_tail(vm, t, input), held = value_incref(t->errors);
    const char *errors = all ? str_utf8(vm, held, NULL) : NULL;
    Value text = VALUE_NULL;
    if (errors) {
        const uint8_t *s = BYTES(all)->data;
        int64_t n = BYTES(all)->size;
        int kept = !final && codec == CODEC_UTF8 ? (int)utf8_incomplete(s, n) : 0;
        text = str_decode(vm, s, n - kept, io_own_codecs[codec], errors);
        if (text) {
            memcpy(t->tail, s + n - kept, (size_t)kept);
            t->ntail = kept;
        } else if (error_matches(vm, EXC_UnicodeDecodeError) &&
                   strcmp(errors, "strict") == 0) {
            fail_in_codec(vm, t, all, final);
        }
    }
    value_xdecref(vm, all);
    value_decref(vm, held);
    return text;
}

/* ---- any decoder ----------------------------------------------------------------- */

static Value decode_with(MinipyVM *vm, Value decoder, Value input, bool final)
{
    Value args[2] = {input, value_from_bool(final)};
    value_incref(decoder);
    Value text = call_method_cstr(vm, decoder, "decode", args, 2);
    value_decref(vm, decoder);
    if (text && !value_is_str(text)) {
        error_set(vm, EXC_TypeError, "decoder should return a string result, not '%T'",
                  text);
        value_clear(vm, &text);
    }
    return text;
}

Value text_decode(MinipyVM *vm, TextObj *t, Value input, bool final)
{
    Value text = VALUE_NULL, decoder = VALUE_NULL;
    if (t->reads_as == CODEC_NONE) {
        if (!t->decoder)
            return io_unsupported(vm, "not readable");
        text = decode_with(vm, t->decoder, input, final);
    } else if (buffer_supported(vm, input)) {
        text = decode_native(vm, t, input, final);
    } else { /* the codec refuses it */
        decoder = text_incremental(vm, t, "getincrementaldecoder");
        text = decoder ? decode_with(vm, decoder, input, final) : VALUE_NULL;
        value_xdecref(vm, decoder);
    }
    return text && t->universal
               ? newlines_translate_steal(vm, text, t->translate_read, final,
                                          &t->pending_cr, &t->seen)
               : text;
}

int text_decoder_state(MinipyVM *vm, TextObj *t, DecoderState *out)
{
    if (t->reads_as != CODEC_NONE) {
        out->bytes = bytes_from(vm, t->tail, t->ntail);
        out->flags = value_from_imm(t->universal && t->pending_cr);
        return out->bytes ? 0 : -1;
    }
    if (!t->decoder)
        return io_unsupported(vm, "not readable"), -1;
    Value decoder = value_incref(t->decoder);
    Value state = io_call0(vm, decoder, "getstate");
    value_decref(vm, decoder);
    if (!state)
        return -1;
    uint64_t flags;
    int r = 0;
    *out = (DecoderState){VALUE_NULL, VALUE_NULL};
    if (!t->universal && (!value_is_tuple(state) || tuple_size(state) != 2)) {
        r = (error_set(vm, EXC_TypeError, "illegal decoder state"), -1);
    } else if (!t->universal) {
        out->flags = value_incref(tuple_get_borrow(state, 1));
    } else { /* as an IncrementalNewlineDecoder around the decoder says it */
        r = newlines_flags(vm, state, "illegal decoder state", &flags) ? 0 : -1;
        out->flags = r < 0 ? VALUE_NULL : int_from_u64(vm, flags << 1 | t->pending_cr);
        r = out->flags ? 0 : -1;
    }
    if (r == 0)
        out->bytes = value_incref(tuple_get_borrow(state, 0));
    value_decref(vm, state);
    return r;
}

bool text_state_has_bytes(MinipyVM *vm, const DecoderState *s)
{
    if (!value_is_bytes(s->bytes))
        error_set(vm, EXC_TypeError,
                  "illegal decoder state: the first item should be a bytes object, not "
                  "'%T'",
                  s->bytes);
    return value_is_bytes(s->bytes);
}

void text_state_drop(MinipyVM *vm, DecoderState *s)
{
    value_clear(vm, &s->bytes);
    value_clear(vm, &s->flags);
}

int text_decoder_restore(MinipyVM *vm, TextObj *t, Value bytes, Value flags)
{
    uint64_t number = 0; /* 64 bits without a sign, or the 32 of a cookie */
    if (t->universal && value_is_int_imm(flags))
        number = (uint64_t)value_imm(flags);
    else if (t->universal && value_is_int(flags))
        number = int_as_u64(vm, flags);
    if (error_occurred(vm))
        return -1;
    if (t->universal)
        t->pending_cr = number & 1;
    if (t->reads_as != CODEC_NONE) {
        t->ntail = 0;
        if (!value_is_bytes(bytes) || BYTES(bytes)->size > (int64_t)sizeof t->tail)
            return 0; /* the wrapper got another codec meanwhile */
        t->ntail = (int)BYTES(bytes)->size;
        memcpy(t->tail, BYTES(bytes)->data, (size_t)t->ntail);
        return 0;
    }
    if (!t->decoder)
        return io_unsupported(vm, "not readable"), -1;
    Value decoder = value_incref(t->decoder);
    Value inner = t->universal ? int_from_u64(vm, number >> 1) : value_incref(flags);
    Value state = inner ? tuple_pack(vm, 2, bytes, inner) : VALUE_NULL;
    Value r = state ? io_call1(vm, decoder, "setstate", state) : VALUE_NULL;
    value_decref(vm, decoder);
    value_xdecref(vm, inner);
    value_xdecref(vm, state);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

int text_decoder_reset(MinipyVM *vm, TextObj *t)
{
    t->ntail = 0;
    t->pending_cr = false;
    if (t->universal)
        t->seen = 0;
    if (!t->decoder)
        return 0;
    Value decoder = value_incref(t->decoder);
    Value r = io_call0(vm, decoder, "reset");
    value_decref(vm, decoder);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

void text_forget_decoded(MinipyVM *vm, TextObj *t)
{
    t->decoded_pos = 0;
    value_clear(vm, &t->decoded);
    value_clear(vm, &t->snapshot);
    value_clear(vm, &t->snapshot_flags);
}

/* ---- chunks ---------------------------------------------------------------------- */

/* What one read of the buffer gives; ours are asked without a look-up. */
static Value next_input(MinipyVM *vm, TextObj *t, int64_t size)
{
    Value buffer = value_incref(t->buffer), input;
    TypeObj *type = value_type(vm, buffer);
    if ((type == vm->io->reader || type == vm->io->random) && BUFFERED(buffer)->ok) {
        input = buffered_read1(vm, BUFFERED(buffer), size);
    } else {
        Value n = int_new(vm, size);
        input =
            n ? io_call1(vm, buffer, t->has_read1 ? "read1" : "read", n) : VALUE_NULL;
        value_xdecref(vm, n);
    }
    value_decref(vm, buffer);
    return input;
}

/* The bytes in what a buffer gave: a new reference. */
static Value bytes_of_input(MinipyVM *vm, TextObj *t, Value input)
{
    if (value_is_bytes(input))
        return value_incref(input);
    Buffer view;
    if (!buffer_supported(vm, input) || buffer_get(vm, input, &view, BUF_SIMPLE) < 0)
        return error_set(
            vm, EXC_TypeError,
            "underlying %s() should have returned a bytes-like object, not '%T'",
            t->has_read1 ? "read1" : "read", input);
    Value bytes = bytes_from(vm, view.data, view.size);
    buffer_release(vm, &view);
    return bytes;
}

/* For tell(): the chunk, behind what the decoder had kept back before it. */
static int take_snapshot(MinipyVM *vm, TextObj *t, const DecoderState *before,
                         Value bytes)
{
    Value input = BYTES(before->bytes)->size ? bytes_concat(vm, before->bytes, bytes)
                                             : value_incref(bytes);
    if (!input)
        return -1;
    value_set_steal(vm, &t->snapshot, input);
    value_set_steal(vm, &t->snapshot_flags, value_incref(before->flags));
    return 0;
}

/* Replaces the decoded text by the next chunk's; HINT: how many characters are wanted.
 * 1: some, 0: end, -1: error. */
static int read_chunk(MinipyVM *vm, TextObj *t, int64_t hint)
{
    if (!t->buffer || !t->can_read)
        return t->buffer ? io_unsupported(vm, "not readable") : text_ok(vm, t), -1;
    DecoderState before = {VALUE_NULL, VALUE_NULL};
    bool telling = t->telling;
    if (telling && text_decoder_state(vm, t, &before) < 0)
        return -1;
    Value input = VALUE_NULL, bytes = VALUE_NULL, text = VALUE_NULL;
    int result = -1;
    double want = (t->bytes_per_char > 1 ? t->bytes_per_char : 1) * (double)hint;
    int64_t size =
        want > (double)t->chunk_size && want < 1e18 ? (int64_t)want : t->chunk_size;
    if (!telling || text_state_has_bytes(vm, &before))
        input = t->buffer ? next_input(vm, t, size) : (text_ok(vm, t), VALUE_NULL);
    bytes = input ? bytes_of_input(vm, t, input) : VALUE_NULL;
    bool end = bytes && BYTES(bytes)->size == 0;
    text = bytes ? text_decode(vm, t, input, end) : VALUE_NULL;
    if (!text)
        goto done;
    int64_t n = str_length(text);
    value_set_steal(vm, &t->decoded, value_incref(text));
    t->decoded_pos = 0;
    t->bytes_per_char = n > 0 ? (double)BYTES(bytes)->size / (double)n : 0;
    if (!telling || take_snapshot(vm, t, &before, bytes) == 0)
        result = !end || n > 0;
done:
    text_state_drop(vm, &before);
    value_xdecref(vm, input);
    value_xdecref(vm, bytes);
    value_xdecref(vm, text);
    return result;
}

/* ---- reading --------------------------------------------------------------------- */

static int64_t decoded_left(const TextObj *t)
{
    return t->decoded ? str_length(t->decoded) - t->decoded_pos : 0;
}

static inline Value take_decoded(MinipyVM *vm, TextObj *t, int64_t n)
{
    int64_t left = decoded_left(t);
    if (n < 0 || n > left)
        n = left;
    if (n == 0)
        return value_incref(vm->empty_str);
    Value s = t->decoded_pos == 0 && n == str_length(t->decoded)
                  ? value_incref(t->decoded)
                  : str_substring(vm, t->decoded, t->decoded_pos, t->decoded_pos + n);
    if (s)
        t->decoded_pos += n;
    return s;
}

static Value read_all(MinipyVM *vm, TextObj *t)
{
    Value input = text_call_buffer(vm, t, "read", NULL, 0);
    Value text = input ? text_decode(vm, t, input, true) : VALUE_NULL;
    value_xdecref(vm, input);
    if (!text)
        return VALUE_NULL;
    Value head = take_decoded(vm, t, -1);
    Value all = head ? str_concat(vm, head, text) : VALUE_NULL;
    value_xdecref(vm, head);
    value_decref(vm, text);
    if (all)
        text_forget_decoded(vm, t);
    return all;
}

Value text_read(NATIVE_ARGS)
{
    TextObj *t = TEXT(self);
    int64_t n;
    if (!io_size_arg(vm, GIVEN(0), -1, &n) || !text_open(vm, t))
        return VALUE_NULL;
    if (!t->can_read)
        return io_unsupported(vm, "not readable");
    if (text_write_pending(vm, t) < 0)
        return VALUE_NULL;
    if (n < 0)
        return read_all(vm, t);
    Value out = take_decoded(vm, t, n);
    while (out && str_length(out) < n) {
        int r = read_chunk(vm, t, n - str_length(out));
        if (r < 0 && io_interrupted(vm))
            continue;
        if (r < 0)
            value_clear(vm, &out);
        if (r <= 0)
            break;
        Value more = take_decoded(vm, t, n - str_length(out));
        value_set_steal(vm, &out, more ? str_concat(vm, out, more) : VALUE_NULL);
        value_xdecref(vm, more);
    }
    return out;
}

static int64_t line_end(const TextObj *t, int64_t from)
{
    return text_find_line_end(t->decoded, from, t->newline, t->translate_read);
}

/* The text of the next chunk, if no more is left: 1, 0 end, -1 error. */
static int next_text(MinipyVM *vm, TextObj *t)
{
    while (decoded_left(t) == 0) {
        if (t->decoded_pos > 0) /* used up, even if there is no next chunk */
            value_clear(vm, &t->decoded);
        t->decoded_pos = 0;
        int r = read_chunk(vm, t, 0);
        if (r < 0 && io_interrupted(vm))
            continue;
        if (r == 0)
            text_forget_decoded(vm, t);
        if (r <= 0)
            return r;
    }
    return 1;
}

/* How much of the text belongs to the line, of which HAVE characters are there. *WHOLE:
 * it ends there. Of a \r\n the \r alone does not count, as its \n may come. */
static int64_t line_part(const TextObj *t, int64_t have, int64_t limit, bool *whole)
{
    int64_t end = line_end(t, t->decoded_pos);
    int64_t n = end < 0 ? decoded_left(t) : end - t->decoded_pos;
    *whole = end >= 0;
    if (limit < 0)
        return n;
    int64_t counted = n;
    if (end < 0 && t->write_crlf &&
        str_char_at(STR(t->decoded), str_length(t->decoded) - 1) == '\r')
        counted--;
    *whole |= have + counted >= limit;
    return have + counted >= limit ? limit - have : n;
}

/* LINE, which goes on: 1 was its \r\n cut, and is it whole now; 0 no, -1 error. */
static int join_crlf(MinipyVM *vm, TextObj *t, Value *line, int64_t limit)
{
    int64_t have = str_length(*line);
    if (!have || str_char_at(STR(*line), have - 1) != '\r')
        return 0;
    if (have == limit)
        return 1;
    if (str_char_at(STR(t->decoded), t->decoded_pos) != '\n')
        return 0;
    Value lf = take_decoded(vm, t, 1);
    value_set_steal(vm, line, lf ? str_concat(vm, *line, lf) : VALUE_NULL);
    value_xdecref(vm, lf);
    return *line ? 1 : -1;
}

static Value read_line(MinipyVM *vm, TextObj *t, int64_t limit)
{
    Value line = VALUE_NULL;
    if (text_write_pending(vm, t) < 0)
        return VALUE_NULL;
    if (limit == 0 && t->decoded && str_length(t->decoded) > 0)
        return value_incref(vm->empty_str); /* even where no character is left of it */
    for (;;) {
        int r = next_text(vm, t);
        if (r == 0)
            return line ? line : value_incref(vm->empty_str);
        if (r < 0) {
            value_xdecref(vm, line);
            return VALUE_NULL;
        }
        if (line && t->write_crlf && join_crlf(vm, t, &line, limit) != 0)
            return line;
        bool whole;
        int64_t n = line_part(t, line ? str_length(line) : 0, limit, &whole);
        Value part = take_decoded(vm, t, n);
        if (part && line)
            value_set_steal(vm, &part, str_concat(vm, line, part));
        value_xdecref(vm, line);
        line = part;
        if (!line || whole)
            return line;
    }
}

Value text_readline(NATIVE_ARGS)
{
    int64_t limit = -1;
    if ((GIVEN(0) && !arg_ssize(vm, args[0], &limit)) || !text_open(vm, TEXT(self)))
        return VALUE_NULL;
    return read_line(vm, TEXT(self), limit);
}

/* While lines are iterated over, no snapshots are taken: tell() waits for the end. */
Value text_next(MinipyVM *vm, Value self)
{
    TextObj *t = TEXT(self);
    Value line;
    if (!text_ok(vm, t))
        return VALUE_NULL;
    t->telling = false;
    if (unlikely(value_type(vm, self)->flags &
                 TYPE_HEAP)) { /* readline() may be overridden */
        line = call_method(vm, self, NAME(vm, readline), NULL, 0);
        if (line && !value_is_str(line)) {
            error_set(vm, EXC_OSError,
                      "readline() should have returned a str object, not '%T'", line);
            value_clear(vm, &line);
        }
    } else {
        line = text_open(vm, t) ? read_line(vm, t, -1) : VALUE_NULL;
    }
    if (line && str_length(line) == 0) {
        value_clear(vm, &line);
        value_clear(vm, &t->snapshot);
        t->telling = t->seekable != 0;
    }
    return line;
}
