-- What is true of an issue over all time: a row outlives the occurrences that retention deletes. Merged to
-- one row per issue.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS issues (
  IssueId String,
  ServiceName SimpleAggregateFunction(anyLast, String),
  Type AggregateFunction(argMax, String, DateTime64(9)),
  Message AggregateFunction(argMax, String, DateTime64(9)),
  Culprit AggregateFunction(argMax, String, DateTime64(9)),
  LatestDigest AggregateFunction(argMax, String, DateTime64(9)),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)), LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Count SimpleAggregateFunction(sum, UInt64), Users AggregateFunction(uniq, String),
  Releases SimpleAggregateFunction(groupUniqArrayArray, Array(String))
) ENGINE = ${replicated}AggregatingMergeTree ORDER BY IssueId
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS issues_mv TO issues AS
SELECT
  e.IssueId AS IssueId,
  anyLast(toString(e.ServiceName)) AS ServiceName,
  argMaxState(toString(e.Type), e.Timestamp) AS Type, argMaxState(e.Message, e.Timestamp) AS Message,
  argMaxState(toString(e.Culprit), e.Timestamp) AS Culprit,
  argMaxState(e.Digest, e.Timestamp) AS LatestDigest, min(e.Timestamp) AS FirstSeen,
  max(e.Timestamp) AS LastSeen, count() AS Count,
  uniqStateIf(e.UserId, e.UserId != '') AS Users,
  groupUniqArrayIf(toString(e.Release), e.Release != '') AS Releases
FROM exceptions AS e GROUP BY IssueId
