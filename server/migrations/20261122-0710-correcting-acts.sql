-- A paid act is corrected by a linked act over the difference. Only such an act may be over less than nothing.
alter table acts add column corrects_act_id bigint;
alter table acts add foreign key (company_id, corrects_act_id) references acts (company_id, id);
create index acts_corrections on acts (company_id, corrects_act_id) where corrects_act_id is not null;

alter table acts drop constraint acts_amount_tiyn_check;
alter table acts add constraint acts_amount_tiyn_check check (
  amount_tiyn <> 0 and abs(amount_tiyn) <= 1000000000000000 and (amount_tiyn > 0 or corrects_act_id is not null)
);
alter table act_services drop constraint act_services_rate_tiyn_check;
alter table act_services drop constraint act_services_amount_tiyn_check;
alter table act_services add constraint act_services_rate_tiyn_check check (rate_tiyn <> 0);
alter table act_services add constraint act_services_amount_tiyn_check check (amount_tiyn = 0 or (amount_tiyn > 0) = (rate_tiyn > 0));

-- It stays an act about the same work between the same two, and never corrects a correction.
create function act_correction_holds() returns trigger language plpgsql as $$
declare
  original acts;
begin
  select * into original from acts where company_id = new.company_id and id = new.corrects_act_id;
  if original.id is null or original.corrects_act_id is not null
    or original.contractor_company_id <> new.contractor_company_id or original.contract_id <> new.contract_id
    or (tg_op = 'INSERT' and original.status <> 'paid') then
    raise exception 'act % cannot correct act %', new.id, new.corrects_act_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger act_correction_holds
  before insert or update of company_id, contractor_company_id, contract_id, corrects_act_id on acts
  for each row when (new.corrects_act_id is not null) execute function act_correction_holds();

create function act_stays_correcting() returns trigger language plpgsql as $$
begin
  raise exception 'act % keeps what it corrects', new.id using errcode = 'check_violation';
end $$;
create trigger act_stays_correcting before update of corrects_act_id on acts
  for each row when (old.corrects_act_id is distinct from new.corrects_act_id) execute function act_stays_correcting();

create function negative_line_corrects() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from acts a where a.company_id = new.company_id and a.id = new.act_id
    and a.corrects_act_id is not null) then
    raise exception 'act % is no correction and has a line over less than nothing', new.act_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger negative_line_corrects before insert or update on act_services
  for each row when (new.rate_tiyn < 0) execute function negative_line_corrects();
