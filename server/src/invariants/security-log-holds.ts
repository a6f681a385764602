import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

export const securityLogHolds: Invariant = {
  id: 'I18',
  title: 'each security event carries the hash of the one before it and its own, and none is missing',
  async check({ db }) {
    const { rows } = await sql<{ user_id: number; events: number; broken: number }>`
      select l.user_id, count(*) as events,
        count(*) filter (where e.hash <> security_event_hash(e)
          or e.previous_hash <> coalesce(l.before, sha256('kelisim')) or e.position <> l.turn) as broken
      from (
        select id, user_id, lag(hash) over w as before, row_number() over w as turn
        from security_events window w as (partition by user_id order by position)
      ) l join security_events e using (id)
      group by 1`.execute(db);
    return {
      checked: rows.reduce((sum, row) => sum + Number(row.events), 0),
      faults: rows
        .filter((row) => row.broken > 0)
        .map((row) => `the log of user ${row.user_id} breaks at ${row.broken} events`),
    };
  },
};
