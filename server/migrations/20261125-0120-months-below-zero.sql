-- A month in which more came back than was paid lessens the next one: what it hands on, zero or below it.
alter table frozen_withholding add column carried_tiyn bigint not null default 0 check (carried_tiyn <= 0);
