-- The tables of deletions and the audit log are new.
TRUNCATE TABLE forget_values
