#pragma once

// For the programs that are tested: NCCL's own header, where it is installed.
#if __has_include(<nccl.h>) && !defined(OWN_NCCL_HEADER)
#include <nccl.h>
#else
#include "../../nccl/nccl.h"
#endif
