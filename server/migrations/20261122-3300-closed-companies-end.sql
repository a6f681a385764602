alter table act_schedules drop constraint act_schedules_stop_reason_check;
alter table act_schedules add constraint act_schedules_stop_reason_check
  check (stop_reason in ('person', 'contract_ended', 'executor_stopped', 'act_gone', 'company_closed'));

-- An archive that is being made counts against the person it is made for.
alter table download_tickets add column done_at timestamptz;

-- Of companies that were closed before: what goes on by the clock or by a link ends now.
update acts set auto_generate = false
  where auto_generate and company_id in (select id from companies where status = 'deleted');
update act_schedules set stopped_at = now(), stop_reason = 'company_closed', updated_at = now()
  where stopped_at is null and company_id in (select id from companies where status = 'deleted');
update quick_signs set expires_at = now()
  where expires_at > now() and exists (select 1 from companies c
    where c.id in (company_id, signer_company_id) and c.status = 'deleted');
update invitations set status = 'cancelled', link_sealed = null, updated_at = now()
  where status in ('sent', 'opened') and company_id in (select id from companies where status = 'deleted');
update employee_invitations set status = 'cancelled'
  where status = 'sent' and company_id in (select id from companies where status = 'deleted');
update bank_integrations set removed_at = now(), secrets_sealed = null, key_id = null, secret_set_at = null,
    has_consent = false, updated_at = now()
  where removed_at is null and company_id in (select id from companies where status = 'deleted');
