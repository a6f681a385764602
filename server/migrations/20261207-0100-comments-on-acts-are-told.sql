-- What one side says at an act is told to the other side like a move of the act. Old comments that are brought in tell nobody.
create function note_act_comments() returns trigger language plpgsql as $$
begin
  insert into paper_events (paper, company_id, paper_id, seq, action, actor_side, actor_user_id, to_status, version, created_at)
  select 'act', n.company_id, n.act_id, n.seq, 'comment', n.side, n.user_id, a.status, a.version, n.created_at
  from made n join acts a on a.company_id = n.company_id and a.id = n.act_id
  where n.created_at > now() - interval '1 day';
  return null;
end $$;
create trigger note_act_comments after insert on act_comments
  referencing new table as made for each statement execute function note_act_comments();
