-- Counts a guess and judges it in one go: the lock is taken before the others are counted, so that many at once are no
-- more than many in a row. Answers how many have failed before, and the row of this one unless there were too many.
create function count_guess(key bytea, from_ip inet, most integer, window_s integer,
  out failures integer, out counted_at text) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('guard ' || host(from_ip) || encode(key, 'hex'), 0));
  select count(*) into failures from sign_in_failures f
    where f.account_key = key and f.ip = from_ip and f.failed_at > now() - make_interval(secs => window_s);
  if failures < most then
    insert into sign_in_failures (account_key, ip, failed_at) values (key, from_ip, clock_timestamp())
      returning failed_at::text into counted_at;
  end if;
end
$$;
