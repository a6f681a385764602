-- Some papers are frozen, signed and proven as contracts are, and are no contracts otherwise. One column says it for
-- every list, counter and index; `isContract` in shared says it for the code.
alter table documents add column is_contract boolean not null
  generated always as (type not in ('reconciliation', 'income_certificate')) stored;

alter table documents drop constraint documents_type_check;
alter table documents add constraint documents_type_check check
  (type in ('services', 'gph', 'framework', 'addendum', 'nda', 'other', 'reconciliation', 'income_certificate'));

-- A contract is made before its end; an income certificate of a period is made after it.
alter table documents drop constraint documents_check3;
alter table documents add check (date <= end_date or not is_contract);

drop index documents_number;
create unique index documents_number
  on documents (company_id, coalesce(parent_id, 0), upper(number), extract(year from date))
  where is_contract and status <> 'deleted';
-- Each of the other papers has numbers of its own, so that contracts are counted without holes.
drop index documents_number_of_reconciliation;
create unique index documents_number_of_other_papers on documents (company_id, type, number) where not is_contract;
