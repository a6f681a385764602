-- The orders of a file are counted for each of its orders, and looked for by every list of files.
create index payment_orders_by_file on payment_orders (company_id, payment_file_id) where payment_file_id is not null;
