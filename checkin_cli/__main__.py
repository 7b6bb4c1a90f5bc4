"""
Start of the command `checkin`.
"""

import sys


def main() -> None:
    """
    Run the command line. `--version` alone answers before anything is imported.
    """
    if sys.argv[1:] == ["--version"]:
        _say_version()
        return
    import signal

    # There is nothing to clean up yet: Ctrl-C ends the program as the system does, without a traceback.
    listens = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listens:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from checkin_cli.cli.app import run

    if listens:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _say_version() -> None:
    from checkin_cli import __version__

    try:
        sys.stdout.write(f"checkin {__version__}\n")
        sys.stdout.flush()
    except OSError:
        from checkin_cli.cli.guard import close_output

        close_output()
        sys.exit(4)


if __name__ == "__main__":
    main()
