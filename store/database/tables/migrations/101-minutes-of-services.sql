-- In which minutes of an hour a service has sent anything. Rows of before have no
-- minutes: the silence of a service is judged from two days after the migration on.
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS Minutes SimpleAggregateFunction(groupBitOr, UInt64)
