-- The newest events of a company are read on every look at its home page.
create index act_history_by_time on act_history (company_id, created_at desc, id desc);
