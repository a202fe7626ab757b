-- Whose fault an occurrence is, as the store wrote it on the row: a column of its own, so that filters and facets need not read the attributes.
ALTER TABLE exceptions ADD COLUMN IF NOT EXISTS Origin LowCardinality(String) MATERIALIZED Attributes['errata.origin']
