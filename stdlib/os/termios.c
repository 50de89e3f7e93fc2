/* termios.c - the module termios: the state of terminals. */
#include <errno.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "stdlib/os/posix_private.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"

static const ErrorClass error_class = {
    .module = "termios", .name = "error", .base = EXC_Exception};

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
        ok = arg_long(vm, item, &flags[i]);
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

static CONTENTS(contents,
    HAS_C(B0), HAS_C(B1000000), HAS_C(B110), HAS_C(B115200), HAS_C(B1152000), HAS_C(B1200), HAS_C(B134), HAS_C(B150),
    HAS_C(B1500000), HAS_C(B1800), HAS_C(B19200), HAS_C(B200), HAS_C(B2000000), HAS_C(B230400), HAS_C(B2400),
    HAS_C(B2500000), HAS_C(B300), HAS_C(B3000000), HAS_C(B3500000), HAS_C(B38400), HAS_C(B4000000), HAS_C(B460800),
    HAS_C(B4800), HAS_C(B50), HAS_C(B500000), HAS_C(B57600), HAS_C(B576000), HAS_C(B600), HAS_C(B75), HAS_C(B921600),
    HAS_C(B9600), HAS_C(BRKINT), HAS_C(BS0), HAS_C(BS1), HAS_C(BSDLY), HAS_C(CBAUD), HAS_C(CBAUDEX), HAS_C(CDSUSP),
    HAS_C(CEOF), HAS_C(CEOL), HAS_C(CEOT), HAS_C(CERASE), HAS_C(CFLUSH), HAS_C(CIBAUD), HAS_C(CINTR), HAS_C(CKILL),
    HAS_C(CLNEXT), HAS_C(CLOCAL), HAS_C(CQUIT), HAS_C(CR0), HAS_C(CR1), HAS_C(CR2), HAS_C(CR3), HAS_C(CRDLY),
    HAS_C(CREAD), HAS_C(CRPRNT), HAS_C(CRTSCTS), HAS_C(CS5), HAS_C(CS6), HAS_C(CS7), HAS_C(CS8), HAS_C(CSIZE),
    HAS_C(CSTART), HAS_C(CSTOP), HAS_C(CSTOPB), HAS_C(CSUSP), HAS_C(CWERASE), HAS_C(ECHO), HAS_C(ECHOCTL), HAS_C(ECHOE),
    HAS_C(ECHOK), HAS_C(ECHOKE), HAS_C(ECHONL), HAS_C(ECHOPRT), HAS_C(EXTA), HAS_C(EXTB), HAS_C(FF0), HAS_C(FF1),
    HAS_C(FFDLY), HAS_C(FIOASYNC), HAS_C(FIOCLEX), HAS_C(FIONBIO), HAS_C(FIONCLEX), HAS_C(FIONREAD), HAS_C(FLUSHO),
    HAS_C(HUPCL), HAS_C(ICANON), HAS_C(ICRNL), HAS_C(IEXTEN), HAS_C(IGNBRK), HAS_C(IGNCR), HAS_C(IGNPAR),
    HAS_C(IMAXBEL), HAS_C(INLCR), HAS_C(INPCK), HAS_C(IOCSIZE_MASK), HAS_C(IOCSIZE_SHIFT), HAS_C(ISIG), HAS_C(ISTRIP),
    HAS_C(IUCLC), HAS_C(IXANY), HAS_C(IXOFF), HAS_C(IXON), HAS_C(NCC), HAS_C(NCCS), HAS_C(NL0), HAS_C(NL1),
    HAS_C(NLDLY), HAS_C(NOFLSH), HAS_C(N_MOUSE), HAS_C(N_PPP), HAS_C(N_SLIP), HAS_C(N_STRIP), HAS_C(N_TTY),
    HAS_C(OCRNL), HAS_C(OFDEL), HAS_C(OFILL), HAS_C(OLCUC), HAS_C(ONLCR), HAS_C(ONLRET), HAS_C(ONOCR), HAS_C(OPOST),
    HAS_C(PARENB), HAS_C(PARMRK), HAS_C(PARODD), HAS_C(PENDIN), HAS_C(TAB0), HAS_C(TAB1), HAS_C(TAB2), HAS_C(TAB3),
    HAS_C(TABDLY), HAS_C(TCFLSH), HAS_C(TCGETA), HAS_C(TCGETS), HAS_C(TCIFLUSH), HAS_C(TCIOFF), HAS_C(TCIOFLUSH),
    HAS_C(TCION), HAS_C(TCOFLUSH), HAS_C(TCOOFF), HAS_C(TCOON), HAS_C(TCSADRAIN), HAS_C(TCSAFLUSH), HAS_C(TCSANOW),
    HAS_C(TCSBRK), HAS_C(TCSBRKP), HAS_C(TCSETA), HAS_C(TCSETAF), HAS_C(TCSETAW), HAS_C(TCSETS), HAS_C(TCSETSF),
    HAS_C(TCSETSW), HAS_C(TCXONC), HAS_C(TIOCCONS), HAS_C(TIOCEXCL), HAS_C(TIOCGETD), HAS_C(TIOCGICOUNT),
    HAS_C(TIOCGLCKTRMIOS), HAS_C(TIOCGPGRP), HAS_C(TIOCGSERIAL), HAS_C(TIOCGSOFTCAR), HAS_C(TIOCGWINSZ), HAS_C(TIOCINQ),
    HAS_C(TIOCLINUX), HAS_C(TIOCMBIC), HAS_C(TIOCMBIS), HAS_C(TIOCMGET), HAS_C(TIOCMIWAIT), HAS_C(TIOCMSET),
    HAS_C(TIOCM_CAR), HAS_C(TIOCM_CD), HAS_C(TIOCM_CTS), HAS_C(TIOCM_DSR), HAS_C(TIOCM_DTR), HAS_C(TIOCM_LE),
    HAS_C(TIOCM_RI), HAS_C(TIOCM_RNG), HAS_C(TIOCM_RTS), HAS_C(TIOCM_SR), HAS_C(TIOCM_ST), HAS_C(TIOCNOTTY),
    HAS_C(TIOCNXCL), HAS_C(TIOCOUTQ), HAS_C(TIOCPKT), HAS_C(TIOCPKT_DATA), HAS_C(TIOCPKT_DOSTOP),
    HAS_C(TIOCPKT_FLUSHREAD), HAS_C(TIOCPKT_FLUSHWRITE), HAS_C(TIOCPKT_NOSTOP), HAS_C(TIOCPKT_START),
    HAS_C(TIOCPKT_STOP), HAS_C(TIOCSCTTY), HAS_C(TIOCSERCONFIG), HAS_C(TIOCSERGETLSR), HAS_C(TIOCSERGETMULTI),
    HAS_C(TIOCSERGSTRUCT), HAS_C(TIOCSERGWILD), HAS_C(TIOCSERSETMULTI), HAS_C(TIOCSERSWILD), HAS_C(TIOCSER_TEMT),
    HAS_C(TIOCSETD), HAS_C(TIOCSLCKTRMIOS), HAS_C(TIOCSPGRP), HAS_C(TIOCSSERIAL), HAS_C(TIOCSSOFTCAR), HAS_C(TIOCSTI),
    HAS_C(TIOCSWINSZ), HAS_C(TOSTOP), HAS_C(VDISCARD), HAS_C(VEOF), HAS_C(VEOL), HAS_C(VEOL2), HAS_C(VERASE),
    HAS_C(VINTR), HAS_C(VKILL), HAS_C(VLNEXT), HAS_C(VMIN), HAS_C(VQUIT), HAS_C(VREPRINT), HAS_C(VSTART), HAS_C(VSTOP),
    HAS_C(VSUSP), HAS_C(VSWTC), HAS_C(VT0), HAS_C(VT1), HAS_C(VTDLY), HAS_C(VTIME), HAS_C(VWERASE), HAS_C(XCASE),
    HAS_C(XTABS), HAS_INT("VSWTCH", VSWTC), HAS_ERROR("error", &error_class),
);

MODULE_SPEC(termios_module_spec,
    .name = "termios",
    .doc = "The state of terminals, given by descriptor or file.",
    .methods = functions, .contents = contents,
);
