/* termios.c - the module termios: the state of terminals. */
#include <errno.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "stdlib/native.h"
#include "stdlib/os/posix_private.h"
#include "vm/threads/thread.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/objects/module.h"

extern const ModuleSpec termios_module_spec;

static const ErrorClass error_class = {"termios", "error", EXC_Exception};

/* The error of errno, unless an exception is set already (a signal handler raised). */
static Value termios_error(MinipyVM *vm)
{
    int err = errno;
    return error_occurred(vm) ? VALUE_NULL
                              : module_error_code(vm, &error_class, err, strerror(err));
}

/* Makes a call again that a signal interrupted, without the lock of the vm. */
#define TERMIOS_CALL(r, expr)                                                          \
    do                                                                                 \
        (r) = INTERRUPTIBLE(vm, (expr));                                               \
    while ((r) < 0 && posix_again(vm))

static Value termios_none(MinipyVM *vm, int r)
{
    return r < 0 ? termios_error(vm) : VALUE_NONE;
}

/* ---- attributes: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc] ---------------- */

enum { ATTRIBUTES = 7 };

/* Characters as bytes; VMIN and VTIME are numbers where lines are not assembled. */
static Value control_characters(MinipyVM *vm, const struct termios *mode)
{
    Value list = list_new(vm, 0);
    for (int i = 0; list && i < NCCS; i++) {
        bool number = !(mode->c_lflag & ICANON) && (i == VMIN || i == VTIME);
        Value item =
            number ? value_from_imm(mode->c_cc[i]) : bytes_from(vm, &mode->c_cc[i], 1);
        if (!item || list_append_steal(vm, list, item) < 0)
            value_clear(vm, &list);
    }
    return list;
}

FN(termios_tcgetattr)
{
    struct termios mode;
    int fd, r;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    TERMIOS_CALL(r, tcgetattr(fd, &mode));
    if (r < 0)
        return termios_error(vm);
    const int64_t flags[] = {mode.c_iflag, mode.c_oflag,       mode.c_cflag,
                             mode.c_lflag, cfgetispeed(&mode), cfgetospeed(&mode)};
    Value cc = control_characters(vm, &mode), list = cc ? list_new(vm, 0) : VALUE_NULL;
    for (int i = 0; list && i < ATTRIBUTES - 1; i++)
        if (list_append_made(vm, list, int_new(vm, flags[i])) < 0)
            value_clear(vm, &list);
    if (list && list_append(vm, list, cc) < 0)
        value_clear(vm, &list);
    value_xdecref(vm, cc);
    return list;
}

static bool character(MinipyVM *vm, Value v, cc_t *out)
{
    int number;
    if (value_is_bytes(v) && BYTES(v)->size == 1) {
        *out = BYTES(v)->data[0];
        return true;
    }
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError,
                  "tcsetattr: elements of attributes must be characters or integers");
        return false;
    }
    if (!arg_int(vm, v, &number))
        return false;
    *out = (cc_t)number;
    return true;
}

/* Items are fetched anew each time: taking a number out of one can run Python code. */
static bool read_attributes(MinipyVM *vm, Value list, struct termios *mode)
{
    int64_t flags[ATTRIBUTES - 1];
    if (!value_is_list(list) || list_size(list) != ATTRIBUTES)
        return error_set(vm, EXC_TypeError, "tcsetattr, arg 3: must be 7 element list"),
               false;
    Value cc = value_incref(list_get_borrow(list, ATTRIBUTES - 1));
    bool ok = true;
    for (int i = 0; ok && i < ATTRIBUTES - 1; i++) {
        Value item =
            list_size(list) > i ? value_incref(list_get_borrow(list, i)) : VALUE_NONE;
        ok = arg_ssize(vm, item, &flags[i]);
        value_decref(vm, item);
    }
    if (ok && (!value_is_list(cc) || list_size(cc) != NCCS)) {
        error_set(vm, EXC_TypeError, "tcsetattr: attributes[6] must be %d element list",
                  NCCS);
        ok = false;
    }
    for (int i = 0; ok && i < NCCS; i++) {
        ok = list_size(cc) == NCCS &&
             character(vm, list_get_borrow(cc, i), &mode->c_cc[i]);
    }
    value_decref(vm, cc);
    if (!ok)
        return false;
    mode->c_iflag = (tcflag_t)flags[0];
    mode->c_oflag = (tcflag_t)flags[1];
    mode->c_cflag = (tcflag_t)flags[2];
    mode->c_lflag = (tcflag_t)flags[3];
    return cfsetispeed(mode, (speed_t)flags[4]) == 0 &&
           cfsetospeed(mode, (speed_t)flags[5]) == 0;
}

FN(termios_tcsetattr)
{
    struct termios mode;
    int fd, when, r;
    if (!fileno_arg(vm, args[0], &fd) || !arg_int(vm, args[1], &when))
        return VALUE_NULL;
    if (!value_is_list(args[2]) || list_size(args[2]) != ATTRIBUTES)
        return error_set(vm, EXC_TypeError, "tcsetattr, arg 3: must be 7 element list");
    if (tcgetattr(fd, &mode) < 0) /* what the list does not say stays */
        return termios_error(vm);
    if (!read_attributes(vm, args[2], &mode))
        return termios_error(vm);
    TERMIOS_CALL(r, tcsetattr(fd, when, &mode));
    return termios_none(vm, r);
}

/* ---- the line -------------------------------------------------------------------- */

FN(termios_tcdrain)
{
    int fd, r;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    TERMIOS_CALL(r, tcdrain(fd));
    return termios_none(vm, r);
}

#define FD_AND_NUMBER(name)                                                            \
    FN(termios_##name)                                                                 \
    {                                                                                  \
        int fd, number, r;                                                             \
        if (!fileno_arg(vm, args[0], &fd) || !arg_int(vm, args[1], &number))           \
            return VALUE_NULL;                                                         \
        TERMIOS_CALL(r, name(fd, number));                                             \
        return termios_none(vm, r);                                                    \
    }
FD_AND_NUMBER(tcsendbreak)
FD_AND_NUMBER(tcflush)
FD_AND_NUMBER(tcflow)

/* ---- the window ------------------------------------------------------------------ */

FN(termios_tcgetwinsize)
{
    struct winsize size;
    int fd;
    if (!fileno_arg(vm, args[0], &fd))
        return VALUE_NULL;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0)
        return termios_error(vm);
    return tuple_pack(vm, 2, value_from_imm(size.ws_row), value_from_imm(size.ws_col));
}

static bool window_size(MinipyVM *vm, Value v, struct winsize *size)
{
    int64_t n[2];
    if (!value_type(vm, v)->slots.sq_item && !value_is_list(v) && !value_is_tuple(v)) {
        error_set(vm, EXC_TypeError,
                  "tcsetwinsize, arg 2: must be a two-item sequence");
        return false;
    }
    Value items = sequence_tuple(vm, v);
    if (items && tuple_size(items) != 2) {
        error_set(vm, EXC_TypeError,
                  "tcsetwinsize, arg 2: must be a two-item sequence");
        value_clear(vm, &items);
    }
    bool ok = items != VALUE_NULL;
    for (int i = 0; ok && i < 2; i++)
        ok = arg_ssize(vm, tuple_get_borrow(items, i), &n[i]);
    value_xdecref(vm, items);
    if (!ok)
        return false;
    size->ws_row = (unsigned short)n[0];
    size->ws_col = (unsigned short)n[1];
    if (size->ws_row == n[0] && size->ws_col == n[1])
        return true;
    error_set(vm, EXC_OverflowError, "winsize value(s) out of range.");
    return false;
}

FN(termios_tcsetwinsize)
{
    struct winsize size, wanted;
    int fd;
    if (!fileno_arg(vm, args[0], &fd) || !window_size(vm, args[1], &wanted))
        return VALUE_NULL;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) /* the size in pixels stays */
        return termios_error(vm);
    size.ws_row = wanted.ws_row;
    size.ws_col = wanted.ws_col;
    return termios_none(vm, ioctl(fd, TIOCSWINSZ, &size));
}

/* ---- the module ------------------------------------------------------------------ */

static METHODS(functions,
    {"tcgetattr", termios_tcgetattr, 0, "($module, fd, /)",
     "The state of a terminal: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc].\n\n"
     "cc has the control characters, to be indexed by the constants V*."},
    {"tcsetattr", termios_tcsetattr, 0, "($module, fd, when, attributes, /)",
     "Sets the state of a terminal, a list as of tcgetattr().\n\n"
     "when is TCSANOW, TCSADRAIN (once all output is written) or TCSAFLUSH (and\nunread input is dropped)."},
    {"tcsendbreak", termios_tcsendbreak, 0, "($module, fd, duration, /)",
     "Sends a break: of a quarter to half a second if duration is 0."},
    {"tcdrain", termios_tcdrain, 0, "($module, fd, /)", "Waits until all output is written."},
    {"tcflush", termios_tcflush, 0, "($module, fd, queue, /)",
     "Drops unread input (TCIFLUSH), unwritten output (TCOFLUSH) or both."},
    {"tcflow", termios_tcflow, 0, "($module, fd, action, /)",
     "Stops and starts output (TCOOFF, TCOON) or input (TCIOFF, TCION)."},
    {"tcgetwinsize", termios_tcgetwinsize, 0, "($module, fd, /)", "The rows and columns of a terminal."},
    {"tcsetwinsize", termios_tcsetwinsize, 0, "($module, fd, winsize, /)", "Sets the rows and columns of a terminal."},
);

/* clang-format off */
#define C(name) {#name, (int64_t)(name)}
static const PosixConstant constants[] = {
    C(B0), C(B1000000), C(B110), C(B115200), C(B1152000), C(B1200), C(B134),
    C(B150), C(B1500000), C(B1800), C(B19200), C(B200), C(B2000000), C(B230400),
    C(B2400), C(B2500000), C(B300), C(B3000000), C(B3500000), C(B38400),
    C(B4000000), C(B460800), C(B4800), C(B50), C(B500000), C(B57600), C(B576000),
    C(B600), C(B75), C(B921600), C(B9600), C(BRKINT), C(BS0), C(BS1), C(BSDLY),
    C(CBAUD), C(CBAUDEX), C(CDSUSP), C(CEOF), C(CEOL), C(CEOT), C(CERASE),
    C(CFLUSH), C(CIBAUD), C(CINTR), C(CKILL), C(CLNEXT), C(CLOCAL), C(CQUIT),
    C(CR0), C(CR1), C(CR2), C(CR3), C(CRDLY), C(CREAD), C(CRPRNT), C(CRTSCTS),
    C(CS5), C(CS6), C(CS7), C(CS8), C(CSIZE), C(CSTART), C(CSTOP), C(CSTOPB),
    C(CSUSP), C(CWERASE), C(ECHO), C(ECHOCTL), C(ECHOE), C(ECHOK), C(ECHOKE),
    C(ECHONL), C(ECHOPRT), C(EXTA), C(EXTB), C(FF0), C(FF1), C(FFDLY), C(FIOASYNC),
    C(FIOCLEX), C(FIONBIO), C(FIONCLEX), C(FIONREAD), C(FLUSHO), C(HUPCL),
    C(ICANON), C(ICRNL), C(IEXTEN), C(IGNBRK), C(IGNCR), C(IGNPAR), C(IMAXBEL),
    C(INLCR), C(INPCK), C(IOCSIZE_MASK), C(IOCSIZE_SHIFT), C(ISIG), C(ISTRIP),
    C(IUCLC), C(IXANY), C(IXOFF), C(IXON), C(NCC), C(NCCS), C(NL0), C(NL1),
    C(NLDLY), C(NOFLSH), C(N_MOUSE), C(N_PPP), C(N_SLIP), C(N_STRIP), C(N_TTY),
    C(OCRNL), C(OFDEL), C(OFILL), C(OLCUC), C(ONLCR), C(ONLRET), C(ONOCR), C(OPOST),
    C(PARENB), C(PARMRK), C(PARODD), C(PENDIN), C(TAB0), C(TAB1), C(TAB2), C(TAB3),
    C(TABDLY), C(TCFLSH), C(TCGETA), C(TCGETS), C(TCIFLUSH), C(TCIOFF),
    C(TCIOFLUSH), C(TCION), C(TCOFLUSH), C(TCOOFF), C(TCOON), C(TCSADRAIN),
    C(TCSAFLUSH), C(TCSANOW), C(TCSBRK), C(TCSBRKP), C(TCSETA), C(TCSETAF),
    C(TCSETAW), C(TCSETS), C(TCSETSF), C(TCSETSW), C(TCXONC), C(TIOCCONS),
    C(TIOCEXCL), C(TIOCGETD), C(TIOCGICOUNT), C(TIOCGLCKTRMIOS), C(TIOCGPGRP),
    C(TIOCGSERIAL), C(TIOCGSOFTCAR), C(TIOCGWINSZ), C(TIOCINQ), C(TIOCLINUX),
    C(TIOCMBIC), C(TIOCMBIS), C(TIOCMGET), C(TIOCMIWAIT), C(TIOCMSET), C(TIOCM_CAR),
    C(TIOCM_CD), C(TIOCM_CTS), C(TIOCM_DSR), C(TIOCM_DTR), C(TIOCM_LE), C(TIOCM_RI),
    C(TIOCM_RNG), C(TIOCM_RTS), C(TIOCM_SR), C(TIOCM_ST), C(TIOCNOTTY), C(TIOCNXCL),
    C(TIOCOUTQ), C(TIOCPKT), C(TIOCPKT_DATA), C(TIOCPKT_DOSTOP),
    C(TIOCPKT_FLUSHREAD), C(TIOCPKT_FLUSHWRITE), C(TIOCPKT_NOSTOP),
    C(TIOCPKT_START), C(TIOCPKT_STOP), C(TIOCSCTTY), C(TIOCSERCONFIG),
    C(TIOCSERGETLSR), C(TIOCSERGETMULTI), C(TIOCSERGSTRUCT), C(TIOCSERGWILD),
    C(TIOCSERSETMULTI), C(TIOCSERSWILD), C(TIOCSER_TEMT), C(TIOCSETD),
    C(TIOCSLCKTRMIOS), C(TIOCSPGRP), C(TIOCSSERIAL), C(TIOCSSOFTCAR), C(TIOCSTI),
    C(TIOCSWINSZ), C(TOSTOP), C(VDISCARD), C(VEOF), C(VEOL), C(VEOL2), C(VERASE),
    C(VINTR), C(VKILL), C(VLNEXT), C(VMIN), C(VQUIT), C(VREPRINT), C(VSTART),
    C(VSTOP), C(VSUSP), C(VSWTC), C(VT0), C(VT1), C(VTDLY), C(VTIME), C(VWERASE),
    C(XCASE), C(XTABS), {"VSWTCH", VSWTC},
};
#undef C
/* clang-format on */

static int add_contents(MinipyVM *vm, Value m)
{
    if (posix_add_constants(vm, m, constants, sizeof constants / sizeof *constants) < 0)
        return -1;
    return module_add_error(vm, m, &error_class);
}

const ModuleSpec termios_module_spec = {
    .name = "termios",
    .doc = "The state of terminals, given by descriptor or file.",
    .methods = functions,
    .exec = add_contents,
};
