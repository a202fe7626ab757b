-- The tables of commits and of owners are new.
TRUNCATE TABLE release_commits;

TRUNCATE TABLE issue_owners
