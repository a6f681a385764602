-- The sandbox НУЦ shows which certificate each test key has; keys of before are known once they are issued anew.
alter table sandbox.keys add column serial text, add column valid_until timestamptz;
