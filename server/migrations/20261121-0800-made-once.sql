-- What a call with an Idempotency-Key has made; the row is there before the thing is, so a second call waits for the first.
create table made_once (
  user_id bigint not null references users,
  company_id bigint not null references companies,
  idempotency_key text not null,
  request_hash bytea not null,
  subject_id bigint,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id, idempotency_key)
);
