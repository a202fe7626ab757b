-- Fills issues.
CREATE MATERIALIZED VIEW IF NOT EXISTS issues_mv TO issues AS
SELECT
  e.IssueId AS IssueId,
  anyLast(toString(e.ServiceName)) AS ServiceName,
  argMaxState(toString(e.Type), e.Timestamp) AS Type,
  argMaxState(e.Message, e.Timestamp) AS Message,
  argMaxState(toString(e.Culprit), e.Timestamp) AS Culprit,
  argMaxState(e.Digest, e.Timestamp) AS LatestDigest,
  min(e.Timestamp) AS FirstSeen,
  max(e.Timestamp) AS LastSeen,
  count() AS Count,
  uniqStateIf(e.UserId, e.UserId != '') AS Users,
  groupUniqArrayIf(toString(e.Release), e.Release != '') AS Releases
FROM exceptions AS e
GROUP BY IssueId
