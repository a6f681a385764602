-- An addendum may end its contract: on this day, once both have signed it.
alter table documents
  add column terminates_on date,
  add check (terminates_on is null or parent_id is not null);
create index on documents (terminates_on) where terminates_on is not null;

alter table document_history drop constraint document_history_action_check;
alter table document_history add constraint document_history_action_check
  check (action in ('create', 'replace', 'send', 'sign', 'sign_by_hand', 'confirm_hand', 'dispute_hand', 'accept_hand',
    'uphold_hand', 'reject_hand', 'refuse', 'terminate', 'end_agreed', 'expire', 'delete'));
