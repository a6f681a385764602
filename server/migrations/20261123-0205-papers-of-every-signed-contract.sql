-- When the papers of a signed contract (merged CMS, sheet of signatures) are to be made next; null when nothing is due.
alter table documents add column papers_due_at timestamptz;

update documents d set papers_due_at = now()
where d.status in ('signed', 'expired', 'terminated')
  and exists (
    select from signatures g where g.company_id = d.company_id and g.file_id = d.frozen_file_id)
  and not exists (
    select from signature_files s
    where s.company_id = d.company_id and s.signed_file_id = d.frozen_file_id and s.kind = 'sign_info');

create index on documents (papers_due_at) where papers_due_at is not null;
