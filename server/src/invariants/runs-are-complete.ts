import { sql } from 'kysely';
import type { Invariant } from './invariant.ts';

interface Row {
  id: number;
  state: string;
  total: number;
  done: number;
  failed: number;
  items: number;
  last_position: number | null;
  finished: number;
  failed_items: number;
  half_made: number;
  twice: number;
}

export const runsAreComplete: Invariant = {
  id: 'I8',
  title: 'every run has the rows that were asked for, and a finished one has one final result for each',
  async check({ db }) {
    const { rows } = await sql<Row>`
      select r.id, r.state, r.total, r.done, r.failed, count(i.position) as items, max(i.position) as last_position,
        count(*) filter (where i.status <> 'waiting') as finished,
        count(*) filter (where i.status = 'failed') as failed_items,
        count(*) filter (where (i.status = 'waiting') <> (i.finished_at is null)
          or (i.status = 'failed') <> (i.code is not null)) as half_made,
        count(i.subject_id) - count(distinct i.subject_id) as twice
      from bulk_runs r left join bulk_items i on i.run_id = r.id
      group by r.id order by r.id`.execute(db);
    const faults = rows.flatMap((row) => {
      const found: string[] = [];
      if (row.items !== row.total || (row.last_position ?? 0) !== row.total)
        found.push(`has ${row.items} rows and was asked for ${row.total}`);
      if (row.half_made > 0) found.push(`has ${row.half_made} rows that are neither waiting nor done`);
      if (row.twice > 0) found.push(`has ${row.twice} things more than once`);
      if (row.state === 'done') {
        if (row.finished !== row.total) found.push(`is done with ${row.total - row.finished} rows waiting`);
        if (row.done !== row.finished || row.failed !== row.failed_items)
          found.push(
            `says ${row.done} done and ${row.failed} failed of ${row.finished} and ${row.failed_items}`,
          );
      }
      return found.map((fault) => `run ${row.id} ${fault}`);
    });
    return { checked: rows.length, faults };
  },
};
