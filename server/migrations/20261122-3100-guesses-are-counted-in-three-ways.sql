-- A guess counts against the pair of account and network, the account, and the network: each is a hashed key of its own.
-- Counters live for a day at most, so the earlier ones are dropped.
drop function count_guess(bytea, inet, integer, integer);
delete from sign_in_failures;
drop index sign_in_failures_account_key_ip_failed_at_idx;
alter table sign_in_failures rename column account_key to key;
alter table sign_in_failures drop column ip;
create index on sign_in_failures (key, failed_at);

-- Who has come in from a network of late. A network that many people use may fail more often than one nobody knows.
create table known_networks (
  network_key bytea not null,
  who bytea not null,
  seen_at timestamptz not null default now(),
  primary key (network_key, who)
);

-- Seconds until fewer than `most` failures of a key lie within its window; 0 when there are fewer already.
create function guess_wait(of_key bytea, most integer, window_s integer) returns integer language sql volatile as $$
  select coalesce((
    select greatest(1, ceil(extract(epoch from f.failed_at - clock_timestamp()) + window_s))::integer
    from sign_in_failures f
    where f.key = of_key and f.failed_at > clock_timestamp() - make_interval(secs => window_s)
    order by f.failed_at desc offset most - 1 limit 1), 0)
$$;

-- Counts a guess against every key, or against none and answers how long to wait. The keys are locked first, in one
-- order, so that many guesses at once are no more than many in a row. `closed_key` is the one with the longest wait. `growing` is the key whose number grows by the
-- people known there, up to `grows_to`.
create function count_guess(keys bytea[], mosts integer[], windows_s integer[], growing bytea, grows_to integer,
  out wait_s integer, out closed_key bytea, out counted_at text) language plpgsql as $$
declare
  one bytea;
  moment timestamptz;
  more integer := 0;
  wait integer;
begin
  for one in select unnest(keys) as key order by key loop
    perform pg_advisory_xact_lock(hashtextextended('guard ' || encode(one, 'hex'), 0));
  end loop;
  select count(*) into more
    from (select from known_networks where network_key = growing limit grows_to) as known;
  wait_s := 0;
  for i in 1 .. cardinality(keys) loop
    wait := guess_wait(keys[i], mosts[i] + case when keys[i] = growing then more else 0 end, windows_s[i]);
    if wait > wait_s then
      wait_s := wait;
      closed_key := keys[i];
    end if;
  end loop;
  if wait_s = 0 then
    moment := clock_timestamp();
    insert into sign_in_failures (key, failed_at) select unnest(keys), moment;
    counted_at := moment::text;
  end if;
end
$$;
