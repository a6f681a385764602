-- In how many days after it is sent an act is to be signed, as the company has agreed; null where nothing is.
alter table companies
  add column signing_term_days integer,
  add constraint companies_signing_term check (signing_term_days between 1 and 365) not valid;
-- Of what was sent last: the day by which both are to have signed. It is told, and nothing follows from it.
alter table acts
  add column sign_by date,
  add constraint acts_sign_by
    check (sign_by is null or frozen_at is not null and sign_by > (frozen_at at time zone 'Asia/Almaty')::date) not valid;
-- Of which versions both sides were told that the day has passed: the row is the right to tell, so that of two servers one does.
create table overdue_acts (
  company_id bigint not null references companies,
  act_id bigint not null,
  version integer not null,
  told_at timestamptz not null,
  primary key (company_id, act_id, version),
  foreign key (company_id, act_id) references acts (company_id, id)
);
