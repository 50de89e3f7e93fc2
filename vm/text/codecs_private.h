/* codecs_private.h - what the codec_*.c files share. */
#ifndef MINIPY_VM_TEXT_CODECS_PRIVATE_H
#define MINIPY_VM_TEXT_CODECS_PRIVATE_H

#include "vm/text/codecs.h"
#include "vm/bytes/bytes_private.h"
#include "vm/text/str_private.h"
#include "vm/text/unicode.h"

/* Fills the registry of error handlers with the built-in ones (codec_errors.c). */
int codec_add_builtin_handlers(MinipyVM *vm, Value registry);

typedef enum HandlerId {
    HANDLER_STRICT,
    HANDLER_IGNORE,
    HANDLER_REPLACE,
    HANDLER_XMLCHARREF,
    HANDLER_BACKSLASH,
    HANDLER_NAME,
    HANDLER_SURROGATEPASS,
    HANDLER_SURROGATEESCAPE,
    HANDLER_COUNT,
} HandlerId;

/* The built-in handler that errors names and that deals with such errors;
 * HANDLER_COUNT: there is none. */
HandlerId codec_builtin_handler(CodecRun *run);
/* What stands for a character, as ASCII, and its size; -1: the handler is none that
 * escapes. */
int codec_put_escape(HandlerId id, char *out, uint32_t ch);

/* In a decoder: asks the handler and appends what it says to B; *POS goes on from
 * there. -1: error. */
int codec_decode_trouble(CodecRun *run, StrBuilder *b, int64_t *pos, int64_t start,
                         int64_t end, const char *reason);

/* What a built-in handler says about an error, without an object for it. Decoding: into
 * B, *POS goes on; false: ask codec_error. Encoding: the ASCII text that stands for the
 * character at I, its size; -1: ask codec_error. */
enum { CODEC_ESCAPE_MAX = UNICODE_NAME_MAX + 4 };
bool codec_mend_bytes(CodecRun *run, StrBuilder *b, int64_t *pos, int64_t start,
                      int64_t end);
int codec_mend_char(CodecRun *run, int64_t i, char out[CODEC_ESCAPE_MAX]);
/* Decoding, where each byte from 0x80 on is wrong and a built-in handler puts one
 * character or none for it: the bytes from pos on into B, up to a longer run of ASCII.
 * How many they are; 0: the handler is another's matter. */
int64_t codec_mend_stretch(CodecRun *run, StrBuilder *b, int64_t pos);
/* The same of a short text as a whole, into *out (new; VALUE_NULL: exception); false:
 * it is not short, or the handler is another's matter. */
bool codec_mend_short(CodecRun *run, Value *out);

/* Encoding where the characters below `limit` are a byte each and all of ASCII is below
 * it: all of t into B, if it is a built-in handler that puts something for each other
 * character by itself; else false, and nothing was put. */
bool codec_mend_limited(CodecRun *run, BytesBuilder *b, Text t, uint32_t limit);

/* A function that writes CH in an encoding, or returns false when it cannot. */
typedef bool (*EncodeChar)(BytesBuilder *b, uint32_t ch, int order);
/* That of encodings that have the characters below `limit` as one byte each. */
bool codec_put_limited(BytesBuilder *b, uint32_t ch, int limit);

/* In an encoder: asks the handler for [start, end); bytes go to B as they are,
 * characters through PUT. *POS goes on. -1: error. */
int codec_encode_trouble(CodecRun *run, BytesBuilder *b, int64_t *pos, int64_t start,
                         int64_t end, const char *reason, EncodeChar put, int order);

/* The two ends of a decoder. On failure the builder is emptied. */
static inline Value codec_decode_done(CodecRun *run, StrBuilder *b, int error)
{
    Value result = VALUE_NULL;

    if (error < 0)
        strbuilder_discard(b);
    else
        result = strbuilder_finish(b);
    codec_run_end(run);
    return result;
}

/* The byte of a character in an EncodingMap; -1: it has none. */
int encoding_map_find(Value map, uint32_t ch);
/* Writes the bytes of characters from AT on, to the first without one: how many. */
int64_t encoding_map_put(Value map, Text t, int64_t at, uint8_t *out);

static inline Value codec_encode_done(CodecRun *run, BytesBuilder *b, int error)
{
    Value result = VALUE_NULL;

    if (error < 0)
        bytesbuilder_discard(b);
    else
        result = bytesbuilder_finish(b);
    codec_run_end(run);
    return result;
}

#endif
