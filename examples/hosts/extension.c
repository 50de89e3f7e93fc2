/* extension.c - a module in C with a function, a class and a state of its own: points
 * in the plane. It stands on minipy.h alone; the same file is an extension (import
 * points) or, linked into a program, a built-in module.
 *
 *     cc -shared -fPIC -o points.minipy-3.11-x86_64.so extension.c
 *     cc -DHOST extension.c -lminipy -o extension && ./extension
 */
#include <math.h>
#include <stdio.h>

#include "minipy.h"

extern const MinipyModule minipy_module_points;

/* Of each module object: of each vm. */
typedef struct State {
    MinipyValue point; /* the class */
    int64_t made;
} State;

typedef struct Point {
    double x, y;
} Point;
static const MinipyType point_type;

static MinipyValue point_new(MinipyVM *vm, double x, double y)
{
    void *data;
    State *s = minipy_module_state(vm, &minipy_module_points);
    MinipyValue self = s ? minipy_instance(vm, s->point, &data) : MINIPY_NULL;
    if (self)
        *(Point *)data = (Point){x, y};
    return self;
}

static MinipyValue point_init(MinipyVM *vm, void *user, const MinipyValue *args,
                              size_t n)
{
    (void)user, (void)n;
    Point *p = minipy_data(vm, args[0], &point_type);
    State *s = p ? minipy_module_state(vm, &minipy_module_points) : NULL;
    if (!s || (args[1] && minipy_as_float(vm, args[1], &p->x) < 0) ||
        (args[2] && minipy_as_float(vm, args[2], &p->y) < 0))
        return MINIPY_NULL;
    s->made++;
    return minipy_none();
}

static MinipyValue point_repr(MinipyVM *vm, void *user, const MinipyValue *args,
                              size_t n)
{
    (void)user, (void)n;
    char text[80];
    Point *p = minipy_data(vm, args[0], &point_type);
    int size = p ? snprintf(text, sizeof text, "Point(%g, %g)", p->x, p->y) : 0;
    return p ? minipy_str(vm, text, (size_t)size) : MINIPY_NULL;
}

static MinipyValue point_add(MinipyVM *vm, void *user, const MinipyValue *args,
                             size_t n)
{
    (void)user, (void)n;
    Point *a = minipy_data(vm, args[0], &point_type);
    Point *b = a ? minipy_data(vm, args[1], &point_type) : NULL;
    return b ? point_new(vm, a->x + b->x, a->y + b->y) : MINIPY_NULL;
}

static MinipyValue point_length(MinipyVM *vm, void *user, MinipyValue self)
{
    (void)user;
    Point *p = minipy_data(vm, self, &point_type);
    return p ? minipy_float(vm, hypot(p->x, p->y)) : MINIPY_NULL;
}

static const MinipyMethod point_methods[] = {
    {.name = "__init__", .function = point_init, .signature = "(self, x=0.0, y=0.0)"},
    {.name = "__repr__", .function = point_repr, .signature = "(self, /)"},
    {.name = "__add__", .function = point_add, .signature = "(self, other, /)"},
    {0}};
static const MinipyMember point_members[] = {
    {.name = "x", .field = MINIPY_DOUBLE, .offset = offsetof(Point, x)},
    {.name = "y", .field = MINIPY_DOUBLE, .offset = offsetof(Point, y)},
    {.name = "length", .get = point_length, .doc = "The distance from (0, 0)."},
    {0}};
static const MinipyType point_type = {.name = "points.Point",
                                      .doc = "A point in the plane.",
                                      .size = sizeof(Point),
                                      .methods = point_methods,
                                      .members = point_members};

static MinipyValue made(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)args, (void)n;
    State *s = minipy_module_state(vm, &minipy_module_points);
    return s ? minipy_int(vm, s->made) : MINIPY_NULL;
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = minipy_module_state(vm, &minipy_module_points);
    s->point = minipy_type(vm, &point_type, MINIPY_NULL);
    return s->point ? minipy_setattr(vm, module, "Point", s->point) : -1;
}

static const MinipyMethod functions[] = {{.name = "made",
                                          .function = made,
                                          .signature = "()",
                                          .doc = "How many points Python made."},
                                         {0}};

MINIPY_MODULE(points) = {MINIPY_MODULE_HEAD,
                         .name = "points",
                         .doc = "Points in the plane.",
                         .functions = functions,
                         .state_size = sizeof(State),
                         .state_values = 1,
                         .exec = fill};

#ifdef HOST
int main(void)
{
    MinipyVM *vm = minipy_new(NULL);
    if (!vm || minipy_add_builtin(vm, &minipy_module_points) < 0)
        return 1;
    if (minipy_run_string(
            vm,
            "import points\n"
            "class Place(points.Point):\n"
            "    pass\n"
            "home = Place(3, y=4)\n"
            "home.x += 3\n"
            "print(home + points.Point(2, 2), home.length, points.made())\n"
            "print(points, points.Point.__doc__)\n"
            "try:\n"
            "    home + 1\n"
            "except TypeError as e:\n"
            "    print(e)\n",
            "<host>") < 0)
        fputs(minipy_error_text(vm), stdout);
    return minipy_free(vm) ? 1 : 0;
}
#endif
