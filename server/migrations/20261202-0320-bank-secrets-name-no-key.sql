-- Unused since 0.1.0.
-- AES-GCM tells under which key bytes are sealed; nothing read the name of the key.
alter table bank_integrations drop column key_id;
