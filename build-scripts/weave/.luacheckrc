std = "lua53"
max_line_length = 125
globals = { "Pandoc" }
read_globals = { "pandoc", "PANDOC_STATE", "PANDOC_SCRIPT_FILE", "PANDOC_WRITER_OPTIONS" }
