// exit: 86
// reports: race in shared memory: kernel product
// architecture: 90a

// The same while the product may go on.
#define ARRIVALS 1
#define PRODUCTS_LEFT 1
#include "tensor_pipeline.cu"
