"""What goes wrong, in words."""


class SpyError(Exception):
    """Ends the command: its text says what is to be done."""


class Gone(SpyError):
    """The process ended, or runs another program now."""


class BadRead(Exception):
    """There is no memory at an address: the value that led there was stale."""


class Torn(BadRead):
    """What was read does not fit together, as it was changing: to be read again."""
