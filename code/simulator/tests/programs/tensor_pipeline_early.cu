// exit: 86
// reports: race in shared memory: kernel product
// reports: which an asynchronous product that thread
// architecture: 90a

// A tile is handed back while the product that reads it may go on.
#define PRODUCTS_LEFT 1
#include "tensor_pipeline.cu"
