-- What a payee is called in Kazakh; null where no source says it. Orders and lists carry the Russian name.
alter table tax_payees add column name_kz text;
-- From the directory of banks, which marks the name as not checked.
update tax_payees set name_kz = '«Азаматтарға арналған үкімет» мемлекеттік корпорациясы» КеАҚ' where bin = '160440007161';
