/* cpython.c - the tasks in CPython 3.11, by Python.h. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
/* Its headers come first: they say what the system's are to declare. */
#include "driver.h"

#include <frameobject.h>
#include <stddef.h>
#include <structmember.h>

static PyObject *main_dict, *add, *same, *fail, *point, *list, *dict;

_Noreturn static void failed(void)
{
    PyErr_Print();
    die("an exception that was not expected");
}

static PyObject *sure(PyObject *o)
{
    if (!o)
        failed();
    return o;
}

static void done(int result)
{
    if (result < 0)
        failed();
}

static int64_t as_int(PyObject *o)
{
    int64_t i = PyLong_AsLongLong(sure(o));
    if (i == -1 && PyErr_Occurred())
        failed();
    Py_DECREF(o);
    return i;
}

static PyObject *new_list(void)
{
    PyObject *made = sure(PyList_New(0));
    for (int i = 0; i < ITEMS; i++) {
        PyObject *v = sure(PyLong_FromLong(i));
        done(PyList_Append(made, v));
        Py_DECREF(v);
    }
    return made;
}

static PyObject *new_dict(void)
{
    PyObject *made = sure(PyDict_New());
    for (int i = 0; i < ITEMS; i++) {
        PyObject *v = sure(PyLong_FromLong(i));
        done(PyDict_SetItemString(made, keys[i], v));
        Py_DECREF(v);
    }
    return made;
}

/* ---- what the script gets -------------------------------------------------------- */

static PyObject *sum(PyObject *a, PyObject *b)
{
    long long x = PyLong_AsLongLong(a), y = PyLong_AsLongLong(b);
    return (x == -1 || y == -1) && PyErr_Occurred() ? NULL : PyLong_FromLongLong(x + y);
}

static PyObject *add_c(PyObject *module, PyObject *const *args, Py_ssize_t n)
{
    (void)module;
    if (n != 2)
        return PyErr_Format(PyExc_TypeError, "add_c() takes two arguments");
    return sum(args[0], args[1]);
}

static PyObject *add_c_named(PyObject *module, PyObject *args, PyObject *named)
{
    static char *names[] = {"a", "b", NULL};
    PyObject *a, *b;
    (void)module;
    return PyArg_ParseTupleAndKeywords(args, named, "OO", names, &a, &b) ? sum(a, b)
                                                                         : NULL;
}

static PyMethodDef functions[] = {
    {"add_c", (PyCFunction)(void (*)(void))add_c, METH_FASTCALL, NULL},
    {"add_c_named", (PyCFunction)(void (*)(void))add_c_named,
     METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL}};

typedef struct Counter {
    PyObject_HEAD int64_t total;
} Counter;

static PyObject *counter_add(PyObject *self, PyObject *by)
{
    long long i = PyLong_AsLongLong(by);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLongLong(((Counter *)self)->total += i);
}

static PyMethodDef counter_methods[] = {{"add", counter_add, METH_O, NULL},
                                        {NULL, NULL, 0, NULL}};
static PyType_Slot counter_slots[] = {{Py_tp_methods, counter_methods}, {0, NULL}};
static PyType_Spec counter = {"host.Counter", sizeof(Counter), 0, Py_TPFLAGS_DEFAULT,
                              counter_slots};

static void initialize(void)
{
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    PyStatus status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status))
        die("Py_InitializeFromConfig failed");
}

static void give(const char *name, PyObject *o)
{
    done(PyDict_SetItemString(main_dict, name, sure(o)));
    Py_DECREF(o);
}

static PyObject *of_script(const char *name)
{
    PyObject *o = sure(PyDict_GetItemString(main_dict, name));
    Py_INCREF(o);
    return o;
}

static PyObject *dict_of_main(void)
{
    return PyModule_GetDict(sure(PyImport_AddModule("__main__")));
}

void host_start(void)
{
    initialize();
    main_dict = dict_of_main();
    for (PyMethodDef *f = functions; f->ml_name; f++)
        give(f->ml_name, PyCFunction_New(f, NULL));
    give("Counter", PyType_FromSpec(&counter));
    PyObject *code = sure(Py_CompileString(python_script, "script.py", Py_file_input));
    Py_DECREF(sure(PyEval_EvalCode(code, main_dict, main_dict)));
    Py_DECREF(code);
    add = of_script("add");
    same = of_script("same");
    fail = of_script("fail");
    point = of_script("point");
    list = new_list();
    dict = new_dict();
}

static int64_t answer(void)
{
    PyObject *names = dict_of_main();
    return as_int(PyRun_String("6 * 7", Py_eval_input, names, names));
}

/* A sub-interpreter, and back to the first. */
void host_more(void)
{
    PyThreadState *first = PyThreadState_Get();
    if (!Py_NewInterpreter())
        die("Py_NewInterpreter failed");
    answer();
    PyThreadState_Swap(first);
}

int64_t host_first(void)
{
    initialize();
    return answer();
}

/* ---- calls ----------------------------------------------------------------------- */

static int64_t call(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        PyObject *args[] = {sure(PyLong_FromLong(i)), sure(PyLong_FromLong(2))};
        total += as_int(PyObject_Vectorcall(add, args, 2, NULL));
        Py_DECREF(args[0]);
        Py_DECREF(args[1]);
    }
    return total;
}

static int64_t call_named(long n)
{
    PyObject *names = sure(Py_BuildValue("(s)", "b"));
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        PyObject *args[] = {sure(PyLong_FromLong(i)), sure(PyLong_FromLong(2))};
        total += as_int(PyObject_Vectorcall(add, args, 1, names));
        Py_DECREF(args[0]);
        Py_DECREF(args[1]);
    }
    Py_DECREF(names);
    return total;
}

static int64_t call_raises(long n)
{
    int64_t caught = 0;
    for (long i = 0; i < n; i++) {
        PyObject *type, *e, *traceback;
        if (PyObject_CallNoArgs(fail))
            die("fail() did not");
        PyErr_Fetch(&type, &e, &traceback);
        PyErr_NormalizeException(&type, &e, &traceback);
        caught++;
        Py_XDECREF(type);
        Py_XDECREF(e);
        Py_XDECREF(traceback);
    }
    return caught;
}

static int64_t text(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        Py_ssize_t size;
        PyObject *s =
            sure(PyUnicode_FromStringAndSize("a text of thirty-two characters.", 32));
        PyObject *r = sure(PyObject_CallOneArg(same, s));
        total += PyUnicode_AsUTF8AndSize(r, &size)[size - 1];
        Py_DECREF(r);
        Py_DECREF(s);
    }
    return total;
}

/* A function of the script, which does it n times. */
static int64_t in_script(const char *name, long n)
{
    PyObject *times = sure(PyLong_FromLong(n));
    PyObject *r =
        PyObject_CallOneArg(sure(PyDict_GetItemString(main_dict, name)), times);
    Py_DECREF(times);
    return as_int(r);
}

static int64_t into_c(long n)
{
    return in_script("into_c", n);
}
static int64_t into_c_named(long n)
{
    return in_script("into_c_named", n);
}
static int64_t into_method(long n)
{
    return in_script("into_method", n);
}

/* ---- fields, items, containers --------------------------------------------------- */

static int64_t get_field(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(PyObject_GetAttrString(point, "x"));
    return total;
}

static int64_t set_field(long n)
{
    for (long i = 0; i < n; i++) {
        PyObject *v = sure(PyLong_FromLong(1));
        done(PyObject_SetAttrString(point, "x", v));
        Py_DECREF(v);
    }
    return n;
}

static int64_t get_item(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(PySequence_GetItem(list, i % ITEMS));
    return total;
}

static int64_t get_key(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++)
        total += as_int(PyMapping_GetItemString(dict, keys[i % ITEMS]));
    return total;
}

static int64_t set_key(long n)
{
    for (long i = 0; i < n; i++) {
        PyObject *v = sure(PyLong_FromLong(i % ITEMS));
        done(PyDict_SetItemString(dict, keys[i % ITEMS], v));
        Py_DECREF(v);
    }
    return n;
}

static int64_t build_list(long n)
{
    for (long i = 0; i < n; i++) {
        PyObject *made = new_list();
        Py_DECREF(made);
    }
    return n;
}

static int64_t build_dict(long n)
{
    for (long i = 0; i < n; i++) {
        PyObject *made = new_dict();
        Py_DECREF(made);
    }
    return n;
}

static int64_t walk_dict(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        PyObject *v;
        for (Py_ssize_t pos = 0; PyDict_Next(dict, &pos, NULL, &v);)
            total += PyLong_AsLongLong(v);
    }
    return total;
}

/* ---- events ---------------------------------------------------------------------- */

/* A profile function gets calls of C, too, of which the loop has none; a trace function
 * gets calls and returns besides lines, which do not count. */
static int count_call(PyObject *o, PyFrameObject *frame, int what, PyObject *arg)
{
    (void)o, (void)frame, (void)what, (void)arg;
    seen++;
    return 0;
}

static void look(PyFrameObject *frame)
{
    PyCodeObject *code = PyFrame_GetCode(frame);
    used += PyUnicode_AsUTF8(code->co_filename)[0] +
            PyUnicode_AsUTF8(code->co_name)[0] + PyFrame_GetLineNumber(frame);
    Py_DECREF(code);
}

static int name_call(PyObject *o, PyFrameObject *frame, int what, PyObject *arg)
{
    (void)o, (void)what, (void)arg;
    look(frame);
    seen++;
    return 0;
}

static int count_line(PyObject *o, PyFrameObject *frame, int what, PyObject *arg)
{
    (void)o, (void)frame, (void)arg;
    seen += what == PyTrace_LINE;
    return 0;
}

static int name_line(PyObject *o, PyFrameObject *frame, int what, PyObject *arg)
{
    (void)o, (void)arg;
    if (what == PyTrace_LINE) {
        look(frame);
        seen++;
    }
    return 0;
}

static int64_t listened(void (*set)(Py_tracefunc, PyObject *), Py_tracefunc f,
                        const char *function, long n)
{
    set(f, NULL);
    int64_t r = in_script(function, n);
    set(NULL, NULL);
    return r;
}

static int64_t calls(long n)
{
    return in_script("calls", n);
}
static int64_t calls_counted(long n)
{
    return listened(PyEval_SetProfile, count_call, "calls", n);
}
static int64_t calls_named(long n)
{
    return listened(PyEval_SetProfile, name_call, "calls", n);
}
static int64_t lines(long n)
{
    return in_script("lines", n);
}
static int64_t lines_counted(long n)
{
    return listened(PyEval_SetTrace, count_line, "lines", n);
}
static int64_t lines_named(long n)
{
    return listened(PyEval_SetTrace, name_line, "lines", n);
}

/* ---- life ------------------------------------------------------------------------ */

static int64_t made_and_freed(long n)
{
    PyThreadState *first = PyThreadState_Get();
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        PyThreadState *made = Py_NewInterpreter();
        if (!made)
            die("Py_NewInterpreter failed");
        total += answer();
        Py_EndInterpreter(made);
        PyThreadState_Swap(first);
    }
    return total;
}

static int64_t whole_runtime(long n)
{
    int64_t total = 0;
    for (long i = 0; i < n; i++) {
        initialize();
        total += answer();
        done(Py_FinalizeEx());
    }
    return total;
}

const Task tasks[] = {TASKS(TASK_ROW){NULL, NULL}};
const Task alone[] = {{"whole_runtime", whole_runtime}, {NULL, NULL}};
