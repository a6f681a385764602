-- Lines of the history of an act and settlements are found by their company and act, or order; nothing asks for the number
-- alone.
alter table act_history drop constraint act_history_id_key;
alter table settlements drop constraint settlements_id_key;
-- The same bytes have the same signature value, of which no two are taken.
alter table signatures drop constraint signatures_signature_digest_key;
-- Words of titles went into a list of up to 4 MB first, which every search reads from end to end, again with each of the
-- six updates of an act.
alter index acts_by_words set (fastupdate = off);
-- An order is updated some four times within minutes, like the act that it pays.
alter table payment_orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
