#pragma once

// For programs of this folder: NCCL's own header, where it is installed.
#if __has_include(<nccl.h>) && !defined(OWN_NCCL_HEADER)
#include <nccl.h>
#else
#include "../nccl/nccl.h"
#endif
