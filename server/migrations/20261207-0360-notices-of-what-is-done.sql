-- What a notice asks for, of which papers: {"states", "acts", "documents"}. Null where nothing is asked for or followed.
alter table notices add column waits jsonb;

-- What ends a wait is noted too, so that whoever was told of it need not read it any more.
create or replace function note_act_moves() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'act', company_id, act_id, seq, action, actor_side, actor_user_id, to_status, version, created_at
  from made
  where action in ('send', 'sign', 'return', 'recall', 'annul', 'refuse_annulment', 'delete', 'pay', 'settle', 'reject_payment')
    and created_at > now() - interval '1 day';
  return null;
end $$;
create or replace function note_document_moves() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'document', company_id, document_id, seq, action, actor_side, actor_user_id, to_status, version, created_at
  from made where action in ('send', 'sign', 'refuse', 'replace', 'sign_by_hand', 'delete') and created_at > now() - interval '1 day';
  return null;
end $$;
