-- A line is found by its act and place; nothing asks for its number.
alter table act_services
  drop constraint act_services_pkey,
  drop constraint act_services_company_id_act_id_position_key,
  add constraint act_services_pkey primary key using index act_services_by_place;
