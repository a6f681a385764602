-- What happened to the things of a company, for programs that read it one after another. A row is written by the
-- transaction of the deed, so no deed has to remember it and none is told of that did not happen. Only companies that
-- have asked for it have a feed: docs/decisions/0126-a-feed-of-events.md.
create table event_feeds (
  company_id bigint primary key references companies,
  asked_at timestamptz not null default now(),
  -- From here on nothing is missing: every transaction that had not seen this row has ended. Null until then.
  open_at timestamptz
);

create table events (
  id bigint generated always as identity,
  company_id bigint not null,
  -- The transaction that wrote it. Numbers are given before a transaction ends, so a feed goes by (tx, id) and ends before
  -- the oldest transaction that still runs: what comes later is always behind it.
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  at timestamptz not null default now(),
  thing_id bigint not null,
  -- The number of the deed in the history of the thing; null where a thing has none.
  version integer,
  type smallint not null,
  primary key (company_id, tx, id)
);
create index events_by_time on events using brin (at) with (pages_per_range = 32, autosummarize = on);

create function event_code(thing text, deed text, state text) returns smallint language sql immutable parallel safe as $$
  select (case thing
    when 'act' then coalesce(case deed when 'edit' then 111 when 'recall' then 112 when 'refuse_annulment' then 113 when 'reject_payment' then 114 when 'return_payment' then 115 when 'delete' then 116 when 'restore' then 117 when 'attach' then 118 when 'detach' then 119 when 'comment' then 120 end,
      case state when 'draft' then 101 when 'sent' then 102 when 'signed_by_business' then 103 when 'signed_by_executor' then 104 when 'signed' then 105 when 'returned' then 106 when 'annulment_requested' then 107 when 'annulled' then 108 when 'paying' then 109 when 'paid' then 110 end)
    when 'contract' then coalesce(case deed when 'replace' then 211 when 'dispute_hand' then 212 end,
      case state when 'draft' then 201 when 'sent' then 202 when 'signed_by_business' then 203 when 'signed_by_executor' then 204 when 'signed' then 205 when 'expired' then 206 when 'terminated' then 207 when 'refused' then 208 when 'signed_by_hand' then 209 when 'deleted' then 210 end)
    when 'executor' then coalesce(case deed when 'resume' then 305 when 'assign' then 306 end,
      case state when 'invited' then 301 when 'active' then 302 when 'stopped' then 303 when 'removed' then 304 end)
    when 'invitation' then case state when 'sent' then 401 when 'opened' then 402 when 'accepted' then 403 when 'declined' then 404 when 'expired' then 405 when 'cancelled' then 406 end
    when 'payment' then coalesce(case deed when 'settle_part' then 508 end,
      case state when 'created' then 501 when 'sending' then 502 when 'unknown' then 503 when 'accepted' then 504 when 'settled' then 505 when 'rejected' then 506 when 'cancelled' then 507 end)
    when 'esf' then case state when 'ready' then 601 when 'sending' then 602 when 'unknown' then 603 when 'sent' then 604 when 'registered' then 605 when 'confirming' then 606 when 'refusing' then 607 when 'confirmed' then 608 when 'declined' then 609 when 'revoking' then 610 when 'revoked' then 611 when 'cancelled' then 612 end
    when 'run' then case state when 'running' then 701 when 'done' then 702 when 'failed' then 703 when 'stopped' then 704 end
    when 'endpoint' then case state when 'off' then 801 end
  end)::smallint
$$;

-- The company of an act or a contract is told of every deed, its executor of those they can see the thing by, and of the
-- recall that takes it out of their sight.
create function act_deeds_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, version, type)
  select f.company_id, n.act_id, n.seq, event_code('act', n.action, n.to_status)
  from made n
    join acts a on a.company_id = n.company_id and a.id = n.act_id
    join event_feeds f on f.company_id in (n.company_id, case
      when a.frozen_file_id is not null and (n.to_status <> 'draft' or n.action = 'recall')
      then a.contractor_company_id end);
  return null;
end $$;
create trigger act_deeds_become_events after insert on act_history
  referencing new table as made for each statement execute function act_deeds_become_events();

create function act_comments_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, type)
  select f.company_id, n.act_id, event_code('act', 'comment', a.status)
  from made n
    join acts a on a.company_id = n.company_id and a.id = n.act_id
    join event_feeds f on f.company_id in (n.company_id, case
      when a.frozen_file_id is not null and a.status <> 'draft' then a.contractor_company_id end);
  return null;
end $$;
create trigger act_comments_become_events after insert on act_comments
  referencing new table as made for each statement execute function act_comments_become_events();

create function contract_deeds_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, version, type)
  select f.company_id, n.document_id, n.seq, event_code('contract', n.action, n.to_status)
  from made n
    join documents d on d.company_id = n.company_id and d.id = n.document_id and d.is_contract
    join event_feeds f on f.company_id in (n.company_id, case
      when d.frozen_file_id is not null and n.to_status not in ('draft', 'deleted')
      then d.contractor_company_id end);
  return null;
end $$;
create trigger contract_deeds_become_events after insert on document_history
  referencing new table as made for each statement execute function contract_deeds_become_events();

create function executor_deeds_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, version, type)
  select f.company_id, n.executor_company_id, n.seq, event_code('executor', n.action, n.to_status)
  from made n join event_feeds f on f.company_id = n.company_id;
  return null;
end $$;
create trigger executor_deeds_become_events after insert on executor_history
  referencing new table as made for each statement execute function executor_deeds_become_events();

create function esf_deeds_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, version, type)
  select f.company_id, n.esf_id,
    (select count(*) from esf_history h where h.company_id = n.company_id and h.esf_id = n.esf_id and h.id <= n.id),
    event_code('esf', n.action, n.to_status)
  from made n
    join esf_documents e on e.id = n.esf_id
    join event_feeds f on f.company_id in (n.company_id, e.seller_company_id);
  return null;
end $$;
create trigger esf_deeds_become_events after insert on esf_history
  referencing new table as made for each statement execute function esf_deeds_become_events();

-- Things without a history are told of by the state they come into.
create function states_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, type)
  select f.company_id, new.id, event_code(tg_argv[0], null, to_jsonb(new) ->> tg_argv[1])
  from event_feeds f where f.company_id = new.company_id;
  return null;
end $$;
create trigger new_invitations_become_events after insert on invitations
  for each row execute function states_become_events('invitation', 'status');
create trigger invitations_become_events after update of status on invitations
  for each row when (old.status <> new.status) execute function states_become_events('invitation', 'status');
create trigger new_orders_become_events after insert on payment_orders
  for each row when (new.kind = 'payment') execute function states_become_events('payment', 'status');
create trigger orders_become_events after update of status on payment_orders
  for each row when (new.kind = 'payment' and old.status <> new.status) execute function states_become_events('payment', 'status');
create trigger new_runs_become_events after insert on bulk_runs
  for each row execute function states_become_events('run', 'state');
create trigger runs_become_events after update of state on bulk_runs
  for each row when (old.state <> new.state) execute function states_become_events('run', 'state');

-- Part of an order is settled while it stays in its state.
create function parts_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, type)
  select f.company_id, new.id, event_code('payment', 'settle_part', new.status)
  from event_feeds f where f.company_id = new.company_id;
  return null;
end $$;
create trigger parts_become_events after update of settled_tiyn on payment_orders
  for each row when (new.kind = 'payment' and new.status = 'accepted' and new.settled_tiyn > old.settled_tiyn)
  execute function parts_become_events();

-- An event for a year: what it tells of is in the histories.
create function throw_away_events(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from events where ctid = any(array(
      select ctid from events where at < least(moment, now()) - interval '1 year' limit 5000 for update skip locked))
    returning 1
  )
  select count(*)::integer from gone
$$;
