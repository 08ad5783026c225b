#pragma once

// What the core takes from its platform beyond the C++ of every platform. Each is there unless the
// compiler is told otherwise (-DSIMULATOR_THREADS=0): then the core does without, more slowly.

/// Blocks on several cores.
#ifndef SIMULATOR_THREADS
#define SIMULATOR_THREADS 1
#endif

/// Pages that cost nothing until they are touched.
#ifndef SIMULATOR_MMAP
#define SIMULATOR_MMAP 1
#endif

/// A processor that rounds as fesetround() tells it.
#ifndef SIMULATOR_HARD_ROUNDING
#define SIMULATOR_HARD_ROUNDING 1
#endif
