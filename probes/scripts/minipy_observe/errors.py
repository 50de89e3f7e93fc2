"""What goes wrong, in words."""


class ObserveError(Exception):
    """Ends the command: its text says what is to be done."""


class Ended(ObserveError):
    """The process ended while it was observed."""
