-- Rows of a queue are deleted within seconds, so a fifth of the table, the default, is millions of dead rows after a busy
-- day and nothing on a quiet one: after a thousand of them the place is used again.
alter table act_totals_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table paper_events set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table limit_checks set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table file_uploads set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- An act is updated some six times in its life, each time with a new state, which stands in its indexes: a fiftieth of
-- all acts is vacuumed rather than a fifth.
alter table acts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Each row of a run is updated once, at its end. Its state is in no index any more, so the new row finds its place beside
-- the old one and no index is written.
alter table bulk_items set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
