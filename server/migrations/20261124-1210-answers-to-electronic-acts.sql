-- The customer confirms or declines an electronic act; every move of a paper of ИС ЭСФ has a row of history.
alter table esf_documents
  add column answer_signature text,
  add column answer_certificate bytea,
  drop constraint esf_documents_status_check,
  add constraint esf_documents_status_check check (status in ('ready', 'sending', 'unknown', 'sent', 'registered',
    'confirming', 'refusing', 'confirmed', 'declined', 'revoking', 'revoked', 'cancelled')),
  add constraint esf_documents_answer_check
    check (status not in ('confirming', 'refusing') or (kind = 'awp' and answer_signature is not null));
drop index esf_documents_due;
create index esf_documents_due on esf_documents (next_try_at)
  where channel = 'api' and status in ('ready', 'sending', 'unknown', 'sent', 'registered', 'confirming', 'refusing',
    'confirmed', 'revoking');

create table esf_history (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  esf_id bigint not null,
  action text not null check (action in ('issue', 'send', 'hold', 'lose', 'take', 'register', 'confirm', 'refuse',
    'agree', 'decline', 'revoke', 'end_revoke', 'cancel')),
  actor_side text not null check (actor_side in ('business', 'executor', 'system', 'us')),
  user_id bigint references users,
  from_status text check (from_status in ('ready', 'sending', 'unknown', 'sent', 'registered', 'confirming',
    'refusing', 'confirmed', 'declined', 'revoking', 'revoked', 'cancelled')),
  to_status text not null check (to_status in ('ready', 'sending', 'unknown', 'sent', 'registered', 'confirming',
    'refusing', 'confirmed', 'declined', 'revoking', 'revoked', 'cancelled')),
  note text,
  created_at timestamptz not null default now(),
  foreign key (company_id, esf_id) references esf_documents (company_id, id)
);
create index on esf_history (company_id, esf_id, id);
insert into esf_history (company_id, esf_id, action, actor_side, user_id, to_status, created_at)
select company_id, id, 'issue', 'executor', created_by, status, created_at from esf_documents;
