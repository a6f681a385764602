-- Failures by account, whatever address they came from. A row is written for an unknown account too, with nobody in it,
-- so that both cost the same; therefore no foreign key. Swept after a day.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  user_id bigint,
  step text not null check (step in ('first', 'second')),
  ip inet not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index on failed_sign_ins (user_id, failed_at);
create index on failed_sign_ins (failed_at);
