#ifndef SIMULATOR_PAGE_INTERFACE_H
#define SIMULATOR_PAGE_INTERFACE_H

/* The simulator for languages that know C's calls and no more: a page's script, which has it as
 * WebAssembly, and the tests, which have it as a shared library.
 *
 * There is one machine (an H200) at a time, used by one thread. It runs on one core, so that equal
 * calls give equal answers, on every processor. Addresses and large counts are doubles, which hold
 * integers up to 2^53: all of a device's addresses are below. Texts are UTF-8 and end with a zero
 * byte; what a function returns stays until that function is called again.
 *
 * Nothing throws. Where a function can fail, sim_error() says why. */

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#define SIM_API EMSCRIPTEN_KEEPALIVE
#else
#define SIM_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum sim_status {
  sim_completed = 0,
  /* What a GPU would end with a sticky error; the faults explain it. */
  sim_illegal_address = 1,
  sim_misaligned_address = 2,
  sim_assertion = 3,
  sim_trap = 4,
  sim_deadlock = 5,
  sim_cluster_address = 6,
  sim_illegal_instruction = 7,
  /* What was not even begun, or cannot be gone on with: sim_error() says why. */
  sim_refused = 100,     /* as a GPU refuses it: too many threads, too much shared memory, ... */
  sim_unsupported = 101, /* by the simulator */
  sim_no_memory = 102,   /* of the host, or of the page */
  sim_wrong_call = 103   /* there is no such kernel, or nothing was loaded */
};

/* A new machine, with no memory in use, no PTX, the schedule "forward", and no trace. The first
 * call of any other function makes one where there is none. */
SIM_API void sim_reset(void);

/* Why the last call that failed did so; empty if none has since the last sim_reset(). */
SIM_API const char* sim_error(void);

/* Reads PTX, and makes its kernels those that can be launched. 1, or 0 if it is not understood:
 * then those of before stay. */
SIM_API int sim_load(const char* ptx);

/* JSON: [{"name": mangled, "text": demangled, "source": "file:line" or "", "parameters": [{"name",
 * "offset", "size", "alignment"}], "parameter_bytes", "static_shared" (bytes), "registers" (of a
 * thread, an estimate), "block_threads" (at most)}], by name. */
SIM_API const char* sim_kernels(void);

/* What the PTX holds that the simulator does not know, and refuses when it is executed. JSON:
 * [{"line" (of the PTX), "text" (the opcode), "why"}]. */
SIM_API const char* sim_refusals(void);

/* The address of a __device__ or __constant__ variable by its mangled name, and 0 if there is none.
 */
SIM_API double sim_variable(const char* name);

/* The address of so many (> 0) new bytes, never written; 0 where there is no room. */
SIM_API double sim_allocate(double bytes);
/* 1, or 0 where nothing living begins. */
SIM_API int sim_free(double address);

/* Bytes between here and the device. 1, or 0, and nothing is done, where the range is not all
 * inside living memory. What is written counts as initialised. */
SIM_API int sim_write(double to, const void* from, double bytes);
SIM_API int sim_read(void* to, double from, double bytes);
SIM_API int sim_fill(double to, int byte, double bytes);

/* The order of blocks and warps in the launches to come: "forward", "reverse", "random:SEED",
 * "starve" or "lockstep". 1, or 0 if it is none of them. */
SIM_API int sim_schedule(const char* text);

/* Whether the launches to come are traced, and of each block one warp (from 0) or all (-1). A trace
 * makes a launch some ten times as long. */
SIM_API void sim_trace(int on, int warp);

/* The next launch is first run in every order of its warps that can make a difference, in so many
 * at most; 0: only in that of the schedule, as is every launch after it. */
SIM_API void sim_explore(double limit);

/* The next launch runs in this order, and not in the schedule's: each is the warp, counted through
 * all blocks, that makes the next step, which ends with its next access to global or shared memory,
 * or where it waits or ends. Behind the last it stops, as if it were over, or, where `finish` says
 * so, goes on in an order of the simulator's choice. */
SIM_API void sim_order(const unsigned* warps, unsigned count, int finish);

/* Runs a kernel, by its mangled name, to its end. `shared`: bytes of dynamic shared memory, as many
 * as the device has. `arguments`: as many bytes as all its parameters take, laid out as
 * sim_kernels() says. `patience`: warp instructions that may pass with no thread ending and no
 * barrier complete before that counts as a livelock; 0: any number. Returns an enum sim_status. */
SIM_API int sim_launch(const char* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                       unsigned block_x, unsigned block_y, unsigned block_z, double shared,
                       const void* arguments, unsigned bytes, double patience);

/* Of the last launch. JSON: {"warp_instructions": 12, ...}, by the names and in the order of
 * counts.hpp, of all that was done, also if it failed. */
SIM_API const char* sim_counts(void);

/* Of the last launch. JSON: [{"kind", "kernel", "message", "text" (all in one line), "file", "line"
 * (0 if unknown), "block": [x,y,z], "thread": [x,y,z], "other_block", "other_thread" (of a race, or
 * null), "benign", "times"}], in the order in which they were found, each once for its kind and
 * place. */
SIM_API const char* sim_faults(void);

/* Of the last launch: CSV, see observation/trace.hpp. Empty if there was none. */
SIM_API const char* sim_trace_text(void);

/* Of the last launch. JSON: {"executions", "faulty", "results", "incomplete", "text", "outcomes":
 * [{"warps": [0, 1, ...] (an order for sim_order()), "executions" (that left memory as this one
 * did), "faulty"}], 64 of them at most}; null if it was not explored. In a page, the worker may end
 * it between two orders. */
SIM_API const char* sim_exploration(void);

/* Of the last launch. JSON: {"steps": [{"warp", "until" (warp instructions of the launch, as a
 * trace's column "step" counts them), "text", "file", "line" (of its last instruction), "touches"
 * (memory)}], "warps": ["ready", "waits" or "ended", ...], "over", "error" (why an order was not
 * followed to its end)}; null if sim_order() was not called for it. */
SIM_API const char* sim_replay(void);

#ifdef __cplusplus
}
#endif

#endif
