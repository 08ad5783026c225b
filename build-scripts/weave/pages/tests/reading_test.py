"""Reads the woven book as a reader does, by clicking and typing. Usage: reading_test.py FOLDER [unittest options]"""

from weave.pages.tests import reading

if __name__ == "__main__":
    folder = "weave.pages.tests"
    reading.run(
        __doc__,
        *(f"{folder}.reading_{name}" for name in ("layout", "depth", "keys", "margin", "plots", "code", "progress", "search")),
    )
