-- What an income certificate says, beside the document that is signed: whoever asks again while it says the same gets
-- the same paper.
create table income_certificates (
  company_id bigint not null,
  document_id bigint not null,
  version integer not null check (version > 0),
  -- Its months as they were reckoned, the names, and the last day of the money in months that are not closed.
  said jsonb not null,
  reckoned_at timestamptz not null,
  primary key (company_id, document_id, version),
  foreign key (company_id, document_id) references documents (company_id, id)
);
