-- What was asked for, where on the day of a change more places were taken and the limit stayed at them.
alter table tariff_changes add column asked_limit integer check (asked_limit >= 0 and asked_limit < new_limit);
