-- Who asked to annul an act learns that the other side keeps it, and who paid learns that the bank did not.
create or replace function note_act_moves() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'act', company_id, act_id, seq, action, actor_side, actor_user_id, to_status, version, created_at
  from made
  where action in ('send', 'sign', 'return', 'annul', 'refuse_annulment', 'settle', 'reject_payment')
    and created_at > now() - interval '1 day';
  return null;
end $$;
