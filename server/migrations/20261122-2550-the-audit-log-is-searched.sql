-- The log is read by who did it and by the company it concerns, newest first, and not by the person alone.
create index on security_events (by_user_id, id desc) where by_user_id is not null;
create index on security_events (company_id, id desc) where company_id is not null;
