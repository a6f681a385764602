-- A buyer may decline an invoice that is registered, and the tax office may cancel it: they are asked about too.
create index esf_documents_due on esf_documents (next_try_at)
  where channel = 'api' and status in ('ready', 'sending', 'unknown', 'sent', 'revoking', 'registered');
