-- A line of an act is work, a bonus, a deduction or a reimbursed expense. Prices stay as they were typed; a deduction
-- counts against the sum of the act, which is above nothing as before (acts_amount_tiyn_check).
alter table act_services
  add column kind text not null default 'work' check (kind in ('work', 'bonus', 'deduction', 'expense')),
  -- Whether the sum is income of the executor, from which taxes and contributions are withheld.
  add column taxed boolean not null default true,
  add constraint act_services_taxed_check check (taxed or kind = 'expense');

alter table act_services drop constraint act_services_amount_tiyn_check;
alter table act_services add constraint act_services_amount_tiyn_check
  check (amount_tiyn = 0 or (amount_tiyn > 0) = ((rate_tiyn > 0) = (kind <> 'deduction')));
