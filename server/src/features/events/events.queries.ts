import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

/** A place in the feed: everything up to this event, the event included. */
export interface Place {
  tx: number;
  id: number;
}

/** What is only passed on stays text. */
export interface EventRow extends Place {
  type: number;
  thing_id: string;
  /** `null` where it has none. */
  version: string;
  /** As it is told. */
  at: string;
}

/** No event is before it. */
export const BEGINNING: Place = { tx: 0, id: 0 };

export const findFeed = (db: Handle, company_id: number) =>
  db.selectFrom('event_feeds').select('open_at').where('company_id', '=', company_id).executeTakeFirst();

/** From the end of this transaction on, transactions write down what happens to the things of the company. */
export async function askForFeed(db: Handle, company_id: number): Promise<void> {
  await db
    .insertInto('event_feeds')
    .values({ company_id })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The number of the next transaction: all that run now have a lower one. */
export async function nextTransaction(db: Handle): Promise<number> {
  const { rows } = await sql<{ tx: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as tx`.execute(db);
  return rows.reduce((_, { tx }) => tx, 0);
}

/** Since when the feed is open: from now on, once every transaction below that number has ended. Undefined before. */
export async function openFeed(db: Handle, company_id: number, tx: number): Promise<Date | undefined> {
  const row = await db
    .updateTable('event_feeds')
    .set({ open_at: sql<Date>`coalesce(open_at, clock_timestamp())` })
    .where('company_id', '=', company_id)
    .where(sql<boolean>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= ${tx}::bigint`)
    .returning(sql<Date>`open_at`.as('open_at'))
    .executeTakeFirst();
  return row?.open_at;
}

/**
 * Events of a company behind a place, in the order of the feed, none that another could still come before. The planner does
 * know neither how many are asked for nor how rare a type is: where it takes what is left for less than a page, as before
 * the first statistics of a feed that grew fast, it would read and sort all of it for each page. Each comes as one text for
 * `readEvent`: over columns the driver takes twice as long.
 */
export async function listEvents(
  db: Handle,
  company_id: number,
  { after, types, limit }: { after: Place; types: readonly number[] | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select concat_ws(' ', tx, id, type, thing_id, coalesce(version::text, 'null'), at at time zone 'UTC') as event from events
    where company_id = ${company_id} and (tx, id) > (${after.tx}::bigint, ${after.id}::bigint)
      and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ${types === null ? sql`` : sql`and array_position(${[...types]}::smallint[], type) is not null`}
    order by tx, id limit (select ${limit}::integer)`.execute(db);
  return rows.map(({ event }) => event);
}

/** An event that was listed; each when its turn comes, since thousands that are kept are much to collect. */
export function readEvent(event: string): EventRow {
  const [tx, id, type, thing_id = '', version = '', day = '', time = ''] = event.split(' ');
  return { tx: Number(tx), id: Number(id), type: Number(type), thing_id, version, at: momentOf(day, time) };
}

/** PostgreSQL writes up to six digits of a second, and none that end in zeros; told are three. */
function momentOf(day: string, time: string): string {
  const padded = time.length < 12 ? (time.length > 8 ? time : `${time}.`).padEnd(12, '0') : time.slice(0, 12);
  return `${day}T${padded}Z`;
}

/** Up to where the feed is complete now: nothing will come before it. */
export async function endOfFeed(db: Handle): Promise<Place> {
  const { rows } = await sql<Place>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as tx, 999999999999999::bigint as id`.execute(
    db,
  );
  return rows.reduce((_, place) => place, BEGINNING);
}

/** The last place before the first event of that moment or later, in the order of the feed; where there is none, its end. */
export async function findPlaceBefore(db: Handle, company_id: number, since: Date): Promise<Place> {
  const end = await endOfFeed(db);
  const { rows } = await sql<Place>`
    select tx, id - 1 as id from events where company_id = ${company_id} and at >= ${since}
    order by tx, id limit 1`.execute(db);
  return rows[0] ?? end;
}

/** Written by no deed over a paper, and so by no trigger. */
export async function tellOfEndpoint(db: Handle, company_id: number, endpoint_id: number): Promise<void> {
  await sql`
    insert into events (company_id, thing_id, type)
    values (${company_id}, ${endpoint_id}, event_code('endpoint', null, 'off'))`.execute(db);
}
