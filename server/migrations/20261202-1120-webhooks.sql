-- Where a company wants its events sent to. `tx` and `event_id` are a place in its feed: up to there events have become
-- deliveries. Nothing is written when a deed is done, so an endpoint that does not answer slows none.
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  url text not null check (char_length(url) between 1 and 500),
  name text not null default '' check (char_length(name) <= 100),
  -- Of every type when there are none.
  types text[] not null default '{}',
  state text not null default 'on' check (state in ('on', 'off', 'removed')),
  off_why text check (off_why in ('person', 'failing', 'gone')),
  secret_sealed bytea not null default '',
  -- Signs too until then.
  former_sealed bytea,
  former_until timestamptz,
  secret_set_at timestamptz not null default now(),
  tx bigint not null default 0,
  event_id bigint not null default 0,
  failures integer not null default 0,
  failing_since timestamptz,
  -- Answers, and takes long: it is served beside those that fail.
  is_slow boolean not null default false,
  next_at timestamptz not null default now(),
  taken_at timestamptz not null default now(),
  leased_until timestamptz,
  lease_token bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create index webhook_endpoints_due on webhook_endpoints (next_at) where state = 'on';

-- One event for one endpoint, or a test. What was answered last is kept for who looks for a fault.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  endpoint_id bigint not null,
  event_id bigint,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  signature text,
  took_ms integer,
  status integer,
  fault text,
  answer text,
  foreign key (company_id, endpoint_id) references webhook_endpoints (company_id, id),
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, id) where state = 'waiting';
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

-- A delivery for 30 days: an integrator looks for a fault within days. The event itself stands in the feed for a year.
create function throw_away_deliveries(moment timestamptz) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select id from webhook_deliveries
    where created_at < least(moment, now()) - interval '30 days'
    order by created_at limit 1000 for update skip locked
  ), gone as (
    delete from webhook_deliveries d using old where d.id = old.id returning 1
  )
  select count(*)::integer from gone
$$;

alter table company_history drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied',
    'name_asked', 'name_cancelled', 'name_changed', 'name_refused',
    'tax_decided', 'tax_office_entered',
    'api_key_made', 'api_key_replaced', 'api_key_revoked',
    'webhook_added', 'webhook_changed', 'webhook_removed', 'webhook_secret_replaced', 'webhook_off'
  )) not valid;
