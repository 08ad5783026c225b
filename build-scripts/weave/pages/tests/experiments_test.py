"""Turns the knobs of every experiment in Chromium, and holds what its page shows against the simulator's native library.

Usage: experiments_test.py FOLDER LIBRARY [unittest arguments], where PYTHONPATH names code/simulator/tests/page
With EXPERIMENT=CHAPTER/NAME in the environment, of that one alone; SEED=NUMBER repeats a run.
"""

from weave.pages.tests import experiments

if __name__ == "__main__":
    folder = "weave.pages.tests"
    experiments.run(
        __doc__, *(f"{folder}.experiments_{name}" for name in ("tour", "settings", "orders", "code", "turns", "records", "links"))
    )
