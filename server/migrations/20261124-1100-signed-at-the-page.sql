-- What is signed for ИС ЭСФ by a key at the page goes the way of what a phone signs; no code leads to such a session.
alter table qr_sessions add column by_page boolean not null default false;
-- Somebody at a page looks for the key file and its password.
alter table qr_sessions drop constraint qr_sessions_check;
alter table qr_sessions add constraint qr_sessions_expires_at_check check (expires_at > created_at
  and expires_at <= created_at + case when by_page then interval '20 minutes' else interval '5 minutes' end);

-- When ИС ЭСФ last said that the session is open.
alter table esf_sessions add column seen_open_at timestamptz;

-- By which rule each seller issued last.
create index esf_documents_turnover_rule on esf_documents (seller_company_id, id desc) where turnover_rule is not null;
