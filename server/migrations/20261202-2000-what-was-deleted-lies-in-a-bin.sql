-- What was deleted lies in a bin for some days and comes back from there: docs/decisions/0142-a-bin-and-undo.md.

-- Until when: the days in force on the day of the deletion. Other days are another row of a later migration, so that what
-- was deleted under one term stays under it.
create function bin_ends(deleted timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select deleted + make_interval(days => term.days)
  from (values (date '2026-01-01', 30)) term (since, days)
  where term.since <= (deleted at time zone 'Asia/Almaty')::date
  order by term.since desc limit 1
$$;

alter table contract_templates add column deleted_by bigint references users;

alter table document_history drop constraint document_history_action_check;
alter table document_history add constraint document_history_action_check
  check (action in ('create', 'replace', 'send', 'sign', 'sign_by_hand', 'confirm_hand', 'dispute_hand', 'accept_hand',
    'uphold_hand', 'reject_hand', 'refuse', 'terminate', 'end_agreed', 'expire', 'delete', 'restore', 'restore_refused',
    'send_link')) not valid;

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
  end)::smallint
$$;
