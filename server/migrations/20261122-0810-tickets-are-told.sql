-- A company learns at once of an answer to its ticket, and of how far it has come.
create trigger support_tickets_are_told after insert or update on support_tickets
  for each row execute function own_thing_is_told('support');
