-- Which invoice an additional one belongs to: that of the act which its act corrects.
alter table esf_documents
  add column related_id bigint,
  add foreign key (company_id, related_id) references esf_documents (company_id, id);
update esf_documents e set related_id = f.id
from acts a, esf_documents f
where e.type = 'ADDITIONAL_INVOICE' and a.company_id = e.company_id and a.id = e.act_id
  and f.company_id = e.company_id and f.act_id = a.corrects_act_id and f.kind = 'invoice' and f.status = 'registered';
