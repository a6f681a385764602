-- The page of an act asks for all its orders, also those that nothing was settled of.
create index payment_orders_of_act on payment_orders (company_id, act_id);
drop index payment_orders_settled;
