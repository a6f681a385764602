-- The link lies sealed while it lives, so that it can be copied beside the SMS. Of the SMS of an invitation the last one
-- counts: its event is `invitation:<id>:<sent_count>`.
alter table invitations
  add column link_sealed bytea,
  add column sent_count integer not null default 1,
  add column decline_reason text;

-- Who was sent an SMS of late, for the limits.
create index on invitations (phone, reminded_at);
create index on invitations (company_id, reminded_at);
