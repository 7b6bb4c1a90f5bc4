"""
Start of the command `checkin`.
"""

import sys


def main() -> None:
    """
    Run the command line. `--version` alone answers before anything is imported.
    """
    if sys.argv[1:] == ["--version"]:
        from checkin_cli import __version__

        sys.stdout.write(f"checkin {__version__}\n")
        return
    from checkin_cli.cli.app import run

    run()


if __name__ == "__main__":
    main()
