"""`python -m quintain` is the command `quintain`."""

from quintain.start import main

if __name__ == "__main__":
    main()
