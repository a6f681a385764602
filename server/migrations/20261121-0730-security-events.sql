-- What happened to an account: who did it, what, when, from where. Rows are only ever added, and each carries the hash
-- of the one before it, so that a row changed or taken out of the middle shows (invariant «security log holds»).
create table security_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Null: the person himself, or somebody who tried to be him.
  by_user_id bigint references users,
  company_id bigint references companies,
  session_id bigint,
  kind text not null,
  detail jsonb not null,
  ip inet,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  position bigint not null default 0,
  previous_hash bytea not null default '\x',
  hash bytea not null default '\x',
  unique (user_id, position)
);
create index on security_events (created_at desc, id desc);

create function security_event_hash(e security_events) returns bytea immutable language sql as $$
  select sha256(e.previous_hash || convert_to(jsonb_build_array(
    e.user_id, e.position, e.by_user_id, e.company_id, e.session_id, e.kind, e.detail, host(e.ip), e.user_agent,
    extract(epoch from e.created_at)::text)::text, 'UTF8'))
$$;

create function chain_security_event() returns trigger language plpgsql as $$
declare
  last security_events;
begin
  perform pg_advisory_xact_lock(hashtextextended('security_events', new.user_id));
  select * into last from security_events where user_id = new.user_id order by position desc limit 1;
  new.position := coalesce(last.position, 0) + 1;
  new.previous_hash := coalesce(last.hash, sha256('kelisim'));
  new.hash := security_event_hash(new);
  return new;
end
$$;
create trigger chain_security_event before insert on security_events
  for each row execute function chain_security_event();

create function keep_security_events() returns trigger language plpgsql as $$
begin
  raise exception 'security events are only ever added';
end
$$;
create trigger keep_security_events before update or delete or truncate on security_events
  for each statement execute function keep_security_events();
