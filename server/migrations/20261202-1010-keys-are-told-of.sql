-- When a refusal of the key was last told, and of which end of it (days before) its directors were warned.
alter table api_keys add column refused_at timestamptz, add column warned_of smallint;
