// exit: 0
// prints: the product is right
// architecture: 90a
// schedules: forward reverse random:1 random:2 random:3 starve

// One thread hands a tile back that four warps have read: it has waited for their product.
#define ARRIVALS 1
#include "tensor_pipeline.cu"
