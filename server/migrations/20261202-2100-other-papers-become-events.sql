-- Reconciliations and income certificates are told of in the feed of events, as acts and contracts are.
create or replace function event_code(thing text, deed text, state text) returns smallint language sql immutable parallel safe as $$
  select (case thing
    when 'act' then coalesce(case deed when 'edit' then 111 when 'recall' then 112 when 'refuse_annulment' then 113 when 'reject_payment' then 114 when 'return_payment' then 115 when 'delete' then 116 when 'restore' then 117 when 'attach' then 118 when 'detach' then 119 when 'comment' then 120 end,
      case state when 'draft' then 101 when 'sent' then 102 when 'signed_by_business' then 103 when 'signed_by_executor' then 104 when 'signed' then 105 when 'returned' then 106 when 'annulment_requested' then 107 when 'annulled' then 108 when 'paying' then 109 when 'paid' then 110 end)
    when 'contract' then coalesce(case deed when 'replace' then 211 when 'dispute_hand' then 212 when 'restore' then 213 when 'restore_refused' then 213 end,
      case state when 'draft' then 201 when 'sent' then 202 when 'signed_by_business' then 203 when 'signed_by_executor' then 204 when 'signed' then 205 when 'expired' then 206 when 'terminated' then 207 when 'refused' then 208 when 'signed_by_hand' then 209 when 'deleted' then 210 end)
    when 'executor' then coalesce(case deed when 'resume' then 305 when 'assign' then 306 end,
      case state when 'invited' then 301 when 'active' then 302 when 'stopped' then 303 when 'removed' then 304 end)
    when 'invitation' then case state when 'sent' then 401 when 'opened' then 402 when 'accepted' then 403 when 'declined' then 404 when 'expired' then 405 when 'cancelled' then 406 end
    when 'payment' then coalesce(case deed when 'settle_part' then 508 end,
      case state when 'created' then 501 when 'sending' then 502 when 'unknown' then 503 when 'accepted' then 504 when 'settled' then 505 when 'rejected' then 506 when 'cancelled' then 507 end)
    when 'esf' then case state when 'ready' then 601 when 'sending' then 602 when 'unknown' then 603 when 'sent' then 604 when 'registered' then 605 when 'confirming' then 606 when 'refusing' then 607 when 'confirmed' then 608 when 'declined' then 609 when 'revoking' then 610 when 'revoked' then 611 when 'cancelled' then 612 end
    when 'run' then case state when 'running' then 701 when 'done' then 702 when 'failed' then 703 when 'stopped' then 704 end
    when 'endpoint' then case state when 'off' then 801 end
    when 'reconciliation' then coalesce(case deed when 'issue' then 905 end,
      case state when 'sent' then 901 when 'agreed' then 902 when 'differences' then 903 when 'withdrawn' then 904 when 'signed_by_business' then 906 when 'signed_by_executor' then 907 when 'signed' then 908 when 'refused' then 909 end)
    when 'certificate' then case state when 'sent' then 1001 when 'signed' then 1002 when 'refused' then 1003 end
  end)::smallint
$$;

-- A reconciliation is talked about until it has its paper; from then on the deeds over the paper are told of as its own. The
-- paper is made before the reconciliation names it, so that it is issued is told of below.
create function paper_deeds_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, version, type)
  select f.company_id, coalesce(r.id, n.document_id), case when r.id is null then n.seq end,
    event_code(case d.type when 'reconciliation' then d.type when 'income_certificate' then 'certificate' else 'contract' end,
      n.action, n.to_status)
  from made n
    join documents d on d.company_id = n.company_id and d.id = n.document_id
    left join reconciliations r
      on d.type = 'reconciliation' and r.company_id = n.company_id and r.document_id = n.document_id
    join event_feeds f on f.company_id in (n.company_id, case
      when d.frozen_file_id is not null and n.to_status not in ('draft', 'deleted')
      then d.contractor_company_id end)
  where d.is_contract or n.to_status <> 'draft' and (d.type = 'income_certificate' or r.id is not null);
  return null;
end $$;
drop trigger contract_deeds_become_events on document_history;
drop function contract_deeds_become_events();
create trigger paper_deeds_become_events after insert on document_history
  referencing new table as made for each statement execute function paper_deeds_become_events();

-- Both sides see one from the moment it is sent.
create function reconciliations_become_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into events (company_id, thing_id, type)
  select f.company_id, new.id, event_code('reconciliation', tg_argv[0], new.status)
  from event_feeds f where f.company_id in (new.company_id, new.executor_company_id);
  return null;
end $$;
create trigger new_reconciliations_become_events after insert on reconciliations
  for each row execute function reconciliations_become_events();
-- Answered once more with other differences, it stays in its state.
create trigger reconciliations_become_events after update of status, answered_at on reconciliations
  for each row when (old.status <> new.status or old.answered_at is distinct from new.answered_at)
  execute function reconciliations_become_events();
create trigger issued_reconciliations_become_events after update of document_id on reconciliations
  for each row when (new.document_id is not null and old.document_id is distinct from new.document_id)
  execute function reconciliations_become_events('issue');
