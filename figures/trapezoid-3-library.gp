# data: trapezoid-3-library-runs
# explore: {"x": "number of strips n", "of": "ms", "unit": "time, ms", "series": {"library": [0, "CUB, points"], "library-runs": [2, "CUB, runs"], "last": [1, "the last kernel"]}}
eval picture(360)
eval strips
eval times(2e-3, 1e-1)
names[number("library")] = "CUB, points"
eval variant("library-runs", "CUB, runs", "series_2", "dt (3,3) pt 5")
shown = "library library-runs last"
table(v) = trapezoid_3_library_runs
load "lines.gp"
