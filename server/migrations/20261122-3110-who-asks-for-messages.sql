-- Messages that people ask for count on who asks: a network, an account, an invitation or a registration, hashed like the
-- receiver. Counters live for two days at most, so the earlier ones are dropped.
delete from message_requests;
alter table message_requests
  drop column ip,
  add column source_hash bytea not null,
  add column by_stranger boolean not null,
  add column confirmed_at timestamptz;
create index on message_requests (source_hash, requested_at);
drop index message_requests_channel_requested_at_idx;
create index on message_requests (channel, requested_at) where by_stranger;
