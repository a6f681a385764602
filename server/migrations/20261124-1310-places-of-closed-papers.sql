-- A reconciliation act names the place it is made in, by the address of then.
alter table frozen_parties add column address text;
update frozen_parties p set address = c.address from companies c where c.id = p.party_id;
