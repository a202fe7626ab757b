-- What the build of a release knows of its commits and of CODEOWNERS. Head: the commit that was built. Base:
-- the same of the release before; empty: not known. Root: the folder of the project. Folders: names of the
-- folders there, then of each folder above it. Commits: JSON, the newest first. Missing: why none were sent.
-- FirstAt: when the release was uploaded first, which is the order of releases; UploadedAt: the last time.
-- Shard key: cityHash64(Release)
CREATE TABLE IF NOT EXISTS release_commits (
  ServiceName String, Release String, FirstAt DateTime64(9), UploadedAt DateTime64(9),
  Head String, Base String, Root String, Repository String, Missing String,
  Commits String CODEC(ZSTD(3)), OwnersFile String, Owners String CODEC(ZSTD(3)),
  Folders Array(Array(String)) CODEC(ZSTD(3))
) ENGINE = ${replicated}ReplacingMergeTree(UploadedAt) ORDER BY (ServiceName, Release)
TTL toDateTime(UploadedAt) + toIntervalDay(365)
SETTINGS index_granularity = 256
