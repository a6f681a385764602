-- A page that shows a code asks every second and a half whether the signatures have come.
create index signatures_acts_of_signer on signatures (signer_company_id, act_id)
  where act_id is not null and is_current;
create index signatures_documents_of_signer on signatures (signer_company_id, document_id)
  where document_id is not null and is_current;
