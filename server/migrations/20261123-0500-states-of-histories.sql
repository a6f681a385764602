-- Histories may name only states and deeds that exist, so that their rows are typed by the same lists as the papers.
alter table act_history
  add constraint act_history_action_check check (action in ('create', 'copy', 'import', 'correct', 'generate',
    'edit', 'send', 'sign', 'return', 'recall', 'annul', 'refuse_annulment', 'pay', 'settle', 'reject_payment',
    'record_refund', 'delete', 'restore', 'attach', 'detach')),
  add constraint act_history_from_status_check check (from_status in ('draft', 'sent', 'signed_by_business',
    'signed_by_executor', 'signed', 'returned', 'annulment_requested', 'annulled', 'paying', 'paid')),
  add constraint act_history_to_status_check check (to_status in ('draft', 'sent', 'signed_by_business',
    'signed_by_executor', 'signed', 'returned', 'annulment_requested', 'annulled', 'paying', 'paid'));
alter table document_history
  add constraint document_history_action_check check (action in ('create', 'replace', 'send', 'sign', 'sign_by_hand',
    'confirm_hand', 'dispute_hand', 'accept_hand', 'uphold_hand', 'reject_hand', 'refuse', 'terminate', 'expire',
    'delete')),
  add constraint document_history_from_status_check check (from_status in ('draft', 'sent', 'signed_by_business',
    'signed_by_executor', 'signed', 'expired', 'terminated', 'refused', 'signed_by_hand', 'deleted')),
  add constraint document_history_to_status_check check (to_status in ('draft', 'sent', 'signed_by_business',
    'signed_by_executor', 'signed', 'expired', 'terminated', 'refused', 'signed_by_hand', 'deleted'));
-- Which of these may stand together is said by executor_history_moves.
alter table executor_history
  add constraint executor_history_action_check
    check (action in ('register', 'sign', 'join', 'stop', 'resume', 'remove', 'assign')),
  add constraint executor_history_actor_side_check check (actor_side in ('business', 'executor')),
  add constraint executor_history_from_status_check
    check (from_status in ('invited', 'active', 'stopped', 'removed')),
  add constraint executor_history_to_status_check check (to_status in ('invited', 'active', 'stopped', 'removed'));
alter table ticket_history
  add constraint ticket_history_from_status_check
    check (from_status in ('new', 'in_progress', 'waiting_for_user', 'resolved', 'closed')),
  add constraint ticket_history_to_status_check
    check (to_status in ('new', 'in_progress', 'waiting_for_user', 'resolved', 'closed'));
alter table esf_documents add constraint esf_documents_trouble_check
  check (trouble in ('other_side', 'sign_in', 'limit', 'silent', 'not_connected'));

-- One check says which states there are, another what one of them needs.
alter table bulk_items drop constraint bulk_items_status_check;
alter table bulk_items
  add constraint bulk_items_status_check check (status in ('waiting', 'ok', 'failed', 'pending_proof', 'stopped')),
  add constraint bulk_items_proof_check check (status <> 'pending_proof' or pending_signature_id is not null);
