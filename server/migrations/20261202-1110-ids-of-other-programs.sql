-- What the programs of a company call its acts, contracts and executors. Each program has names of its own: `program_id` is
-- its first API key, and 0 of what people enter. Most things are called by no program, so they have no column for it.
create table external_ids (
  company_id bigint not null references companies,
  program_id bigint not null default 0,
  thing text not null check (thing in ('act', 'contract', 'executor')),
  thing_id bigint not null,
  external_id text not null check (char_length(external_id) between 1 and 100),
  primary key (company_id, program_id, thing, thing_id),
  unique (company_id, program_id, thing, external_id)
);
