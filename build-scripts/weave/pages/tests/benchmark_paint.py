"""Times when pages show something: the first paint and the largest, from files, five times each. Usage: benchmark_paint.py FOLDER

Exits 1 where the median of a page's first paint is a second or more.
"""

import pathlib
import statistics
import sys

from weave.tests import reader

LIMIT_MS = 1000
TIMES = """() => new Promise(done => {
  let largest = 0;
  new PerformanceObserver(list => { largest = list.getEntries().at(-1).startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => done([performance.getEntriesByName("first-contentful-paint")[0].startTime, largest]), 200);
})"""


def main() -> int:
    if reader.MISSING:
        print(reader.MISSING)
        return 77
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder, late = pathlib.Path(sys.argv[1]).resolve(), []
    print(f"{'page':32}{'first paint':>14}{'largest':>12}")
    with reader.chromium() as program:
        for path in sorted(folder.glob("*.html")):
            taken = []
            for _ in range(5):
                with reader.Reader(program, folder) as visitor:
                    taken.append(visitor.open(path.name).evaluate(TIMES))
            first, largest = (statistics.median(each) for each in zip(*taken))
            print(f"{path.name:32}{first:11.0f} ms{largest:9.0f} ms", flush=True)
            if first >= LIMIT_MS:
                late.append(path.name)
    if late:
        print("late:", *late)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
