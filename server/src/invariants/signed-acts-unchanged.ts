import { sql } from 'kysely';
import { contentHash } from '../features/acts/act-content.ts';
import type { Database } from '../platform/db/database.ts';
import type { Invariant } from './invariant.ts';

const PAGE = 1000;

/** Hashes the content of frozen acts again and compares it with the hash of that moment. */
export const signedActsUnchanged: Invariant = {
  id: 'I6',
  title: 'no act was changed after it was sent, signed or paid',
  async check({ db }) {
    const faults: string[] = [];
    let checked = 0;
    let last = 0;
    for (;;) {
      const acts = await pageOfActs(db, last);
      const services = await servicesOf(
        db,
        acts.map((act) => act.id),
      );
      for (const act of acts) {
        const hash = contentHash({ ...act, services: services.get(act.id) ?? [] });
        if (!act.content_hash || !hash.equals(act.content_hash))
          faults.push(`act ${act.id} says something else now`);
        if (!act.content_hash || !act.sent_hash?.equals(act.content_hash))
          faults.push(`act ${act.id} has another hash than its history`);
      }
      checked += acts.length;
      last = acts.at(-1)?.id ?? 0;
      if (acts.length < PAGE) return { checked, faults };
    }
  },
};

function pageOfActs(db: Database, after: number) {
  return db
    .selectFrom('acts as a')
    .selectAll('a')
    .select(
      sql<Buffer | null>`(select h.content_hash from act_history h where h.company_id = a.company_id
        and h.act_id = a.id and h.action = 'send' order by h.seq desc limit 1)`.as('sent_hash'),
    )
    .where('a.id', '>', after)
    .where('a.status', 'not in', ['draft', 'returned'])
    .orderBy('a.id')
    .limit(PAGE)
    .execute();
}

async function servicesOf(db: Database, act_ids: number[]) {
  if (act_ids.length === 0) return new Map<number, never[]>();
  const rows = await db
    .selectFrom('act_services')
    .selectAll()
    .where('act_id', 'in', act_ids)
    .orderBy('act_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.act_id);
}
