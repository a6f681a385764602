-- Ids of the executors an employee answered for when he was removed: for a while the director can take him back as he
-- was. Null for who left in another way.
alter table memberships add column handed_over jsonb;
