/* report.h - telling people: the text of tracebacks (traceback_print.c), the source
 * lines in them (traceback_source.c), SyntaxErrors (traceback_syntax.c), suggestions
 * (suggest.c), and exceptions that nobody can catch (unraisable.c).
 */
#ifndef MINIPY_VM_REPORT_REPORT_H
#define MINIPY_VM_REPORT_REPORT_H

#include "vm/core/vm.h"

/* The text that the interpreter prints for an uncaught exception, as a str. */
Value traceback_format(MinipyVM *vm, Value exc);
/* The same with colours, for a terminal. */
Value traceback_format_coloured(MinipyVM *vm, Value exc);
/* Does who looks at that descriptor see colours? As in CPython 3.13, a terminal does,
 * unless PYTHON_COLORS=0, NO_COLOR or TERM=dumb say no. */
bool report_in_colour(MinipyVM *vm, int fd);
/* What is printed of an exception that nobody can catch: its stack, class and str(). */
Value traceback_format_ignored(MinipyVM *vm, Value exc);
/* When there is no memory for more: HEADING and the class, past all streams. */
void traceback_last_words(MinipyVM *vm, const char *heading, Value exc);
/* The stack part alone, limited as traceback.print_tb(limit) does; new str. */
Value traceback_format_stack(MinipyVM *vm, Value tb, int64_t limit);
/* One line of a source file without its newline, or VALUE_NULL without error: not to be
 * had. The name's last part is looked for along sys.path too. */
Value source_line(MinipyVM *vm, Value filename, int lineno);
/* Where a SyntaxError, or what has its attributes, says it is: "File" line, source
 * line, carets, without a newline at the end; *message is then its msg (new); *lost:
 * its line is no text. VALUE_NULL without error: it names no place. */
Value syntax_place_format(MinipyVM *vm, Value exc, Value *message, bool *lost);
/* " Did you mean" text for NameError and AttributeError: a str or VALUE_NULL (no
 * error). */
Value suggestion_for(MinipyVM *vm, Value exc);

/* What sys.__unraisablehook__ prints, to sys.stderr. */
void unraisable_default(MinipyVM *vm, Value exc, Value message_or_null,
                        Value obj_or_null);

#endif
