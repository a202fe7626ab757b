-- Which of these files have run: the number of a file is the version of the schema it makes.
-- One row per file; read as max(Version), so the key only has to exist.
CREATE TABLE IF NOT EXISTS schema_version (
  Version UInt32,
  AppliedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ${replicated}MergeTree ORDER BY Version
