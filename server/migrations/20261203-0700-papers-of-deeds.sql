-- The paper that a deed over an act was about: an act that was sent again is compared with what was sent before.
-- Deeds of earlier versions of the product name none; the next one over their act names the paper it has.
alter table act_history
  add column file_id bigint,
  add constraint act_history_file foreign key (company_id, file_id) references files (company_id, id) not valid;
