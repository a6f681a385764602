-- A link that went by a message: how, and the event of the message, by which its delivery is read.
-- Who made it is null of the product itself, whose notices hold such links.
alter table quick_signs
  alter column created_by drop not null,
  add column channel text,
  add column message_key text,
  add constraint quick_signs_channel_check check (channel in ('sms', 'email')) not valid,
  add constraint quick_signs_message check ((channel is null) = (message_key is null)) not valid;

alter table act_history drop constraint act_history_action_check;
alter table act_history add constraint act_history_action_check check (action in ('create', 'copy', 'import',
  'correct', 'generate', 'edit', 'send', 'sign', 'return', 'recall', 'annul', 'refuse_annulment', 'pay', 'settle',
  'reject_payment', 'reopen_payment', 'return_payment', 'record_refund', 'delete', 'restore', 'attach', 'detach',
  'send_link')) not valid;
alter table document_history drop constraint document_history_action_check;
alter table document_history add constraint document_history_action_check
  check (action in ('create', 'replace', 'send', 'sign', 'sign_by_hand', 'confirm_hand', 'dispute_hand', 'accept_hand',
    'uphold_hand', 'reject_hand', 'refuse', 'terminate', 'end_agreed', 'expire', 'delete', 'send_link')) not valid;
