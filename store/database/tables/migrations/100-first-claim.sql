-- When an occurrence was stored, and whether it was stored without its stack. Rows of before have the first
-- instant of all and are whole. Numbers from 3 to 99 were of tables before the first release.
ALTER TABLE exceptions
  ADD COLUMN IF NOT EXISTS Received DateTime64(3) CODEC(Delta(8), ZSTD(1)) AFTER ResourceAttributes,
  ADD COLUMN IF NOT EXISTS IsSlim UInt8 CODEC(ZSTD(1)) AFTER Received
