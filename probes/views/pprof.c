/* --trace=pprof: a profile for `go tool pprof`: the message Profile of pprof's
 * profile.proto, in a gzip file of blocks that are stored as they are.
 *
 * A message is made innermost first, in memory: its length stands before it. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "probes/views/samples.h"

int pprof_start(View *view)
{
    return samples_start(view, true, false);
}

/* ---- protocol buffers ------------------------------------------------------------ */

/* Bytes that are being made; `failed` once there was no memory. */
typedef struct Bytes {
    uint8_t *bytes; /* owned */
    size_t length;
    bool failed;
} Bytes;

static void put_byte(Bytes *to, uint8_t byte)
{
    uint8_t *bytes = to->failed ? NULL : view_grow(to->bytes, to->length, 1);
    if (bytes == NULL) {
        to->failed = true;
        return;
    }
    to->bytes = bytes;
    bytes[to->length++] = byte;
}

static void put_varint(Bytes *to, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        put_byte(to, (uint8_t)(number | 0x80));
    put_byte(to, (uint8_t)number);
}

static void put_number(Bytes *to, unsigned field, uint64_t number)
{
    put_varint(to, field << 3);
    put_varint(to, number);
}

static void put_field(Bytes *to, unsigned field, const void *bytes, size_t length)
{
    put_varint(to, field << 3 | 2);
    put_varint(to, length);
    for (size_t i = 0; i < length; i++)
        put_byte(to, ((const uint8_t *)bytes)[i]);
}

/* `inner` becomes a field of `to`, and is empty again. */
static void put_message(Bytes *to, unsigned field, Bytes *inner)
{
    put_field(to, field, inner->bytes, inner->length);
    to->failed |= inner->failed;
    inner->length = 0;
}

/* ---- the message ----------------------------------------------------------------- */

/* Fields of Profile and of what lies in it. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING_TABLE = 6,
    PROFILE_TIME_NANOS = 9,
    PROFILE_DURATION_NANOS = 10,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    VALUE_TYPE = 1,
    VALUE_UNIT = 2,
    SAMPLE_LOCATION_ID = 1,
    SAMPLE_VALUE = 2,
    LOCATION_ID = 1,
    LOCATION_LINE = 4,
    LINE_FUNCTION_ID = 1,
    LINE_LINE = 2,
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILENAME = 4,
    FUNCTION_START_LINE = 5
};

typedef struct Message {
    Bytes profile, inner, innermost;
    ViewMap texts, numbers; /* a text's only copy -> its place in the table, from 1 */
    uint64_t text_count;
    ViewMap functions; /* ids of codes whose function is told */
} Message;

/* The number of a text; a new one is told at once. */
static uint64_t text_number(Message *m, const char *text)
{
    if (*text == 0)
        return 0;
    const char *only = view_intern(&m->texts, text);
    void **place = only != NULL ? view_map_at(&m->numbers, VIEW_KEY(only), 0) : NULL;
    if (place == NULL)
        return m->profile.failed = true, 0;
    if (*place == NULL) {
        *place = (void *)(uintptr_t)++m->text_count;
        put_field(&m->profile, PROFILE_STRING_TABLE, text, strlen(text));
    }
    return (uint64_t)(uintptr_t)*place;
}

static void put_value_type(Message *m, unsigned field, const char *type,
                           const char *unit)
{
    put_number(&m->inner, VALUE_TYPE, text_number(m, type));
    put_number(&m->inner, VALUE_UNIT, text_number(m, unit));
    put_message(&m->profile, field, &m->inner);
}

/* pprof takes "<module>" for what it does not know. */
static uint64_t function_name(Message *m, const ProbeCode *code)
{
    const char *name = *code->qualname ? code->qualname : code->name;
    const char *slash = strrchr(code->filename, '/');
    if (*name != '<')
        return text_number(m, name);
    char text[300];
    snprintf(text, sizeof text, "[%.*s] %s", (int)strcspn(name + 1, ">"), name + 1,
             slash != NULL ? slash + 1 : code->filename);
    return text_number(m, text);
}

static void put_function(Message *m, const ProbeCode *code)
{
    void **place = view_map_at(&m->functions, code->id, 0);
    if (place == NULL || *place != NULL)
        return;
    *place = m;
    uint64_t name = function_name(m, code);
    put_number(&m->inner, FUNCTION_ID, code->id);
    put_number(&m->inner, FUNCTION_NAME, name);
    put_number(&m->inner, FUNCTION_SYSTEM_NAME, name);
    put_number(&m->inner, FUNCTION_FILENAME, text_number(m, code->filename));
    put_number(&m->inner, FUNCTION_START_LINE, (uint64_t)code->first_line);
    put_message(&m->profile, PROFILE_FUNCTION, &m->inner);
}

/* A location is a line of a function; its id is the frame's number, from 1. */
static void put_location(Message *m, const SampleNode *node)
{
    put_function(m, node->code);
    put_number(&m->innermost, LINE_FUNCTION_ID, node->code->id);
    put_number(&m->innermost, LINE_LINE, (uint64_t)node->line);
    put_number(&m->inner, LOCATION_ID, node->frame + 1);
    put_message(&m->inner, LOCATION_LINE, &m->innermost);
    put_message(&m->profile, PROFILE_LOCATION, &m->inner);
}

static void put_samples(Message *m, const SampleNode *node)
{
    if (node->count > 0 && node->code != NULL) {
        for (const SampleNode *at = node; at->code != NULL; at = at->parent)
            put_number(&m->inner, SAMPLE_LOCATION_ID, at->frame + 1);
        put_number(&m->inner, SAMPLE_VALUE, node->count);
        put_number(&m->inner, SAMPLE_VALUE, node->self);
        put_message(&m->profile, PROFILE_SAMPLE, &m->inner);
    }
    for (const SampleNode *child = node->child; child != NULL; child = child->next)
        put_samples(m, child);
}

static void put_profile(Message *m, const Samples *samples)
{
    const char *clock = samples->sampler.cpu ? "cpu" : "wall";
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    put_field(&m->profile, PROFILE_STRING_TABLE, "", 0); /* the first is empty */
    put_value_type(m, PROFILE_SAMPLE_TYPE, "samples", "count");
    put_value_type(m, PROFILE_SAMPLE_TYPE, clock, "nanoseconds");
    for (uint32_t i = 0; i < samples->frame_count; i++)
        put_location(m, samples->by_frame[i]);
    put_samples(m, &samples->root);
    put_number(&m->profile, PROFILE_TIME_NANOS,
               (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec - samples->ns);
    put_number(&m->profile, PROFILE_DURATION_NANOS, samples->ns);
    put_value_type(m, PROFILE_PERIOD_TYPE, clock, "nanoseconds");
    put_number(&m->profile, PROFILE_PERIOD, samples->sampler.period);
}

/* ---- gzip ------------------------------------------------------------------------ */

static uint32_t crc32_of(const uint8_t *bytes, size_t length)
{
    uint32_t crc = ~UINT32_C(0);
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (UINT32_C(0xedb88320) & (0 - (crc & 1)));
    }
    return ~crc;
}

static void put_little_endian(ViewOutput *out, uint64_t number, int bytes)
{
    for (; bytes > 0; bytes--, number >>= 8)
        view_put_bytes(out, &(uint8_t){(uint8_t)number}, 1);
}

static void put_gzip(ViewOutput *out, const Bytes *bytes)
{
    static const uint8_t head[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
    size_t at = 0;
    view_put_bytes(out, head, sizeof head);
    do { /* stored blocks: is it the last one, the length, its complement */
        size_t left = bytes->length - at, step = left < 0xffff ? left : 0xffff;
        put_little_endian(out, step == left, 1);
        put_little_endian(out, step, 2);
        put_little_endian(out, ~step, 2);
        view_put_bytes(out, bytes->bytes + at, step);
        at += step;
    } while (at < bytes->length);
    put_little_endian(out, crc32_of(bytes->bytes, bytes->length), 4);
    put_little_endian(out, bytes->length, 4);
}

void pprof_finish(View *view)
{
    Samples *samples = samples_end(view);
    if (samples != NULL) {
        Message m = {0};
        put_profile(&m, samples);
        if (m.profile.failed)
            view_complain(view->out, "--trace=pprof: not enough memory");
        else
            put_gzip(view->out, &m.profile);
        view_free(m.profile.bytes);
        view_free(m.inner.bytes);
        view_free(m.innermost.bytes);
        view_texts_free(&m.texts);
        view_map_free(&m.numbers, NULL);
        view_map_free(&m.functions, NULL);
    }
    samples_free(view);
}
