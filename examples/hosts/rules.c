/* rules.c - a rules engine. The rules are expressions in Python that are compiled once
 * and asked for every order; an order is a C struct that Python sees as an object, not
 * copied. A rule has a budget, and one that fails is reported and counts as "no".
 *
 *     ./rules
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

typedef struct Order {
    int64_t id, items;
    double total;
    bool first;
} Order;

static const MinipyMember order_members[] = {{.name = "id",
                                              .field = MINIPY_INT64,
                                              .offset = offsetof(Order, id),
                                              .readonly = true},
                                             {.name = "items",
                                              .field = MINIPY_INT64,
                                              .offset = offsetof(Order, items),
                                              .readonly = true},
                                             {.name = "total",
                                              .field = MINIPY_DOUBLE,
                                              .offset = offsetof(Order, total),
                                              .readonly = true},
                                             {.name = "first",
                                              .field = MINIPY_BOOL,
                                              .offset = offsetof(Order, first),
                                              .readonly = true},
                                             {0}};
static const MinipyType order_type = {.name = "shop.Order",
                                      .size = sizeof(Order),
                                      .members = order_members,
                                      .flags = MINIPY_FINAL | MINIPY_NO_NEW};

typedef struct Rule {
    const char *name, *expression;
    MinipyValue function; /* lambda order: expression */
} Rule;

static int compile(MinipyVM *vm, Rule *rule)
{
    char source[300];
    snprintf(source, sizeof source, "lambda order: (%s)", rule->expression);
    rule->function = minipy_eval(vm, source);
    return rule->function ? 0 : -1;
}

/* The last line of the error's text. */
static void report(MinipyVM *vm, const char *rule)
{
    const char *text = minipy_error_text(vm), *line = text;
    for (const char *c = text; *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    printf("  ! %s: %s", rule, line);
    minipy_error_clear(vm);
    minipy_limits_reset(vm); /* the next rule has a budget of its own */
}

static bool holds(MinipyVM *vm, const Rule *rule, MinipyValue order)
{
    MinipyValue r = minipy_call(vm, rule->function, &order, 1);
    int truth = r ? minipy_truth(vm, r) : -1;
    minipy_release(vm, r);
    if (truth < 0)
        report(vm, rule->name);
    return truth > 0;
}

int main(void)
{
    Rule rules[] = {
        {"free shipping", "order.total >= 50 or order.first", 0},
        {"bulk discount", "order.items > 10 and order.total / order.items < 5", 0},
        {"average over 20", "order.total / order.items > 20", 0},
        {"endless", "order.id == 3 and all(True for _ in iter(int, 1))", 0}};
    const Order orders[] = {{1, 2, 60, false}, {2, 20, 40, true}, {3, 0, 0, false}};
    enum {
        RULES = sizeof rules / sizeof *rules,
        ORDERS = sizeof orders / sizeof *orders
    };
    MinipyConfig config;
    minipy_config_init(&config);
    config.instruction_limit = 10000; /* of one rule for one order */
    MinipyVM *vm = minipy_new(&config);
    MinipyValue cls = vm ? minipy_type(vm, &order_type, MINIPY_NULL) : MINIPY_NULL;
    for (size_t i = 0; cls && i < RULES; i++)
        if (compile(vm, &rules[i]) < 0)
            return fputs(minipy_error_text(vm), stderr), 1;
    for (size_t i = 0; cls && i < ORDERS; i++) {
        void *data;
        MinipyValue order = minipy_instance(vm, cls, &data);
        memcpy(data, &orders[i], sizeof orders[i]);
        printf("order %d\n", (int)orders[i].id);
        for (size_t k = 0; k < RULES; k++)
            if (holds(vm, &rules[k], order))
                printf("  %s\n", rules[k].name);
        minipy_release(vm, order);
    }
    for (size_t i = 0; i < RULES; i++)
        minipy_release(vm, rules[i].function);
    minipy_release(vm, cls);
    return minipy_free(vm) ? 1 : 0;
}
