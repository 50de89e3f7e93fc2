/* functions.c - what CPython's tests of ctypes call: a library of plain C functions by
 * the names that the tests have for them. CPython's own is a module of its ABI, which
 * cannot be loaded here; this one both interpreters load (tests/ctypes/run.py).
 */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <math.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- one argument, and what it was ----------------------------------------------- */

EXPORT long long last_tf_arg_s;
EXPORT unsigned long long last_tf_arg_u;

/* Each returns a third of what it got; the second kind has a byte before it. */
#define THIRD(letter, type, last)                                                      \
    EXPORT type tf_##letter(type c)                                                    \
    {                                                                                  \
        last;                                                                          \
        return c / 3;                                                                  \
    }                                                                                  \
    EXPORT type tf_b##letter(signed char x, type c)                                    \
    {                                                                                  \
        (void)x;                                                                       \
        last;                                                                          \
        return c / 3;                                                                  \
    }
#define SIGNED last_tf_arg_s = (long long)c
#define UNSIGNED last_tf_arg_u = (unsigned long long)c
THIRD(b, signed char, SIGNED)
THIRD(B, unsigned char, UNSIGNED)
THIRD(h, short, SIGNED)
THIRD(H, unsigned short, UNSIGNED)
THIRD(i, int, SIGNED)
THIRD(I, unsigned, UNSIGNED)
THIRD(l, long, SIGNED)
THIRD(L, unsigned long, UNSIGNED)
THIRD(q, long long, SIGNED)
THIRD(Q, unsigned long long, UNSIGNED)
THIRD(f, float, SIGNED)
THIRD(d, double, SIGNED)
THIRD(D, long double, SIGNED)

EXPORT void tv_i(int c)
{
    SIGNED;
}

/* ---- many arguments -------------------------------------------------------------- */

EXPORT int _testfunc_i_bhilfd(signed char b, short h, int i, long l, float f, double d)
{
    return (int)(b + h + i + l + f + d);
}

EXPORT float _testfunc_f_bhilfd(signed char b, short h, int i, long l, float f,
                                double d)
{
    return (float)(b + h + i + l + f + d);
}

EXPORT double _testfunc_d_bhilfd(signed char b, short h, int i, long l, float f,
                                 double d)
{
    return b + h + i + l + f + d;
}

EXPORT long double _testfunc_D_bhilfD(signed char b, short h, int i, long l, float f,
                                      long double d)
{
    return b + h + i + l + f + d;
}

EXPORT long long _testfunc_q_bhilfd(signed char b, short h, int i, long l, float f,
                                    double d)
{
    return (long long)(b + h + i + l + f + d);
}

EXPORT long long _testfunc_q_bhilfdq(signed char b, short h, int i, long l, float f,
                                     double d, long long q)
{
    return (long long)(b + h + i + l + f + d + q);
}

EXPORT void _testfunc_v(int a, int b, int *result)
{
    *result = a + b;
}

/* ---- pointers and texts ---------------------------------------------------------- */

EXPORT void *_testfunc_p_p(void *p)
{
    return p;
}

EXPORT char *_testfunc_c_p_p(int *n, char **texts)
{
    return texts[*n - 1];
}

EXPORT int *_testfunc_ai8(int a[8])
{
    return a;
}

EXPORT char *my_strdup(const char *s)
{
    return strdup(s);
}

EXPORT wchar_t *my_wcsdup(const wchar_t *s)
{
    return wcsdup(s);
}

EXPORT size_t my_wcslen(const wchar_t *s)
{
    return wcslen(s);
}

EXPORT void my_free(void *p)
{
    free(p);
}

EXPORT char *my_strchr(const char *s, int c)
{
    return strchr(s, c);
}

EXPORT char *my_strtok(char *s, const char *delimiters)
{
    return strtok(s, delimiters);
}

EXPORT double my_sqrt(double x)
{
    return sqrt(x);
}

EXPORT void my_qsort(void *base, size_t n, size_t width,
                     int (*compare)(const void *, const void *))
{
    qsort(base, n, width, compare);
}

EXPORT void *get_strchr(void)
{
    return (void *)strchr;
}

EXPORT int an_integer = 42;

EXPORT int get_an_integer(void)
{
    return an_integer;
}

EXPORT void GetString(char **p)
{
    *p = NULL;
}

/* ---- callbacks ------------------------------------------------------------------- */

EXPORT int _testfunc_callback_i_if(int value, int (*f)(int))
{
    int sum = 0;
    for (; value; value /= 2)
        sum += f(value);
    return sum;
}

EXPORT long long _testfunc_callback_q_qf(long long value, long long (*f)(long long))
{
    long long sum = 0;
    for (; value; value /= 2)
        sum += f(value);
    return sum;
}

EXPORT int _testfunc_callback_with_pointer(int (*f)(int *))
{
    int table[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    return f(table);
}

EXPORT int _testfunc_cbk_reg_int(int a, int b, int c, int d, int e,
                                 int (*f)(int, int, int, int, int))
{
    return f(a * a, b * b, c * c, d * d, e * e);
}

EXPORT double _testfunc_cbk_reg_double(double a, double b, double c, double d, double e,
                                       double (*f)(double, double, double, double,
                                                   double))
{
    return f(a * a, b * b, c * c, d * d, e * e);
}

EXPORT double integrate(double a, double b, double (*f)(double), long steps)
{
    double width = (b - a) / steps, sum = 0;
    for (long i = 0; i < steps; i++)
        sum += f(a + width * (i + 0.5));
    return sum * width;
}

/* ---- structures by value --------------------------------------------------------- */

typedef struct Large {
    unsigned long first, second, third;
} Large;

EXPORT void _testfunc_cbk_large_struct(Large in, void (*f)(Large))
{
    f(in);
}

EXPORT void _testfunc_large_struct_update_value(Large in)
{
    volatile Large *changed = &in;
    changed->first = changed->second = changed->third = 0x0badf00d;
}

typedef struct Small {
    unsigned first, second;
} Small;
EXPORT Small last_tfrsuv_arg;

EXPORT void _testfunc_reg_struct_update_value(Small in)
{
    last_tfrsuv_arg = in;
    volatile Small *changed = &in;
    changed->first = changed->second = 0x0badf00d;
}

typedef struct Bytes16 {
    unsigned char data[16];
} Bytes16;

EXPORT int _testfunc_array_in_struct1(Bytes16 in)
{
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += in.data[i];
    memset((void *)(volatile char *)&in, 0, sizeof in);
    return sum;
}

typedef struct Doubles2 {
    double data[2];
} Doubles2;

EXPORT double _testfunc_array_in_struct2(Doubles2 in)
{
    return in.data[0] + in.data[1];
}

typedef struct Floats22 {
    float data[2], more_data[2];
} Floats22;

EXPORT double _testfunc_array_in_struct2a(Floats22 in)
{
    return in.data[0] + in.data[1] + in.more_data[0] + in.more_data[1];
}

typedef struct Point {
    int x, y;
} Point;

EXPORT int _testfunc_byval(Point in, Point *out)
{
    if (out)
        *out = in;
    return in.x + in.y;
}

typedef struct Shorts2 {
    short x, y;
} Shorts2;

EXPORT Shorts2 ret_2h_func(Shorts2 in)
{
    return (Shorts2){in.x * 2, in.y * 3};
}

typedef struct Ints8 {
    int a, b, c, d, e, f, g, h;
} Ints8;

EXPORT Ints8 ret_8i_func(Ints8 in)
{
    return (Ints8){in.a * 2, in.b * 3, in.c * 4, in.d * 5,
                   in.e * 6, in.f * 7, in.g * 8, in.h * 9};
}

typedef struct LongPoint {
    long x, y;
} LongPoint;
typedef struct Rect {
    long left, top, right, bottom;
} Rect;
EXPORT long left = 10, top = 20, right = 30, bottom = 40;

EXPORT int PointInRect(Rect *r, LongPoint p)
{
    return p.x >= r->left && p.x <= r->right && p.y >= r->top && p.y <= r->bottom;
}

EXPORT Rect ReturnRect(int i, Rect a, Rect *b, LongPoint p, Rect c, Rect *d,
                       LongPoint q, Rect e)
{
    Rect wrong = {-1, -1, -1, -1};
    if (a.left + b->left + d->left + e.left != left * 4 || p.x != 15 || q.x != 15 ||
        p.y != 25 || q.y != 25)
        return wrong;
    switch (i) {
    case 0: return a;
    case 1: return *b;
    case 2: return c;
    case 3: return *d;
    default: return e;
    }
}

/* ---- bit fields ------------------------------------------------------------------ */

typedef struct Bits {
    signed int A : 1, B : 2, C : 3, D : 4, E : 5, F : 6, G : 7, H : 8, I : 9;
    signed short M : 1, N : 2, O : 3, P : 4, Q : 5, R : 6, S : 7;
} Bits;

EXPORT int unpack_bitfields(Bits *b, char name)
{
#define BIT(field)                                                                     \
    if (name == #field[0])                                                             \
    return b->field
    BIT(A);
    BIT(B);
    BIT(C);
    BIT(D);
    BIT(E);
    BIT(F);
    BIT(G);
    BIT(H);
    BIT(I);
    BIT(M);
    BIT(N);
    BIT(O);
    BIT(P);
    BIT(Q);
    BIT(R);
    BIT(S);
    return 999;
}
