import type { HealthQueue } from '@kelisim/shared/features/administration/health-queues.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** What waits for work: how much of it in each state, and for how long the oldest has waited. */
export interface Backlog {
  of: HealthQueue;
  state: string;
  count: number;
  oldest_s: number;
}

/** Reads the backlogs of the whole platform in one query, each by the index that its watcher uses. */
export async function readBacklogs(db: Handle): Promise<Backlog[]> {
  const age = (from: string) => sql`coalesce(extract(epoch from now() - min(${sql.ref(from)})), 0)::float8`;
  const { rows } = await sql<Backlog>`
    select 'runs' as of,
      case when leased_until > now() then 'working' when not_before > now() then 'postponed' else 'waiting' end as state,
      count(*)::int as count, ${age('created_at')} as oldest_s
    from bulk_runs where state = 'running' group by 2
    union all
    select 'set_aside', 'waiting', count(*)::int, ${age('set_aside_at')}
    from failing_jobs where set_aside_at is not null
    union all
    select 'messages', channel, count(*)::int, ${age('created_at')}
    from messages where state in ('waiting', 'sending') group by channel
    union all
    select 'unknown_orders', kind, count(*)::int, ${age('updated_at')}
    from payment_orders where status = 'unknown' group by kind
    union all
    select 'proofs', 'waiting', count(*)::int, ${age('received_at')}
    from pending_signatures where state = 'waiting'
    union all
    select 'unsealed_events', 'waiting', count(*)::int, ${age('created_at')}
    from security_events where id > (select coalesce(max(event_id), 0) from audit_seals)
    union all
    select 'untold_changes', 'waiting', count(*)::int, ${age('changed_at')} from untold_changes`.execute(db);
  return rows;
}
