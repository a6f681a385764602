-- Operations of a statement that could not be read: [{"code": "wrong_amount", "line": 16, "value": "15O000"}]
alter table bank_statements add column refused jsonb not null default '[]';
alter table bank_statements alter column refused drop default;
-- An operation in another currency never settles an order, which is in tenge; its sum is in hundredths of it.
alter table bank_operations add column currency text not null default 'KZT' check (currency ~ '^[A-Z]{3}$');
