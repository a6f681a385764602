-- Outside of a transaction.
create index concurrently if not exists act_comments_of_executors on act_comments (company_id, created_at) where side = 'executor';
