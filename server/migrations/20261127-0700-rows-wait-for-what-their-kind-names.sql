-- A run does not know what its rows are about: they wait for something that their kind names.
alter table bulk_items rename column pending_signature_id to waits_for_id;
