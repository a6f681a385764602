-- A statement that was asked of a connected bank, by a person or by the clock; null: a file that somebody gave.
alter table bank_statements add column bank text;
alter table bank_statements alter column uploaded_by drop not null;
alter table bank_statements add constraint bank_statements_somebody check (bank is not null or uploaded_by is not null);

-- When the bank was last asked for statements, up to which day they are read, and why the last question was in vain.
alter table bank_integrations add column statements_asked_at timestamptz;
alter table bank_integrations add column statements_until date;
alter table bank_integrations add column statements_fault text;
