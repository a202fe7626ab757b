-- What is true of an issue over all time: it outlives the occurrences that retention lets go. One row per issue once merged.
CREATE TABLE IF NOT EXISTS issues (
  IssueId String,
  ServiceName SimpleAggregateFunction(anyLast, String),
  Type AggregateFunction(argMax, String, DateTime64(9)),
  Message AggregateFunction(argMax, String, DateTime64(9)),
  Culprit AggregateFunction(argMax, String, DateTime64(9)),
  LatestDigest AggregateFunction(argMax, String, DateTime64(9)),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Count SimpleAggregateFunction(sum, UInt64),
  Users AggregateFunction(uniq, String),
  Releases SimpleAggregateFunction(groupUniqArrayArray, Array(String))
) ENGINE = ${replicated}AggregatingMergeTree
ORDER BY IssueId
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 100
