import type { HandState } from '@kelisim/shared/features/documents/document-status.ts';
import { sql, type UpdateObject } from 'kysely';
import { rowsOfPage, totalOf } from '../../platform/db/page-of.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isDue } from '../../platform/jobs/each-job.ts';

interface Version {
  company_id: number;
  id: number;
  version: number;
}

/** The signature on paper under this version of a contract. */
export function findHand(db: Handle, document: Version) {
  return db
    .selectFrom('hand_signatures')
    .selectAll()
    .where('company_id', '=', document.company_id)
    .where('document_id', '=', document.id)
    .where('version', '=', document.version)
    .executeTakeFirst();
}
export type HandRow = NonNullable<Awaited<ReturnType<typeof findHand>>>;

export function handState(hand: Pick<HandRow, 'confirmed_at' | 'disputed_at' | 'decided_at'>): HandState {
  if (hand.disputed_at && !hand.decided_at) return 'disputed';
  return hand.confirmed_at || hand.decided_at ? 'settled' : 'waiting';
}

export async function addHand(
  tx: Tx,
  document: Version,
  hand: { scan_file_id: number | null; marked_by: number; marked_at: Date; counts_on: string | null },
): Promise<void> {
  const { company_id, id: document_id, version } = document;
  await tx
    .insertInto('hand_signatures')
    .values({ company_id, document_id, version, ...hand })
    .execute();
}

export async function setHand(
  tx: Tx,
  document: Version,
  change: UpdateObject<Tables, 'hand_signatures'>,
): Promise<void> {
  await tx
    .updateTable('hand_signatures')
    .set(change)
    .where('company_id', '=', document.company_id)
    .where('document_id', '=', document.id)
    .where('version', '=', document.version)
    .execute();
}

/** Signed on paper, and the executor has let the days pass. */
export function listDueHands(db: Handle, today: string) {
  return handsNow(db)
    .select(['d.id', 'd.company_id'])
    .where(isDue('documents.hands', sql.ref('d.id')))
    .where('d.status', '=', 'signed_by_hand')
    .where('h.counts_on', '<=', today)
    .where('h.confirmed_at', 'is', null)
    .where('h.disputed_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from companies c
        where c.id in (d.company_id, d.contractor_company_id) and c.status = 'deleted')`,
    )
    .orderBy('d.id')
    .limit(200)
    .execute();
}

function handsNow(db: Handle) {
  return db
    .selectFrom('hand_signatures as h')
    .innerJoin('documents as d', (join) =>
      join
        .onRef('d.company_id', '=', 'h.company_id')
        .onRef('d.id', '=', 'h.document_id')
        .onRef('d.version', '=', 'h.version'),
    );
}

export async function listDisputeRows(db: Handle, { page, limit }: { page: number; limit: number }) {
  const disputed = handsNow(db)
    .where('h.disputed_at', 'is not', null)
    .where('h.decided_at', 'is', null)
    .where('d.status', '=', 'signed_by_hand');
  const rows = await rowsOfPage(
    disputed
      .innerJoin('companies as c', 'c.id', 'd.company_id')
      .innerJoin('companies as x', 'x.id', 'd.contractor_company_id')
      .select(['d.id', 'd.title', 'd.number', 'd.company_id', 'd.contractor_company_id'])
      .select(['c.name as company_name', 'c.bin as company_bin', 'c.phone as company_phone'])
      .select(['x.name as contractor_name', 'x.bin as contractor_bin', 'x.phone as contractor_phone'])
      .select(['h.dispute_reason', 'h.disputed_at', 'h.scan_file_id'])
      .orderBy('h.disputed_at')
      .orderBy('d.id'),
    { page, limit },
  );
  return { rows, total: await totalOf(disputed) };
}

export function findDisputedScan(db: Handle, document_id: number) {
  return handsNow(db)
    .select(['h.company_id', 'h.scan_file_id'])
    .where('d.id', '=', document_id)
    .where('h.disputed_at', 'is not', null)
    .executeTakeFirst();
}

/** Is the contract of an act under a dispute, or was its signature on paper not recognised? Locked while it is asked. */
export async function isDisputed(tx: Tx, company_id: number, document_id: number): Promise<boolean> {
  return (await listDisputed(tx, company_id, [document_id])).size > 0;
}

export async function listDisputed(
  tx: Tx,
  company_id: number,
  document_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const documents = await tx
    .selectFrom('documents as d')
    .leftJoin('hand_signatures as h', (join) =>
      join
        .onRef('h.company_id', '=', 'd.company_id')
        .onRef('h.document_id', '=', 'd.id')
        .onRef('h.version', '=', 'd.version'),
    )
    .select(['d.id', 'd.status', 'h.document_id', 'h.confirmed_at', 'h.disputed_at', 'h.decided_at'])
    .where('d.company_id', '=', company_id)
    .where('d.id', '=', sql<number>`any(${[...document_ids]}::bigint[])`)
    .orderBy('d.id')
    .forShare('d')
    .execute();
  const disputed = documents.filter(
    (one) => one.document_id !== null && (handState(one) === 'disputed' || one.status === 'refused'),
  );
  return new Set(disputed.map(({ id }) => id));
}

/** Whoever has signed by ЭЦП before keeps the moment of that. */
export const SIGNED_NOW = {
  customer_signed_at: sql<Date>`coalesce(customer_signed_at, now())`,
  contractor_signed_at: sql<Date>`coalesce(contractor_signed_at, now())`,
};
