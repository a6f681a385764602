-- Outside of a transaction.
-- New rows come last: a page that is full is left full, where one of a descending order was split into halves.
create index concurrently if not exists act_history_in_time on act_history (company_id, created_at, id)
