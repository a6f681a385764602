alter table company_history
  drop constraint company_history_action_check,
  add constraint company_history_action_check check (action in (
    'company_changed', 'requisite_added', 'requisite_changed', 'requisite_deleted', 'main_changed',
    'bank_connected', 'bank_changed', 'bank_removed',
    'employee_invited', 'invitation_cancelled', 'employee_joined', 'rights_changed', 'deputy_named',
    'deputy_ended', 'employee_removed', 'employee_restored',
    'pay_settings_changed', 'pay_change_asked', 'pay_change_confirmed', 'pay_change_cancelled',
    'pay_change_applied'
  ));
