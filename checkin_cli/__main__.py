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
    from checkin_cli.cli.app import run

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
