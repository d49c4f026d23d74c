"""Where the command `quintain` begins: from here on an interrupt ends it in a word, whatever is being loaded."""

from __future__ import annotations

import os

INTERRUPTED = 130
"""The exit status of a command that was interrupted, whether or not there was something to report."""


def main() -> None:
    try:
        import signal  # not above: this already takes a while in which people may think better of it

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end)
        if hasattr(signal, "pthread_sigmask"):
            # ./play holds interrupts back until here: while Python itself starts, it would tell of them in its own words
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    except KeyboardInterrupt:
        end()
    from quintain.cli import main as command

    command()


def end(*_: object) -> None:
    """End at once: an exception would come out of whatever is being loaded, in words of its own."""
    os.write(2, b"quintain: interrupted.\n")
    os._exit(INTERRUPTED)
