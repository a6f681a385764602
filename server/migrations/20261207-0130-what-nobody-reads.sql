-- Unused since 0.1.0+4ab08dd816a5.
alter table bank_integrations drop column key_id;
alter table backup_standing drop column base_id;
alter table master_keys drop column first_used_at, drop column resealed_at;
-- With it go the check and the index that name it; jobs of watchers are not closed, and rows of closed runs are deleted.
alter table failing_jobs drop column closed_at;
-- Views of lists are kept in list_views.
drop table act_views;
drop function act_views_are_views_of_lists();
