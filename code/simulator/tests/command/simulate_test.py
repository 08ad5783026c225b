"""The command simulate on small programs.

Usage: simulate_test.py SIMULATE [unittest arguments]
"""

import simulating

if __name__ == "__main__":
    simulating.run(__doc__, "simulate_programs", "simulate_schedules", "simulate_faults", "simulate_counts")
