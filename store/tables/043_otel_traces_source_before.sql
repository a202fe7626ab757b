-- Writes both for the spans of before, behind everything else: until it is done they are made as they are read.
ALTER TABLE otel_traces MATERIALIZE COLUMN SpanEnvironment, MATERIALIZE COLUMN SpanRelease SETTINGS mutations_sync = 0
