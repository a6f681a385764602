-- What came back for an act over less than nothing is recorded once.
create unique index payment_orders_one_refund on payment_orders (company_id, act_id)
  where kind = 'refund' and status not in ('rejected', 'cancelled');
