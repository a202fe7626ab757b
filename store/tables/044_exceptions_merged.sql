-- A day's parts become one once nothing was added to them for ten minutes: every part that a question meets costs it some tenths of a
-- millisecond, and a day of occurrences is small enough to be written again for one that comes late.
ALTER TABLE exceptions MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1
