/* audioop.c - the module audioop: arithmetic on fragments of sound, which are bytes of
 * signed samples, 1 to 4 bytes each, in the machine's order.
 *
 * Most of what has a fragment for its result goes through every sample as an int of
 * that width (raw), or as one of 32 bits (wide), in which formats meet each other.
 * Results are CPython's to the bit: sums are doubles, added in the same order.
 */
#include <math.h>

#include "common.h"

extern const MinipyModule minipy_module_audioop;

static MinipyValue fail(MinipyVM *vm, const char *text)
{
    MinipyValue *error = minipy_module_state(vm, &minipy_module_audioop);
    return error ? raise_of(vm, *error, text) : MINIPY_NULL;
}

/* ---- samples --------------------------------------------------------------------- */

static inline int32_t raw_at(const unsigned char *p, int width)
{
    int16_t two;
    int32_t four;
    switch (width) {
    case 1: return (signed char)*p;
    case 2: memcpy(&two, p, 2); return two;
    case 3:
        return (int32_t)((uint32_t)p[0] << 8 | (uint32_t)p[1] << 16 |
                         (uint32_t)p[2] << 24) >>
               8;
    default: memcpy(&four, p, 4); return four;
    }
}

static inline void raw_put(unsigned char *p, int width, int32_t v)
{
    int16_t two = (int16_t)v;
    switch (width) {
    case 2: memcpy(p, &two, sizeof two); break;
    case 4: memcpy(p, &v, sizeof v); break;
    default:
        for (int i = 0; i < width; i++)
            p[i] = (unsigned char)((uint32_t)v >> 8 * i);
    }
}

static inline int32_t wide_at(const unsigned char *p, int width)
{
    return (int32_t)((uint32_t)raw_at(p, width) << (32 - 8 * width));
}

static inline void wide_put(unsigned char *p, int width, int32_t v)
{
    raw_put(p, width, v >> (32 - 8 * width));
}

static double largest(int width)
{
    return (double)((INT64_C(1) << (8 * width - 1)) - 1);
}

/* Within what the width has, rounded towards minus infinity. */
static int32_t bounded(double v, int width)
{
    double most = largest(width), least = -most - 1;
    if (v > most)
        v = most;
    else if (v < least + 1.0)
        v = least;
    int32_t n = (int32_t)v; /* floor() is a call where the processor may lack it */
    return n - (n > v);
}

/* ---- arguments and results ------------------------------------------------------- */

typedef struct Fragment {
    Bytes bytes; /* to be released */
    int width;
    size_t count; /* of samples */
} Fragment;

static void fragment_release(MinipyVM *vm, Fragment *f)
{
    minipy_release(vm, f->bytes.view);
}

static int check_width(MinipyVM *vm, int width)
{
    if (width >= 1 && width <= 4)
        return 0;
    fail(vm, "Size should be 1, 2, 3 or 4");
    return -1;
}

static int check_whole(MinipyVM *vm, const Fragment *f, size_t frame)
{
    if (f->bytes.size % frame == 0)
        return 0;
    fail(vm, "not a whole number of frames");
    return -1;
}

/* The buffer and the width as they are given. -1: exception, and nothing to release. */
static int fragment_take(MinipyVM *vm, MinipyValue data, MinipyValue width, Fragment *f)
{
    if (get_bytes(vm, data, &f->bytes) < 0)
        return -1;
    f->width = 2;
    if (as_c_int(vm, width, &f->width) == 0)
        return 0;
    fragment_release(vm, f);
    return -1;
}

static int fragment_check(MinipyVM *vm, Fragment *f)
{
    if (check_width(vm, f->width) == 0 && check_whole(vm, f, (size_t)f->width) == 0) {
        f->count = f->bytes.size / (size_t)f->width;
        return 0;
    }
    fragment_release(vm, f);
    return -1;
}

/* That, once the arguments behind it have been read; r = -1: they were refused. */
static int fragment_after(MinipyVM *vm, Fragment *f, int r)
{
    if (r == 0)
        return fragment_check(vm, f);
    fragment_release(vm, f);
    return -1;
}

static int fragment_get(MinipyVM *vm, const MinipyValue *args, Fragment *f)
{
    return fragment_take(vm, args[0], args[1], f) < 0 ? -1 : fragment_check(vm, f);
}

static int32_t sample(const Fragment *f, size_t i)
{
    return raw_at(f->bytes.data + i * (size_t)f->width, f->width);
}

/* DO, in which W is the width as a constant, so that its loop asks nothing. */
#define BY_WIDTH(width, DO)                                                            \
    do {                                                                               \
        if ((width) == 2) {                                                            \
            enum { W = 2 };                                                            \
            DO                                                                         \
        } else if ((width) == 1) {                                                     \
            enum { W = 1 };                                                            \
            DO                                                                         \
        } else if ((width) == 3) {                                                     \
            enum { W = 3 };                                                            \
            DO                                                                         \
        } else {                                                                       \
            enum { W = 4 };                                                            \
            DO                                                                         \
        }                                                                              \
    } while (0)

/* Room for count samples, which finish() gives back; NULL: MemoryError. */
static unsigned char *room_for(MinipyVM *vm, size_t count, size_t width)
{
    unsigned char *room = NULL;
    if (count <= SIZE_MAX / 2 / width)
        room = library_alloc(vm, count * width + 1);
    if (!room)
        minipy_raise(vm, "MemoryError", "not enough memory for output buffer");
    return room;
}

static MinipyValue finish(MinipyVM *vm, unsigned char *room, size_t size)
{
    MinipyValue r = room ? minipy_bytes(vm, room, size) : MINIPY_NULL;
    library_free(room);
    return r;
}

/* The same; the fragment goes, too. */
static MinipyValue finish_with(MinipyVM *vm, Fragment *f, unsigned char *room,
                               size_t size)
{
    fragment_release(vm, f);
    return finish(vm, room, size);
}

/* (a, b), whose references are taken over. */
static MinipyValue pair(MinipyVM *vm, MinipyValue a, MinipyValue b)
{
    const MinipyValue both[] = {a, b};
    MinipyValue r = a && b ? minipy_tuple(vm, both, 2) : MINIPY_NULL;
    minipy_release(vm, a);
    minipy_release(vm, b);
    return r;
}

static MinipyValue pair_of_ints(MinipyVM *vm, int64_t a, int64_t b)
{
    return pair(vm, minipy_int(vm, a), minipy_int(vm, b));
}

/* ---- what a fragment is like ----------------------------------------------------- */

static METHOD(getsample)
{
    Fragment f;
    int64_t i = 0;
    if (fragment_take(vm, args[0], args[1], &f) < 0 ||
        fragment_after(vm, &f, as_size(vm, args[2], &i)) < 0)
        return MINIPY_NULL;
    bool inside = i >= 0 && (size_t)i < f.count;
    int32_t v = inside ? sample(&f, (size_t)i) : 0;
    fragment_release(vm, &f);
    return inside ? minipy_int(vm, v) : fail(vm, "Index out of range");
}

/* What a Measure says of the fragment. */
typedef MinipyValue Measure(MinipyVM *vm, const Fragment *f);
typedef struct Measured {
    Measure *of;
} Measured;
static METHOD(measured)
{
    const Measured *m = user;
    Fragment f;
    if (fragment_get(vm, args, &f) < 0)
        return MINIPY_NULL;
    MinipyValue r = m->of(vm, &f);
    fragment_release(vm, &f);
    return r;
}

static MinipyValue greatest(MinipyVM *vm, const Fragment *f)
{
    const unsigned char *p = f->bytes.data;
    uint32_t most = 0;
    size_t n = f->count;
    BY_WIDTH(
        f->width, for (size_t i = 0; i < n; i++) {
            int32_t v = raw_at(p + i * W, W);
            uint32_t size = v < 0 ? 0 - (uint32_t)v : (uint32_t)v;
            most = size > most ? size : most;
        });
    return minipy_int(vm, most);
}

static MinipyValue minmax(MinipyVM *vm, const Fragment *f)
{
    int32_t least = INT32_MAX, most = INT32_MIN;
    const unsigned char *p = f->bytes.data;
    size_t n = f->count;
    BY_WIDTH(
        f->width, for (size_t i = 0; i < n; i++) {
            int32_t v = raw_at(p + i * W, W);
            most = v > most ? v : most;
            least = v < least ? v : least;
        });
    return pair_of_ints(vm, least, most);
}

static MinipyValue avg(MinipyVM *vm, const Fragment *f)
{
    double sum = 0;
    for (size_t i = 0; i < f->count; i++)
        sum += sample(f, i);
    return minipy_int(vm, f->count ? (int64_t)floor(sum / (double)f->count) : 0);
}

static MinipyValue rms(MinipyVM *vm, const Fragment *f)
{
    double squares = 0;
    for (size_t i = 0; i < f->count; i++) {
        double v = sample(f, i);
        squares += v * v;
    }
    return minipy_int(vm, f->count ? (int64_t)sqrt(squares / (double)f->count) : 0);
}

static MinipyValue cross(MinipyVM *vm, const Fragment *f)
{
    int64_t crossings = -1;
    int before = 2; /* neither sign */
    for (size_t i = 0; i < f->count; i++) {
        int negative = sample(f, i) < 0;
        crossings += negative != before;
        before = negative;
    }
    return minipy_int(vm, crossings);
}

/* Distances between one extreme value and the next. */
typedef struct Peaks {
    double sum;
    int64_t count;
    uint32_t most;
} Peaks;

static Peaks peaks_of(const Fragment *f)
{
    Peaks p = {0};
    int32_t before = f->count ? sample(f, 0) : 0, extreme = 0;
    int direction = 2; /* neither up nor down */
    bool had_extreme = false;
    for (size_t i = 1; i < f->count; i++) {
        int32_t v = sample(f, i);
        if (v == before)
            continue;
        int down = v < before;
        if (direction == !down) {
            if (had_extreme) {
                uint32_t d = before < extreme ? (uint32_t)extreme - (uint32_t)before
                                              : (uint32_t)before - (uint32_t)extreme;
                p.sum += d;
                p.count++;
                p.most = d > p.most ? d : p.most;
            }
            had_extreme = true;
            extreme = before;
        }
        before = v;
        direction = down;
    }
    return p;
}

static MinipyValue avgpp(MinipyVM *vm, const Fragment *f)
{
    Peaks p = peaks_of(f);
    return minipy_int(vm, p.count ? (int64_t)(p.sum / (double)p.count) : 0);
}

static MinipyValue maxpp(MinipyVM *vm, const Fragment *f)
{
    Peaks p = peaks_of(f);
    return minipy_int(vm, p.most);
}

/* ---- comparing fragments of two-byte samples ------------------------------------- */

static int take_even(MinipyVM *vm, MinipyValue data, Fragment *f)
{
    if (get_bytes(vm, data, &f->bytes) < 0)
        return -1;
    f->width = 2;
    f->count = f->bytes.size / 2;
    return 0;
}

static bool is_odd(MinipyVM *vm, const Fragment *f)
{
    if (f->bytes.size & 1)
        fail(vm, "Strings should be even-sized");
    return f->bytes.size & 1;
}

/* The sum of a[at + i] * b[i]. */
static double product(const Fragment *a, size_t at, const Fragment *b, size_t b_at,
                      size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)sample(a, at + i) * (double)sample(b, b_at + i);
    return sum;
}

static double square(int32_t v)
{
    return (double)v * (double)v;
}

static MinipyValue best_fit(MinipyVM *vm, const Fragment *f, const Fragment *r)
{
    size_t len = r->count, best = 0;
    double of_r = product(r, 0, r, 0, len), of_f = product(f, 0, f, 0, len);
    double both = product(f, 0, r, 0, len);
    double least = (of_r * of_f - both * both) / of_f;
    for (size_t j = 1; j <= f->count - len; j++) {
        of_f = of_f + square(sample(f, j + len - 1)) - square(sample(f, j - 1));
        both = product(f, j, r, 0, len);
        double result = (of_r * of_f - both * both) / of_f;
        if (result < least) {
            least = result;
            best = j;
        }
    }
    double factor = product(f, best, r, 0, len) / of_r;
    return pair(vm, minipy_int(vm, (int64_t)best), minipy_float(vm, factor));
}

static MinipyValue factor_of(MinipyVM *vm, const Fragment *f, const Fragment *r)
{
    double of_r = product(r, 0, r, 0, f->count);
    return minipy_float(vm, product(f, 0, r, 0, f->count) / of_r);
}

/* The two fragments of findfit and findfactor, and what is done with them. */
static MinipyValue with_reference(MinipyVM *vm, const MinipyValue *args, bool same,
                                  MinipyValue (*find)(MinipyVM *vm, const Fragment *f,
                                                      const Fragment *r))
{
    Fragment f, r;
    MinipyValue result = MINIPY_NULL;
    if (take_even(vm, args[0], &f) < 0)
        return MINIPY_NULL;
    if (take_even(vm, args[1], &r) == 0) {
        if (is_odd(vm, &f) || (is_odd(vm, &r) && !same))
            ;
        else if (same && f.bytes.size != r.bytes.size)
            fail(vm, "Samples should be same size");
        else if (f.count < r.count)
            fail(vm, "First sample should be longer");
        else
            result = find(vm, &f, &r);
        fragment_release(vm, &r);
    }
    fragment_release(vm, &f);
    return result;
}

static METHOD(findfit)
{
    return with_reference(vm, args, false, best_fit);
}

static METHOD(findfactor)
{
    return with_reference(vm, args, true, factor_of);
}

static size_t loudest(const Fragment *f, size_t len)
{
    double result = product(f, 0, f, 0, len), most = result;
    size_t best = 0;
    for (size_t j = 1; j <= f->count - len; j++) {
        result = result + square(sample(f, j + len - 1)) - square(sample(f, j - 1));
        if (result > most) {
            most = result;
            best = j;
        }
    }
    return best;
}

static METHOD(findmax)
{
    Fragment f;
    int64_t len = 0;
    MinipyValue r = MINIPY_NULL;
    if (take_even(vm, args[0], &f) < 0)
        return MINIPY_NULL;
    if (as_size(vm, args[1], &len) < 0 || is_odd(vm, &f))
        ;
    else if (len < 0 || f.count < (size_t)len)
        fail(vm, "Input sample should be longer");
    else
        r = minipy_int(vm, (int64_t)loudest(&f, (size_t)len));
    fragment_release(vm, &f);
    return r;
}

/* ---- fragments of the same width ------------------------------------------------- */

static METHOD(mul)
{
    Fragment f;
    double factor;
    if (fragment_take(vm, args[0], args[1], &f) < 0 ||
        fragment_after(vm, &f, minipy_as_float(vm, args[2], &factor)) < 0)
        return MINIPY_NULL;
    unsigned char *out = room_for(vm, f.count, (size_t)f.width);
    for (size_t i = 0; out && i < f.count; i++)
        raw_put(out + i * (size_t)f.width, f.width,
                bounded(sample(&f, i) * factor, f.width));
    return finish_with(vm, &f, out, f.bytes.size);
}

/* The fragment and two factors. */
static int take_factors(MinipyVM *vm, const MinipyValue *args, Fragment *f,
                        double *left, double *right)
{
    if (fragment_take(vm, args[0], args[1], f) < 0)
        return -1;
    int r = minipy_as_float(vm, args[2], left);
    return fragment_after(vm, f, r < 0 ? r : minipy_as_float(vm, args[3], right));
}

static METHOD(tomono)
{
    Fragment f;
    double left, right;
    if (take_factors(vm, args, &f, &left, &right) < 0)
        return MINIPY_NULL;
    unsigned char *out = check_whole(vm, &f, (size_t)f.width * 2) < 0
                             ? NULL
                             : room_for(vm, f.count / 2, (size_t)f.width);
    for (size_t i = 0; out && i < f.count; i += 2) {
        double v = sample(&f, i) * left + sample(&f, i + 1) * right;
        raw_put(out + i / 2 * (size_t)f.width, f.width, bounded(v, f.width));
    }
    return finish_with(vm, &f, out, f.bytes.size / 2);
}

static METHOD(tostereo)
{
    Fragment f;
    double left, right;
    if (take_factors(vm, args, &f, &left, &right) < 0)
        return MINIPY_NULL;
    size_t w = (size_t)f.width;
    unsigned char *out = room_for(vm, f.count * 2, w);
    for (size_t i = 0; out && i < f.count; i++) {
        int32_t v = sample(&f, i);
        raw_put(out + i * 2 * w, f.width, bounded(v * left, f.width));
        raw_put(out + (i * 2 + 1) * w, f.width, bounded(v * right, f.width));
    }
    return finish_with(vm, &f, out, f.bytes.size * 2);
}

/* The same of a whole number. */
static int32_t bounded_int(int64_t v, int width)
{
    int64_t most = (INT64_C(1) << (8 * width - 1)) - 1;
    return (int32_t)(v > most ? most : v < -most - 1 ? -most - 1 : v);
}

static MinipyValue added(MinipyVM *vm, const Fragment *a, const Fragment *b)
{
    unsigned char *out = room_for(vm, a->count, (size_t)a->width);
    const unsigned char *p = a->bytes.data, *q = b->bytes.data;
    size_t n = out ? a->count : 0;
    BY_WIDTH(
        a->width, for (size_t i = 0; i < n; i++) {
            int64_t sum = (int64_t)raw_at(p + i * W, W) + raw_at(q + i * W, W);
            raw_put(out + i * W, W, bounded_int(sum, W));
        });
    return finish(vm, out, a->bytes.size);
}

static METHOD(add)
{
    Fragment a, b;
    MinipyValue r = MINIPY_NULL;
    if (get_bytes(vm, args[0], &a.bytes) < 0)
        return MINIPY_NULL;
    if (fragment_take(vm, args[1], args[2], &b) == 0) {
        a.width = b.width;
        if (check_width(vm, a.width) == 0 &&
            check_whole(vm, &a, (size_t)a.width) == 0) {
            a.count = a.bytes.size / (size_t)a.width;
            r = a.bytes.size != b.bytes.size ? fail(vm, "Lengths should be the same")
                                             : added(vm, &a, &b);
        }
        fragment_release(vm, &b);
    }
    fragment_release(vm, &a);
    return r;
}

static METHOD(bias)
{
    Fragment f;
    int by = 0;
    if (fragment_take(vm, args[0], args[1], &f) < 0 ||
        fragment_after(vm, &f, as_c_int(vm, args[2], &by)) < 0)
        return MINIPY_NULL;
    unsigned char *out = room_for(vm, f.count, (size_t)f.width);
    const unsigned char *p = f.bytes.data;
    size_t all = out ? f.count : 0;
    BY_WIDTH(
        f.width, for (size_t i = 0; i < all; i++) {
            uint32_t sum = (uint32_t)raw_at(p + i * W, W) + (uint32_t)by;
            raw_put(out + i * W, W, (int32_t)sum);
        });
    return finish_with(vm, &f, out, f.bytes.size);
}

static METHOD(reverse)
{
    Fragment f;
    if (fragment_get(vm, args, &f) < 0)
        return MINIPY_NULL;
    unsigned char *out = room_for(vm, f.count, (size_t)f.width);
    for (size_t i = 0; out && i < f.count; i++)
        raw_put(out + (f.count - 1 - i) * (size_t)f.width, f.width, sample(&f, i));
    return finish_with(vm, &f, out, f.bytes.size);
}

static METHOD(byteswap)
{
    Fragment f;
    if (fragment_get(vm, args, &f) < 0)
        return MINIPY_NULL;
    size_t w = (size_t)f.width;
    unsigned char *out = room_for(vm, f.count, w);
    const unsigned char *p = f.bytes.data;
    size_t all = out ? f.bytes.size : 0;
    BY_WIDTH(f.width, for (size_t i = 0; i < all; i += W) for (size_t k = 0; k < W; k++)
                          out[i + W - 1 - k] = p[i + k];);
    return finish_with(vm, &f, out, f.bytes.size);
}

/* ---- other formats --------------------------------------------------------------- */

static METHOD(lin2lin)
{
    Fragment f;
    int width = 0;
    if (fragment_take(vm, args[0], args[1], &f) < 0 ||
        fragment_after(vm, &f, as_c_int(vm, args[2], &width)) < 0)
        return MINIPY_NULL;
    unsigned char *out =
        check_width(vm, width) < 0 ? NULL : room_for(vm, f.count, (size_t)width);
    for (size_t i = 0; out && i < f.count; i++)
        wide_put(out + i * (size_t)width, width,
                 wide_at(f.bytes.data + i * (size_t)f.width, f.width));
    return finish_with(vm, &f, out, f.count * (size_t)width);
}

/* How many bits a magnitude has beyond `least`: G.711's segment, 0 to 8. */
static inline int segment_of(int magnitude, int least)
{
    if (magnitude < least)
        return 0;
    int segment = __builtin_clz((unsigned)least) - __builtin_clz((unsigned)magnitude);
    return segment < 8 ? segment + 1 : 8;
}

/* Of 14 bits. */
static inline unsigned char to_ulaw(int v)
{
    int mask = v < 0 ? 0x7f : 0xff, magnitude = v < 0 ? -v : v;
    magnitude = (magnitude > 8159 ? 8159 : magnitude) + 33;
    int segment = segment_of(magnitude, 0x40);
    if (segment >= 8)
        return (unsigned char)(0x7f ^ mask);
    return (unsigned char)((segment << 4 | (magnitude >> (segment + 1) & 0xf)) ^ mask);
}

#define FOUR(make, c) make(c), make((c) + 1), make((c) + 2), make((c) + 3)
#define SIXTEEN(make, c)                                                               \
    FOUR(make, c), FOUR(make, (c) + 4), FOUR(make, (c) + 8), FOUR(make, (c) + 12)
#define SIXTY_FOUR(make, c)                                                            \
    SIXTEEN(make, c), SIXTEEN(make, (c) + 16), SIXTEEN(make, (c) + 32),                \
        SIXTEEN(make, (c) + 48)
#define ALL_BYTES(make)                                                                \
    SIXTY_FOUR(make, 0), SIXTY_FOUR(make, 64), SIXTY_FOUR(make, 128),                  \
        SIXTY_FOUR(make, 192)

/* Of 16 bits. */
#define ULAW_SIZE(c) (((((~(c)&0xf) << 3) + 0x84) << (~(c) >> 4 & 7)) - 0x84)
#define FROM_ULAW(c) (~(c)&0x80 ? -ULAW_SIZE(c) : ULAW_SIZE(c))
static const int16_t from_ulaw[256] = {ALL_BYTES(FROM_ULAW)};

/* Of 13 bits. */
static inline unsigned char to_alaw(int v)
{
    int mask = v < 0 ? 0x55 : 0xd5, magnitude = v < 0 ? -v - 1 : v;
    int segment = segment_of(magnitude, 0x20);
    if (segment >= 8)
        return (unsigned char)(0x7f ^ mask);
    int shift = segment < 2 ? 1 : segment;
    return (unsigned char)((segment << 4 | (magnitude >> shift & 0xf)) ^ mask);
}

/* Of 16 bits. */
#define ALAW_LOW(a) (((a)&0xf) << 4)
#define ALAW_SIZE(a)                                                                   \
    ((a)&0x70 ? (ALAW_LOW(a) + 0x108) << (((a) >> 4 & 7) + 7) % 8 : ALAW_LOW(a) + 8)
#define FROM_ALAW(c)                                                                   \
    (((c) ^ 0x55) & 0x80 ? ALAW_SIZE((c) ^ 0x55) : -ALAW_SIZE((c) ^ 0x55))
static const int16_t from_alaw[256] = {ALL_BYTES(FROM_ALAW)};

/* In line, `to` and `from` below are no calls, and samples of two bytes, which most
 * are, need no look at their width: a sixth of the time. */
#define IN_LINE inline __attribute__((always_inline))

static IN_LINE void compress_all(unsigned char *out, const Fragment *f, int width,
                                 int bits, unsigned char (*to)(int v))
{
    for (size_t i = 0; i < f->count; i++)
        out[i] = to(wide_at(f->bytes.data + i * (size_t)width, width) >> (32 - bits));
}

static IN_LINE void expand_all(unsigned char *out, const Fragment *f, int width,
                               const int16_t from[256])
{
    for (size_t i = 0; i < f->bytes.size; i++)
        wide_put(out + i * (size_t)width, width,
                 (int32_t)((uint32_t)from[f->bytes.data[i]] << 16));
}

/* Every sample as one byte; what the bytes mean gets the upper bits. */
static IN_LINE MinipyValue compress(MinipyVM *vm, const MinipyValue *args, int bits,
                                    unsigned char (*to)(int v))
{
    Fragment f;
    if (fragment_get(vm, args, &f) < 0)
        return MINIPY_NULL;
    unsigned char *out = room_for(vm, f.count, 1);
    if (out && f.width == 2)
        compress_all(out, &f, 2, bits, to);
    else if (out)
        compress_all(out, &f, f.width, bits, to);
    return finish_with(vm, &f, out, f.count);
}

static IN_LINE MinipyValue expand(MinipyVM *vm, const MinipyValue *args,
                                  const int16_t from[256])
{
    Fragment f;
    if (fragment_take(vm, args[0], args[1], &f) < 0)
        return MINIPY_NULL;
    size_t w = (size_t)f.width;
    unsigned char *out =
        check_width(vm, f.width) < 0 ? NULL : room_for(vm, f.bytes.size, w);
    if (out && f.width == 2)
        expand_all(out, &f, 2, from);
    else if (out)
        expand_all(out, &f, f.width, from);
    return finish_with(vm, &f, out, f.bytes.size * w);
}

static METHOD(lin2ulaw)
{
    return compress(vm, args, 14, to_ulaw);
}

static METHOD(ulaw2lin)
{
    return expand(vm, args, from_ulaw);
}

static METHOD(lin2alaw)
{
    return compress(vm, args, 13, to_alaw);
}

static METHOD(alaw2lin)
{
    return expand(vm, args, from_alaw);
}

/* ---- IMA ADPCM: differences in four bits ----------------------------------------- */

enum { STEPS = 89 };
static const int16_t step_sizes[STEPS] = {
    7,     8,     9,     10,    11,    12,    13,    14,    16,    17,    19,    21,
    23,    25,    28,    31,    34,    37,    41,    45,    50,    55,    60,    66,
    73,    80,    88,    97,    107,   118,   130,   143,   157,   173,   190,   209,
    230,   253,   279,   307,   337,   371,   408,   449,   494,   544,   598,   658,
    724,   796,   876,   963,   1060,  1166,  1282,  1411,  1552,  1707,  1878,  2066,
    2272,  2499,  2749,  3024,  3327,  3660,  4026,  4428,  4871,  5358,  5894,  6484,
    7132,  7845,  8630,  9493,  10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350,
    22385, 24623, 27086, 29794, 32767};

typedef struct Adpcm {
    int value, step; /* what is predicted; which of step_sizes */
} Adpcm;

/* Two C ints of a tuple. -1: exception. */
static int two_ints(MinipyVM *vm, MinipyValue tuple, const char *message, int out[2])
{
    if (minipy_kind(tuple) != MINIPY_IS_TUPLE || minipy_length(vm, tuple) != 2) {
        minipy_raise(vm, "TypeError", message);
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        MinipyValue v = minipy_getitem_at(vm, tuple, i);
        int64_t wide = 0;
        int r = v ? minipy_as_int(vm, v, &wide) : -1;
        bool overflow = r < 0 && minipy_error_matches(vm, "OverflowError");
        minipy_release(vm, v);
        if (overflow || (r == 0 && (wide > INT_MAX || wide < INT_MIN)))
            minipy_raisef(vm, "OverflowError", "signed integer is %s than %s",
                          overflow || wide > 0 ? "greater" : "less",
                          overflow || wide > 0 ? "maximum" : "minimum");
        if (minipy_error_occurred(vm))
            return -1;
        out[i] = (int)wide;
    }
    return 0;
}

/* None, or (value, step). -1: exception. */
static int adpcm_state(MinipyVM *vm, MinipyValue v, const char *message, Adpcm *a)
{
    int both[2] = {0};
    if (!minipy_is_none(v) && minipy_kind(v) != MINIPY_IS_TUPLE) {
        minipy_raise(vm, "TypeError", "state must be a tuple or None");
        return -1;
    }
    if (!minipy_is_none(v) && two_ints(vm, v, message, both) < 0)
        return -1;
    *a = (Adpcm){both[0], both[1]};
    if (a->value < 0x8000 && a->value >= -0x8000 && a->step >= 0 && a->step < STEPS)
        return 0;
    minipy_raise(vm, "ValueError", "bad state");
    return -1;
}

/* The value and the step after these four bits, the last three of which say how much.
 */
static inline void adpcm_change(Adpcm *a, int code, int change)
{
    static const int8_t further[] = {-1, -1, -1, -1, 2, 4, 6, 8};
    a->value += code & 8 ? -change : change;
    a->value = a->value > 32767 ? 32767 : a->value < -32768 ? -32768 : a->value;
    a->step += further[code & 7];
    a->step = a->step < 0 ? 0 : a->step >= STEPS ? STEPS - 1 : a->step;
}

static inline void adpcm_advance(Adpcm *a, int code)
{
    int step = step_sizes[a->step], change = step >> 3;
    if (code & 4)
        change += step;
    if (code & 2)
        change += step >> 1;
    if (code & 1)
        change += step >> 2;
    adpcm_change(a, code, change);
}

/* One of them, if the part is in what is left. */
static inline void adpcm_bit(int bit, int part, int *left, int *code, int *change)
{
    if (*left < part)
        return;
    *code |= bit;
    *left -= part;
    *change += part;
}

/* The four bits that bring the prediction nearest to v: those, and what comes of them.
 */
static inline int adpcm_code(Adpcm *a, int v)
{
    int step = step_sizes[a->step], change = step >> 3;
    int code = v < a->value ? 8 : 0, left = v < a->value ? a->value - v : v - a->value;
    adpcm_bit(4, step, &left, &code, &change);
    adpcm_bit(2, step >> 1, &left, &code, &change);
    adpcm_bit(1, step >> 2, &left, &code, &change);
    adpcm_change(a, code, change);
    return code;
}

/* (bytes, (value, step)) */
static MinipyValue adpcm_result(MinipyVM *vm, unsigned char *out, size_t size,
                                const Adpcm *a)
{
    MinipyValue bytes = finish(vm, out, size);
    return bytes ? pair(vm, bytes, pair_of_ints(vm, a->value, a->step)) : MINIPY_NULL;
}

static METHOD(lin2adpcm)
{
    Fragment f;
    Adpcm a;
    if (fragment_get(vm, args, &f) < 0)
        return MINIPY_NULL;
    if (adpcm_state(vm, args[2], "lin2adpcm(): illegal state argument", &a) < 0) {
        fragment_release(vm, &f);
        return MINIPY_NULL;
    }
    unsigned char *out = room_for(vm, f.count / 2 + 1, 1);
    for (size_t i = 0; out && i < f.count; i++) {
        int v = wide_at(f.bytes.data + i * (size_t)f.width, f.width) >> 16;
        int code = adpcm_code(&a, v);
        out[i / 2] = (unsigned char)(i & 1 ? out[i / 2] | code : code << 4);
    }
    fragment_release(vm, &f);
    return adpcm_result(vm, out, f.count / 2, &a);
}

static METHOD(adpcm2lin)
{
    Fragment f;
    Adpcm a;
    if (fragment_take(vm, args[0], args[1], &f) < 0)
        return MINIPY_NULL;
    if (check_width(vm, f.width) < 0 ||
        adpcm_state(vm, args[2], "adpcm2lin(): illegal state argument", &a) < 0) {
        fragment_release(vm, &f);
        return MINIPY_NULL;
    }
    size_t w = (size_t)f.width, count = f.bytes.size * 2;
    unsigned char *out = room_for(vm, count, w);
    for (size_t i = 0; out && i < count; i++) {
        adpcm_advance(&a, f.bytes.data[i / 2] >> (i & 1 ? 0 : 4) & 0xf);
        wide_put(out + i * w, f.width, (int32_t)((uint32_t)a.value << 16));
    }
    fragment_release(vm, &f);
    return adpcm_result(vm, out, count * w, &a);
}

/* ---- another rate ---------------------------------------------------------------- */

typedef struct Channel {
    int before, now;
} Channel;

typedef struct Rate {
    int channels, in, out, weight_a, weight_b;
    int due; /* < 0: input is needed; else output */
    Channel *channel;
} Rate;

static int divisor(int a, int b)
{
    while (b > 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int rate_arguments(MinipyVM *vm, const MinipyValue *args, Rate *r)
{
    *r = (Rate){.weight_a = 1};
    if (as_c_int(vm, args[2], &r->channels) < 0 || as_c_int(vm, args[3], &r->in) < 0 ||
        as_c_int(vm, args[4], &r->out) < 0 || as_c_int(vm, args[6], &r->weight_a) < 0 ||
        as_c_int(vm, args[7], &r->weight_b) < 0)
        return -1;
    return 0;
}

static int rate_check(MinipyVM *vm, const Fragment *f, Rate *r)
{
    if (check_width(vm, f->width) < 0)
        return -1;
    if (r->channels < 1)
        fail(vm, "# of channels should be >= 1");
    else if (f->width > INT_MAX / r->channels)
        minipy_raise(vm, "OverflowError", "width * nchannels too big for a C int");
    else if (r->weight_a < 1 || r->weight_b < 0)
        fail(vm, "weightA should be >= 1, weightB should be >= 0");
    else if (check_whole(vm, f, (size_t)f->width * (size_t)r->channels) < 0)
        ;
    else if (r->in <= 0 || r->out <= 0)
        fail(vm, "sampling rate not > 0");
    if (minipy_error_occurred(vm))
        return -1;
    int d = divisor(r->in, r->out), weights = divisor(r->weight_a, r->weight_b);
    r->in /= d, r->out /= d;
    r->weight_a /= weights, r->weight_b /= weights;
    return 0;
}

/* The channels as they were: None, or (due, ((before, now), ...)). */
static int rate_state(MinipyVM *vm, MinipyValue state, Rate *r)
{
    static const char illegal[] = "ratecv(): illegal state argument";
    r->due = -r->out;
    if (minipy_is_none(state))
        return 0;
    if (minipy_kind(state) != MINIPY_IS_TUPLE) {
        minipy_raise(vm, "TypeError", "state must be a tuple or None");
        return -1;
    }
    if (minipy_length(vm, state) != 2) {
        minipy_raise(vm, "TypeError", illegal);
        return -1;
    }
    MinipyValue due = minipy_getitem_at(vm, state, 0);
    MinipyValue samples = minipy_getitem_at(vm, state, 1);
    int result = as_c_int(vm, due, &r->due);
    if (result == 0 && minipy_kind(samples) != MINIPY_IS_TUPLE) {
        minipy_raise(vm, "TypeError", illegal);
        result = -1;
    } else if (result == 0 && minipy_length(vm, samples) != r->channels) {
        fail(vm, "illegal state argument");
        result = -1;
    }
    for (int c = 0; result == 0 && c < r->channels; c++) {
        int both[2];
        MinipyValue item = minipy_getitem_at(vm, samples, c);
        result = item ? two_ints(vm, item, illegal, both) : -1;
        minipy_release(vm, item);
        if (result == 0)
            r->channel[c] = (Channel){both[0], both[1]};
    }
    minipy_release(vm, due);
    minipy_release(vm, samples);
    return result;
}

/* (due, ((before, now), ...)) */
static MinipyValue rate_state_value(MinipyVM *vm, const Rate *r)
{
    MinipyValue list = minipy_list(vm, NULL, 0);
    for (int c = 0; list && c < r->channels; c++) {
        MinipyValue item = pair_of_ints(vm, r->channel[c].before, r->channel[c].now);
        if (!item || minipy_list_append(vm, list, item) < 0) {
            minipy_release(vm, list);
            list = MINIPY_NULL;
        }
        minipy_release(vm, item);
    }
    MinipyValue builtins = list ? minipy_import(vm, "builtins") : MINIPY_NULL;
    MinipyValue tuple =
        builtins ? minipy_call_method(vm, builtins, "tuple", &list, 1) : MINIPY_NULL;
    minipy_release(vm, builtins);
    minipy_release(vm, list);
    return pair(vm, minipy_int(vm, r->due), tuple);
}

/* The next frame of the input, weighed with the one before. */
static void rate_input(const Fragment *f, Rate *r, size_t frame)
{
    for (int c = 0; c < r->channels; c++) {
        Channel *channel = &r->channel[c];
        size_t at = (frame * (size_t)r->channels + (size_t)c) * (size_t)f->width;
        channel->before = channel->now;
        double now = wide_at(f->bytes.data + at, f->width);
        channel->now = (int)(((double)r->weight_a * now +
                              (double)r->weight_b * (double)channel->before) /
                             ((double)r->weight_a + (double)r->weight_b));
    }
}

static unsigned char *rate_output(const Fragment *f, const Rate *r, unsigned char *to)
{
    for (int c = 0; c < r->channels; c++, to += f->width)
        wide_put(to, f->width,
                 (int)(((double)r->channel[c].before * (double)r->due +
                        (double)r->channel[c].now * (double)(r->out - r->due)) /
                       (double)r->out));
    return to;
}

/* The frames that `frames` ones become, at most; 0: too many to be counted. */
static size_t rate_most(const Rate *r, size_t frames)
{
    size_t q = frames ? 1 + (frames - 1) / (size_t)r->in : 0;
    return q && (size_t)r->out > SIZE_MAX / 64 / q ? 0 : q * (size_t)r->out;
}

static MinipyValue rate_convert(MinipyVM *vm, const Fragment *f, Rate *r)
{
    size_t frame = (size_t)f->width * (size_t)r->channels;
    size_t frames = f->bytes.size / frame, most = rate_most(r, frames), done = 0;
    /* A state with an output that is due already has one frame more. */
    unsigned char *out =
        frames && !most ? NULL : room_for(vm, most + (r->due >= 0), frame);
    unsigned char *end = out;
    if (!out) {
        if (!minipy_error_occurred(vm))
            minipy_raise(vm, "MemoryError", "not enough memory for output buffer");
        return MINIPY_NULL;
    }
    size_t room = (most + (r->due >= 0)) * frame;
    while (r->due >= 0 || done < frames) {
        for (; r->due < 0 && done < frames; done++, r->due += r->out)
            rate_input(f, r, done);
        for (; r->due >= 0; r->due -= r->in)
            if ((size_t)(end - out) + frame <= room)
                end = rate_output(f, r, end);
    }
    MinipyValue bytes = finish(vm, out, (size_t)(end - out));
    return bytes ? pair(vm, bytes, rate_state_value(vm, r)) : MINIPY_NULL;
}

static METHOD(ratecv)
{
    Fragment f;
    Rate r;
    MinipyValue result = MINIPY_NULL;
    if (fragment_take(vm, args[0], args[1], &f) < 0)
        return MINIPY_NULL;
    if (rate_arguments(vm, args, &r) == 0 && rate_check(vm, &f, &r) == 0) {
        size_t size = (size_t)r.channels * sizeof(Channel);
        r.channel = library_alloc(vm, size);
        if (!r.channel) {
            minipy_raise(vm, "MemoryError", NULL);
        } else {
            memset(r.channel, 0, size);
            if (rate_state(vm, args[5], &r) == 0)
                result = rate_convert(vm, &f, &r);
        }
        library_free(r.channel);
    }
    fragment_release(vm, &f);
    return result;
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
#define MEASURE(name_, measure, doc_) \
    {.name = name_, .function = measured, .user = &(Measured){measure}, .signature = "(fragment, width, /)", .doc = doc_}
static const MinipyMethod functions[] = {
    MEASURE("max", greatest, "Return the maximum of the absolute value of all samples in a fragment."),
    MEASURE("minmax", minmax, "Return the minimum and maximum values of all samples in the sound fragment."),
    MEASURE("avg", avg, "Return the average over all samples in the fragment."),
    MEASURE("maxpp", maxpp, "Return the maximum peak-peak value in the sound fragment."),
    MEASURE("avgpp", avgpp, "Return the average peak-peak value over all samples in the fragment."),
    MEASURE("rms", rms, "Return the root-mean-square of the fragment, i.e. sqrt(sum(S_i^2)/n)."),
    ROW("findfit", findfit, "(fragment, reference, /)", "Try to match reference as well as possible to a portion of fragment."),
    ROW("findmax", findmax, "(fragment, length, /)", "Search fragment for a slice of specified number of samples with maximum energy."),
    ROW("findfactor", findfactor, "(fragment, reference, /)", "Return a factor F such that rms(add(fragment, mul(reference, -F))) is minimal."),
    MEASURE("cross", cross, "Return the number of zero crossings in the fragment passed as an argument."),
    ROW("mul", mul, "(fragment, width, factor, /)", "Return a fragment that has all samples in the original fragment multiplied by the floating-point value factor."),
    ROW("add", add, "(fragment1, fragment2, width, /)", "Return a fragment which is the addition of the two samples passed as parameters."),
    ROW("bias", bias, "(fragment, width, bias, /)", "Return a fragment that is the original fragment with a bias added to each sample."),
    ROW("ulaw2lin", ulaw2lin, "(fragment, width, /)", "Convert sound fragments in u-LAW encoding to linearly encoded sound fragments."),
    ROW("lin2ulaw", lin2ulaw, "(fragment, width, /)", "Convert samples in the audio fragment to u-LAW encoding."),
    ROW("alaw2lin", alaw2lin, "(fragment, width, /)", "Convert sound fragments in a-LAW encoding to linearly encoded sound fragments."),
    ROW("lin2alaw", lin2alaw, "(fragment, width, /)", "Convert samples in the audio fragment to a-LAW encoding."),
    ROW("lin2lin", lin2lin, "(fragment, width, newwidth, /)", "Convert samples between 1-, 2-, 3- and 4-byte formats."),
    ROW("adpcm2lin", adpcm2lin, "(fragment, width, state, /)", "Decode an Intel/DVI ADPCM coded fragment to a linear fragment."),
    ROW("lin2adpcm", lin2adpcm, "(fragment, width, state, /)", "Convert samples to 4 bit Intel/DVI ADPCM encoding."),
    ROW("tomono", tomono, "(fragment, width, lfactor, rfactor, /)", "Convert a stereo fragment to a mono fragment."),
    ROW("tostereo", tostereo, "(fragment, width, lfactor, rfactor, /)", "Generate a stereo fragment from a mono fragment."),
    ROW("getsample", getsample, "(fragment, width, index, /)", "Return the value of sample index from the fragment."),
    ROW("reverse", reverse, "(fragment, width, /)", "Reverse the samples in a fragment and returns the modified fragment."),
    ROW("byteswap", byteswap, "(fragment, width, /)", "Convert big-endian samples to little-endian and vice versa."),
    ROW("ratecv", ratecv, "(fragment, width, nchannels, inrate, outrate, state, weightA=1, weightB=0, /)", "Convert the frame rate of the input fragment."),
    {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    if (minipy_warn(vm, "DeprecationWarning",
                    "'audioop' is deprecated and slated for removal in Python 3.13",
                    7) < 0)
        return -1;
    MinipyValue *error = minipy_module_state(vm, &minipy_module_audioop);
    if (!error)
        return -1;
    replace(vm, error, minipy_exception_class(vm, "audioop.error", NULL, MINIPY_NULL));
    return *error ? minipy_setattr(vm, module, "error", *error) : -1;
}

MINIPY_MODULE(audioop) = {MINIPY_MODULE_HEAD,     .name = "audioop",
                          .functions = functions, .state_size = sizeof(MinipyValue),
                          .state_values = 1,      .exec = fill};
