-- An archive of all papers of a month is named by the month, not by ids.
alter table download_tickets add column month date;
alter table download_tickets drop constraint download_tickets_kind_check;
alter table download_tickets add constraint download_tickets_kind_check check (kind in ('documents', 'acts', 'month'));
alter table download_tickets add constraint download_tickets_month_check check ((kind = 'month') = (month is not null));
