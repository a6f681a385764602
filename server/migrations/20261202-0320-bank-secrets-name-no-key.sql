-- AES-GCM tells under which key bytes are sealed. Nothing reads `key_id`, and it is not written any more.
alter table bank_integrations drop constraint bank_integrations_check;
