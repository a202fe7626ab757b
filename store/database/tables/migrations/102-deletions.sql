-- The tables of deletions are new.
TRUNCATE TABLE forget_values
