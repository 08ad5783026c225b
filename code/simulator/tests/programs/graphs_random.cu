// exit: 0
// prints: all as it should be
// environment: SIMULATE_STREAMS=random:7
#include "graphs.cu"
