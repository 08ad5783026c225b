// exit: 0
// prints: all as it should be
// environment: SIMULATE_STREAMS=late
#include "graphs.cu"
