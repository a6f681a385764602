-- What is made of the signatures under a frozen file: the card with the document inside (ddc), one CMS of all signers
-- (signed_cms), the sheet of who signed (sign_info). Made once for the signatures there are; other signatures, another file.
create table signature_files (
  company_id bigint not null,
  signed_file_id bigint not null,
  kind text not null check (kind in ('ddc', 'signed_cms', 'sign_info')),
  -- SHA-256 over the CMS of all signers in the order of their sides
  signatures_digest bytea not null check (length(signatures_digest) = 32),
  file_id bigint not null unique,
  created_at timestamptz not null default now(),
  primary key (company_id, signed_file_id, kind, signatures_digest),
  foreign key (company_id, signed_file_id) references files (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);
