-- Two more filters of the list that read more than they show.
drop index acts_by_contract;
create index acts_by_contract on acts (company_id, contract_id, year desc, number desc) include (id, amount_tiyn) where deleted_at is null;
create index acts_copied on acts (company_id, year desc, number desc) include (id, amount_tiyn) where deleted_at is null and is_copy;
