"""`python -m bastide` is the command line."""

from bastide.cli import main

if __name__ == "__main__":
    main()
