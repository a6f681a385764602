-- Who was reminded of the invoice of an act: once by the clock before it is late, and whenever the company asks.
create table esf_reminders (
  company_id bigint not null,
  act_id bigint not null,
  due_told_at timestamptz,
  asked_at timestamptz,
  primary key (company_id, act_id),
  foreign key (company_id, act_id) references acts (company_id, id)
);

-- Which day the seller took for the turnover: when both had signed, or the end of the period.
alter table esf_documents
  add column turnover_rule text check (turnover_rule in ('signed', 'period_end'));
update esf_documents set turnover_rule = 'period_end' where kind = 'invoice';
