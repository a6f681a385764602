-- Outside of a transaction.
create index concurrently if not exists quick_signs_of_a_message on quick_signs (message_key) where message_key is not null;
