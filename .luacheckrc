std = "max"
max_line_length = 120
-- Filters see these; they leave their own functions to Pandoc as globals.
read_globals = { "pandoc", "FORMAT", "PANDOC_VERSION", "PANDOC_STATE", "PANDOC_SCRIPT_FILE", "PANDOC_WRITER_OPTIONS" }
globals = { "Pandoc", "Meta", "Writer", "Reader" }
