-- Reads the whole history, and nobody waits for it.
alter table company_history validate constraint company_history_action_check;
