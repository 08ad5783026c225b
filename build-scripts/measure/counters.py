"""The counters that are read of a GPU, and what the simulator calls them. Used by profile and keys."""

# The simulator's name for each counter, and the hardware's: their sum is compared. A GPU may lack those
# after the first.
COUNTERS = {
    "warp_instructions": ["smsp__inst_executed.sum"],
    "thread_instructions": ["smsp__thread_inst_executed.sum"],
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global_load_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "shared_load_requests": ["smsp__sass_inst_executed_op_shared_ld.sum"],
    "shared_load_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "shared_store_requests": ["smsp__sass_inst_executed_op_shared_st.sum", "smsp__sass_inst_executed_op_ldgsts.sum"],  # cp.async
    "shared_store_wavefronts": [
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    ],
    "global_atomic_requests": [
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    ],
    "local_loads": ["smsp__inst_executed_op_local_ld.sum"],
    "local_stores": ["smsp__inst_executed_op_local_st.sum"],
}
# One counter has a value for each kind of machine instruction: these are the simulator's names.
BY_OPCODE = "sass__inst_executed_per_opcode"
OPCODES = {
    "shared_atomic_requests": {"ATOMS"},
    "barriers": {"BAR"},
    "shuffles": {"SHFL"},
    "votes": {"VOTE", "VOTEU", "MATCH", "REDUX", "CREDUX"},
}
METRICS = [*sorted(metric for metrics in COUNTERS.values() for metric in metrics), BY_OPCODE]

# What a profiled experiment is told of its launches, and how it is read. Of the sectors those count that
# the multiprocessors ask for; the two halves of a large L2 exchange more between them.
TRAFFIC = {
    "ns": "gpu__time_duration.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_written_bytes": "dram__bytes_write.sum",
    "dram_busy": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "l2_read_sectors": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_written_sectors": "lts__t_sectors_srcunit_tex_op_write.sum",
    "l2_busy": "lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
}
