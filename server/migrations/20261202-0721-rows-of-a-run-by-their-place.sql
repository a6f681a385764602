-- Outside of a transaction.
-- The worker goes through the rows of a run by the primary key.
drop index concurrently if exists bulk_items_run_id_position_idx
