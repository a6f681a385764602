-- «All 4,120 by this filter»: the ids as they were when somebody said so. Deeds over many acts work on these, whatever
-- the filter would find later.
create table act_selections (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  created_at timestamptz not null
);
create index on act_selections (created_at);

create table act_selection_items (
  selection_id bigint not null references act_selections on delete cascade,
  position integer not null check (position > 0),
  act_id bigint not null,
  primary key (selection_id, position)
);

-- A person may stop a run: what was done stays done, what still waited is left alone.
alter table bulk_runs drop constraint bulk_runs_state_check;
alter table bulk_runs add constraint bulk_runs_state_check check (state in ('running', 'done', 'failed', 'stopped'));
alter table bulk_items drop constraint bulk_items_status_check;
alter table bulk_items add constraint bulk_items_status_check
  check (status in ('waiting', 'ok', 'failed', 'pending_proof', 'stopped')
    and (status <> 'pending_proof' or pending_signature_id is not null));

-- Archives of acts are fetched by tickets too, of a selection as well as of ids.
alter table download_tickets drop constraint download_tickets_kind_check;
alter table download_tickets add constraint download_tickets_kind_check check (kind in ('documents', 'acts'));
