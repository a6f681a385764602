-- Outside of a transaction.
drop index concurrently if exists act_history_by_time
