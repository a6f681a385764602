-- What the desk did last with a ticket can be taken back by whoever did it.
alter table ticket_history drop constraint ticket_history_action_check,
  add constraint ticket_history_action_check
    check (action in ('open', 'write', 'take', 'wait', 'resolve', 'close', 'undo')) not valid;
