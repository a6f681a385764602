-- The whole log of security events as one chain beside the chains of the persons: a watcher seals what has come, in the
-- order in which it finds it, so that nobody who writes waits for anybody. A row that was changed or taken away, the last
-- of a person too, no longer fits its seal.
create table audit_seals (
  seq bigint primary key,
  event_id bigint not null unique,
  event_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);

create function audit_seal_hash(s audit_seals) returns bytea immutable language sql as $$
  select sha256(s.previous_hash || convert_to(s.seq || ':' || s.event_id || ':', 'UTF8') || s.event_hash)
$$;

create function keep_audit_seals() returns trigger language plpgsql as $$
begin
  raise exception 'seals are only ever added';
end
$$;
create trigger keep_audit_seals before update or delete or truncate on audit_seals
  for each statement execute function keep_audit_seals();

-- Seals what is not sealed yet; answers how many. Two servers never seal at once. An event whose transaction ended
-- after later ones were sealed is found too, unless ten thousand have come in between.
create function seal_security_events(most integer) returns integer language plpgsql as $$
declare
  last audit_seals;
  next audit_seals;
  e record;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('audit_seals', 0)) then return 0; end if;
  select * into last from audit_seals order by seq desc limit 1;
  for e in
    select x.id, x.hash from security_events x
    where x.id > coalesce((select max(event_id) from audit_seals), 0) - 10000
      and not exists (select 1 from audit_seals s where s.event_id = x.id)
    order by x.id limit most
  loop
    next.seq := coalesce(last.seq, 0) + 1;
    next.event_id := e.id;
    next.event_hash := e.hash;
    next.previous_hash := coalesce(last.hash, sha256('kelisim'));
    next.sealed_at := clock_timestamp();
    next.hash := audit_seal_hash(next);
    insert into audit_seals select next.*;
    last := next;
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;
