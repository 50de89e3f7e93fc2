"""What the runners of the suites share: how they begin, and the line they end with."""
import signal


def begin():
    """Interrupts work in what is tested, though a shell's background job ignores them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def finish(passed, failed, skipped=0):
    """Prints the counts; the exit status. A suite that ran nothing has shown nothing: it fails."""
    if not passed + failed + skipped:
        print("FAIL nothing was there to be tested")
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)
