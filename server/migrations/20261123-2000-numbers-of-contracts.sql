-- A contract has the number and date of its paper. What is there keeps its number, and took its start for its date.
drop index documents_number;
drop index documents_number_of_reconciliation;
alter table documents alter column number type text;
alter table documents add column date date;
update documents set date = start_date;
alter table documents alter column date set not null;
alter table documents add check (number <> '' and char_length(number) <= 50);
alter table documents add check (date <= end_date);
-- Companies count contracts anew each year, and addenda anew under each contract.
create unique index documents_number
  on documents (company_id, coalesce(parent_id, 0), upper(number), extract(year from date))
  where type <> 'reconciliation' and status <> 'deleted';
create unique index documents_number_of_reconciliation on documents (company_id, number) where type = 'reconciliation';

-- The contract of an invitation is made when it is accepted; until then its number waits here. It may hold the place of
-- a number of the counter.
alter table invitations add column contract_number text, add column contract_date date;

-- Contracts are found by their number as they are by their title, in any layout of a keyboard.
alter table documents alter column search_key set expression as (latin_key(number || ' ' || title));
