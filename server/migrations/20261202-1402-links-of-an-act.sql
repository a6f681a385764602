-- Outside of a transaction.
create index concurrently if not exists quick_signs_of_an_act on quick_signs (company_id, act_id) where act_id is not null;
