-- Writes that text for the occurrences of before, behind everything else: until it is done it is made as it is read.
ALTER TABLE exceptions MATERIALIZE COLUMN Occurrence SETTINGS mutations_sync = 0
