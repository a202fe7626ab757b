-- The table of commits is new.
TRUNCATE TABLE release_commits
