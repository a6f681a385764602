-- Lists read keys from indexes alone and rows only for the page that is shown: page 500 of a million acts costs what it
-- costs of ten thousand. Sums stand beside what narrows a list, so that it is counted and summed without reading rows.
drop index acts_by_number;
create index acts_by_number on acts (company_id, year desc, number desc) include (id) where deleted_at is null;
drop index acts_by_date;
create index acts_by_date on acts (company_id, act_date desc, id desc) include (amount_tiyn) where deleted_at is null;
drop index acts_by_status;
create index acts_by_status on acts (company_id, status, year desc, number desc) include (id) where deleted_at is null;
drop index acts_by_amount;
create index acts_by_amount on acts (company_id, amount_tiyn desc, id desc) include (year, number) where deleted_at is null;
drop index acts_by_contractor;
create index acts_by_contractor on acts (company_id, contractor_company_id, year desc, number desc) include (id) where deleted_at is null;

-- The words of a title are kept: to work them out anew for each of ten thousand rows that are counted takes longer than all else.
drop index acts_by_words;
alter table acts add column words tsvector generated always as (act_words(company_id, title)) stored;
create index acts_by_words on acts using gin (words) where deleted_at is null;
