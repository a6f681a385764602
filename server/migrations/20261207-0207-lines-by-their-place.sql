-- Outside of a transaction.
create unique index concurrently if not exists act_services_by_place on act_services (company_id, act_id, position)
