/* recorder.c - writes the event stream of a program into a file, for
 * tests/run_events.py.
 *
 * One library with two uses. Preloaded into minipy, it sends what --trace prints to the
 * file that EVENTS_FILE names, so that the program's own standard error, and what it
 * does to descriptor 2, cannot spoil the stream. Loaded by python3.11 (sitecustomize.py
 * beside this file), record_events() installs a C trace function that writes the same
 * lines. It has no Python frame: recursion depth, the module __main__ and the frames a
 * program can see are as without it. sys.settrace and sys.setprofile are replaced by
 * functions that do the same below the recorder, and let it see the frames of the
 * program's own trace functions, as markers do.
 *
 * Python's header files are not needed: these are declarations of its stable interface,
 * and of the few functions of the full one that trace functions need. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct PyObject PyObject;
typedef int TraceFunction(PyObject *, PyObject *frame, int what, PyObject *arg);
typedef struct {
    const char *name;
    PyObject *(*function)(PyObject *, PyObject *);
    int flags;
    const char *doc;
} PyMethodDef;

#pragma weak PyEval_SetTrace
#pragma weak PyEval_SetProfile
#pragma weak PyFrame_GetCode
#pragma weak PyFrame_GetLineNumber
#pragma weak PyFrame_FastToLocalsWithError
#pragma weak PyFrame_LocalsToFast
#pragma weak PyObject_GetAttrString
#pragma weak PyObject_SetAttrString
#pragma weak PyObject_CallFunction
#pragma weak PyUnicode_AsUTF8
#pragma weak PyErr_Fetch
#pragma weak PyErr_Restore
#pragma weak PyErr_Clear
#pragma weak PyErr_SetString
#pragma weak PyExc_RuntimeError
#pragma weak PyTraceBack_Here
#pragma weak PySys_Audit
#pragma weak PyThreadState_Get
#pragma weak PyThreadState_EnterTracing
#pragma weak PyThreadState_LeaveTracing
#pragma weak PySys_SetObject
#pragma weak PyCFunction_NewEx
#pragma weak Py_IncRef
#pragma weak Py_DecRef
#pragma weak _Py_NoneStruct
#pragma weak _Py_TrueStruct
#pragma weak _Py_FalseStruct
extern char _Py_NoneStruct, _Py_TrueStruct, _Py_FalseStruct;
void PyEval_SetTrace(TraceFunction *, PyObject *);
void PyEval_SetProfile(TraceFunction *, PyObject *);
PyObject *PyFrame_GetCode(PyObject *);
int PyFrame_GetLineNumber(PyObject *);
int PyFrame_FastToLocalsWithError(PyObject *);
void PyFrame_LocalsToFast(PyObject *, int clear);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
int PyObject_SetAttrString(PyObject *, const char *, PyObject *);
PyObject *PyObject_CallFunction(PyObject *, const char *format, ...);
const char *PyUnicode_AsUTF8(PyObject *);
void PyErr_Fetch(PyObject **, PyObject **, PyObject **);
void PyErr_Restore(PyObject *, PyObject *, PyObject *);
void PyErr_Clear(void);
void PyErr_SetString(PyObject *, const char *);
extern PyObject *PyExc_RuntimeError;
int PyTraceBack_Here(PyObject *frame);
int PySys_Audit(const char *event, const char *format, ...);
void *PyThreadState_Get(void);
void PyThreadState_EnterTracing(void *thread);
void PyThreadState_LeaveTracing(void *thread);
int PySys_SetObject(const char *, PyObject *);
PyObject *PyCFunction_NewEx(PyMethodDef *, PyObject *self, PyObject *module);
void Py_IncRef(PyObject *);
void Py_DecRef(PyObject *);

#define NONE ((PyObject *)&_Py_NoneStruct)
#define TRUE ((PyObject *)&_Py_TrueStruct)
#define FALSE ((PyObject *)&_Py_FalseStruct)
enum { CALL, EXCEPTION, LINE, RETURN, C_CALL, C_EXCEPTION, C_RETURN, OPCODE };
static const char *const event_names[] = {"call",     "exception", "line",
                                          "return",   "c_call",    "c_exception",
                                          "c_return", "opcode"};

/* ---- minipy ---------------------------------------------------------------------- */

static FILE *events;

/* What a child writes is not the program's. */
static void leave_file_to_parent(void)
{
    freopen("/dev/null", "w", events);
}

static void open_events(const char *path)
{
    events = fopen(path, "w");
    if (events == NULL)
        return;
    setvbuf(events, NULL, _IOLBF,
            1 << 16); /* the program may end by os._exit or a signal */
    pthread_atfork(NULL, NULL, leave_file_to_parent);
}

__attribute__((constructor)) static void redirect_trace(void)
{
    const char *path = getenv("EVENTS_FILE");
    if (path == NULL || PyEval_SetTrace != NULL)
        return;
    open_events(path);
    if (events == NULL)
        abort();
    stderr = events;
    unsetenv("EVENTS_FILE");
    unsetenv("LD_PRELOAD");
}

/* ---- python3.11 ------------------------------------------------------------------ */

static PyObject *user_trace, *user_profile; /* the program's; NULL */
static bool in_user; /* one of the two runs: it is seen, but not told what is seen */

/* The name that a marker would show: empty when it cannot be encoded. */
static void put_name(PyObject *code, const char *attribute, bool base)
{
    PyObject *name = PyObject_GetAttrString(code, attribute);
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) {
        PyErr_Clear();
        text = "";
    }
    const char *slash = base ? strrchr(text, '/') : NULL;
    fputs(slash != NULL ? slash + 1 : text, events);
    putc(':', events);
    Py_DecRef(name);
}

static void put_event(PyObject *frame, int what)
{
    static const char *const names[] = {
        [CALL] = "function-entry:", [LINE] = "line:", [RETURN] = "function-return:"};
    if (what != CALL && what != LINE && what != RETURN)
        return;
    PyObject *error[3], *code = PyFrame_GetCode(frame);
    PyErr_Fetch(&error[0], &error[1], &error[2]);
    int line = PyFrame_GetLineNumber(frame);
    fputs(names[what], events);
    put_name(code, "co_filename", true);
    put_name(code, "co_name", false);
    fprintf(events, "%d\n", line < 0 ? 0 : line);
    Py_DecRef(code);
    PyErr_Restore(error[0], error[1], error[2]);
}

/* Frames whose f_trace_lines the program cleared. It is set again, for the recorder. */
static PyObject *without_lines[64];

/* The slot of that frame; a free one if it has none; NULL: too many. */
static PyObject **find_frame(PyObject *frame)
{
    PyObject **found = NULL;
    for (size_t i = 0; i < sizeof without_lines / sizeof without_lines[0]; i++) {
        if (without_lines[i] == frame)
            return &without_lines[i];
        if (without_lines[i] == NULL && found == NULL)
            found = &without_lines[i];
    }
    return found;
}

/* Shows the program's own f_trace_lines, or hides a cleared one. */
static void show_lines_flag(PyObject *frame, bool shown)
{
    PyObject **slot = find_frame(frame);
    if (slot == NULL)
        return;
    if (shown && *slot == frame) {
        PyObject_SetAttrString(frame, "f_trace_lines", FALSE);
        *slot = NULL;
    } else if (!shown) {
        PyObject *flag = PyObject_GetAttrString(frame, "f_trace_lines");
        if (flag == FALSE) {
            PyObject_SetAttrString(frame, "f_trace_lines", TRUE);
            *slot = frame;
        }
        Py_DecRef(flag);
    }
}

/* callback(frame, event, arg) as sys.settrace's own trampoline does it; but with
 * tracing on, so that the recorder sees the callback. NULL: it raised. */
static PyObject *call_user(PyObject *callback, PyObject *frame, int what, PyObject *arg)
{
    PyObject *error[3];
    PyErr_Fetch(&error[0], &error[1], &error[2]);
    PyObject *result = NULL;
    Py_IncRef(callback);
    if (PyFrame_FastToLocalsWithError(frame) == 0) {
        in_user = true;
        show_lines_flag(frame, true);
        PyThreadState_LeaveTracing(PyThreadState_Get());
        result = PyObject_CallFunction(callback, "OsO", frame, event_names[what],
                                       arg != NULL ? arg : NONE);
        PyThreadState_EnterTracing(PyThreadState_Get());
        show_lines_flag(frame, what == RETURN);
        in_user = false;
        PyFrame_LocalsToFast(frame, 1);
    }
    Py_DecRef(callback);
    if (result == NULL)
        PyTraceBack_Here(frame);
    else
        PyErr_Restore(error[0], error[1], error[2]);
    return result;
}

/* The old one goes first, as in CPython: its __del__ may try to set another. */
static bool set_user(PyObject **slot, PyObject *function)
{
    static PyObject **busy;
    if (busy == slot) {
        PyErr_SetString(PyExc_RuntimeError,
                        slot == &user_trace
                            ? "Cannot install a trace function while another "
                              "trace function is being installed"
                            : "Cannot install a profile function while "
                              "another profile function is being installed");
        busy = NULL;
        return false;
    }
    busy = slot;
    PyObject *old = *slot;
    *slot = NULL;
    if (old != NULL)
        Py_DecRef(old);
    busy = NULL;
    if (function != NONE)
        Py_IncRef(function);
    *slot = function != NONE ? function : NULL;
    return true;
}

static int trace(PyObject *self, PyObject *frame, int what, PyObject *arg)
{
    (void)self;
    put_event(frame, what);
    if (user_trace == NULL || in_user)
        return 0;
    if (what == LINE && find_frame(frame) != NULL && *find_frame(frame) == frame)
        return 0;
    PyObject *local = PyObject_GetAttrString(frame, "f_trace");
    PyObject *callback = what == CALL ? user_trace : local != NONE ? local : NULL;
    PyObject *result = callback != NULL ? call_user(callback, frame, what, arg) : NONE;
    bool failed = result == NULL;
    if (failed) {
        PyObject *error[3];
        PyErr_Fetch(&error[0], &error[1], &error[2]);
        set_user(&user_trace, NONE);
        PyObject_SetAttrString(frame, "f_trace", NONE);
        PyErr_Restore(error[0], error[1], error[2]);
    } else if (callback != NULL) {
        if (result != NONE)
            PyObject_SetAttrString(frame, "f_trace", result);
        Py_DecRef(result);
    }
    Py_DecRef(local);
    return failed ? -1 : 0;
}

static int profile(PyObject *self, PyObject *frame, int what, PyObject *arg)
{
    (void)self;
    if (user_profile == NULL || in_user)
        return 0;
    PyObject *result = call_user(user_profile, frame, what, arg);
    if (result != NULL) {
        Py_DecRef(result);
        return 0;
    }
    PyObject *error[3];
    PyErr_Fetch(&error[0], &error[1], &error[2]);
    set_user(&user_profile, NONE);
    PyEval_SetProfile(NULL, NULL);
    PyErr_Restore(error[0], error[1], error[2]);
    return -1;
}

static PyObject *get(PyObject *slot)
{
    PyObject *result = slot != NULL ? slot : NONE;
    Py_IncRef(result);
    return result;
}

static PyObject *settrace(PyObject *self, PyObject *function)
{
    (void)self;
    if (PySys_Audit("sys.settrace", NULL) < 0)
        return NULL;
    return set_user(&user_trace, function) ? get(NULL) : NULL;
}

static PyObject *setprofile(PyObject *self, PyObject *function)
{
    (void)self;
    if (!set_user(&user_profile, function))
        return NULL;
    PyEval_SetProfile(user_profile != NULL ? profile : NULL, NULL);
    return get(NULL);
}

static PyObject *gettrace(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return get(user_trace);
}

static PyObject *getprofile(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return get(user_profile);
}

/* Called with the interpreter lock held. Returns 0, or -1. */
int record_events(const char *path)
{
    enum { NO_ARGUMENT = 4, ONE_ARGUMENT = 8 };
    static PyMethodDef functions[] = {{"settrace", settrace, ONE_ARGUMENT, NULL},
                                      {"setprofile", setprofile, ONE_ARGUMENT, NULL},
                                      {"gettrace", gettrace, NO_ARGUMENT, NULL},
                                      {"getprofile", getprofile, NO_ARGUMENT, NULL}};
    open_events(path);
    if (events == NULL)
        return -1;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        PyObject *function = PyCFunction_NewEx(&functions[i], NULL, NULL);
        if (function == NULL || PySys_SetObject(functions[i].name, function) != 0)
            return -1;
    }
    PyEval_SetTrace(trace, NULL);
    return 0;
}
