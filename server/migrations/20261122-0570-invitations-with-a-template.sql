-- A contract that executors are invited with is a file, or a template that is filled when somebody accepts.
alter table invitation_contracts
  alter column source_file_id drop not null,
  add column template_id bigint,
  add foreign key (company_id, template_id) references contract_templates (company_id, id),
  add check (num_nonnulls(source_file_id, template_id) = 1);
-- The same terms of a template are one contract, however many are invited with it.
create unique index invitation_contracts_by_template
  on invitation_contracts (company_id, template_id, title, type, start_date, end_date) where template_id is not null;
