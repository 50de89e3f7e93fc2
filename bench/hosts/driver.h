/* driver.h - the same work in three interpreters that a host embeds: bench/embed.py.
 * minipy.c, lua.c and cpython.c do it, each as its manual says; driver.c times it.
 * Work that an interpreter has no means for is left out of its table.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stdint.h>

/* The tasks, by name: each is a function of every interpreter that does it n times and
 * returns what came of it, the same in all of them. bench/embed.py says what they are.
 */
#define TASKS(T)                                                                       \
    T(call)                                                                            \
    T(call_named)                                                                      \
    T(call_raises)                                                                     \
    T(text)                                                                            \
    T(into_c)                                                                          \
    T(into_c_named)                                                                    \
    T(into_method)                                                                     \
    T(get_field)                                                                       \
    T(set_field)                                                                       \
    T(get_item)                                                                        \
    T(get_key)                                                                         \
    T(set_key)                                                                         \
    T(build_list)                                                                      \
    T(build_dict)                                                                      \
    T(walk_dict)                                                                       \
    T(calls)                                                                           \
    T(calls_counted)                                                                   \
    T(calls_named)                                                                     \
    T(lines)                                                                           \
    T(lines_counted)                                                                   \
    T(lines_named)                                                                     \
    T(made_and_freed)

typedef struct Task {
    const char *name;
    int64_t (*run)(long n);
} Task;
#define TASK_ROW(name) {#name, name},

/* ---- what each of the three has -------------------------------------------------- */
extern const Task tasks[]; /* {TASKS(TASK_ROW) {NULL, NULL}} */
extern const Task alone[]; /* the same, of what wants no interpreter beside it */
void host_start(void);     /* makes the interpreter in which the tasks are done */
void host_more(void);      /* makes one more, which is kept and has run a line */
int64_t host_first(void);  /* 6 * 7, worked out by text in the first interpreter */

/* ---- what they share ------------------------------------------------------------- */
extern int64_t seen; /* events that callbacks have counted */
extern int64_t used; /* what they read goes there, lest the compiler leave it out */
_Noreturn void die(const char *why);

enum { ITEMS = 100 };       /* of a list and of a dict that a task builds or reads */
extern char keys[ITEMS][8]; /* "key0" ... */

/* What both Pythons run. add_c, add_c_named and Counter are the host's. */
extern const char python_script[];

#endif
