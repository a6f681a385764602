-- An import asks of each of thousands of rows whether an act of the same executor, period and sum is there already.
create index acts_alike on acts (company_id, contractor_company_id, start_date, end_date, amount_tiyn)
  where deleted_at is null;
