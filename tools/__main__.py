"""Set up what is missing in this clone, then play or test. Needs nothing but Python itself; repeats only what changed.

    python tools play [COMMAND OR ENCOUNTER ...]     what ./play does
    python tools test [--quick] [ARGUMENTS OF pytest] what ./test does
    python tools setup                                everything, for working on the sources
    python tools finish [SYSTEM]                      what ./play leaves for later: the lab's packages, compiling
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from tools.setting import Failed, say  # noqa: E402


def main(arguments: list[str]) -> int:
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"):  # the last makes every start as slow as the first
        os.environ.pop(name, None)
    try:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # tools/with-python holds them back until here
        match arguments:
            case ["play", *rest]:
                from tools.playing import play

                return play(rest)
            case ["test", *rest]:
                from tools.testing import check_everything

                return check_everything(rest)
            case ["setup"]:
                from tools.testing import set_up

                set_up()
                return 0
            case ["finish", *rest]:
                from tools.playing import finish

                return finish(rest)
    except Failed as no:
        say(str(no))
        return 1
    except KeyboardInterrupt:
        say("interrupted; the same command again goes on from here")
        return 130
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
