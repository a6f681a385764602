-- With which key it was done; null of what a person did.
alter table company_history add column api_key_id bigint references api_keys;
alter table act_comments add column api_key_id bigint references api_keys;
alter table bank_statements add column api_key_id bigint references api_keys;

-- What came of each attempt before the last, oldest first; null while there is none.
alter table webhook_deliveries add column earlier jsonb;
