import type { SourcedFigure, TaxFigure } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';

/** As they hold: of the rows of a figure that begin on the same day the last word. */
export async function listFigures(db: Handle): Promise<SourcedFigure[]> {
  const rows = await db
    .selectFrom('tax_figures')
    .select(['figure', 'valid_from', 'valid_until', 'value', 'source'])
    .distinctOn(['figure', 'valid_from'])
    .orderBy('figure')
    .orderBy('valid_from')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, value: row.value === null ? null : Number(row.value) }));
}

/** All rows that touch a year, the last word first. */
export async function listFiguresOfYear(db: Handle, year: number) {
  const rows = await db
    .selectFrom('tax_figures as f')
    .leftJoin('users as u', 'u.id', 'f.created_by')
    .selectAll('f')
    .select('u.full_name as by')
    .select(sql<boolean>`f.id < max(f.id) over (partition by f.figure, f.valid_from)`.as('is_past'))
    .where('f.valid_from', '<=', `${year}-12-31`)
    .where('f.valid_until', '>=', `${year}-01-01`)
    .orderBy('f.valid_from', 'desc')
    .orderBy('f.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, value: row.value === null ? null : Number(row.value) }));
}

export async function listYears(db: Handle): Promise<number[]> {
  const rows = await db
    .selectFrom('tax_figures')
    .select(sql<number>`extract(year from valid_from)::int`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

/** The first day of which any figure is known. */
export async function getFirstDay(db: Handle): Promise<string> {
  const { day } = await db
    .selectFrom('tax_figures')
    .select(sql<string>`min(valid_from)`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

export interface FigureInput {
  figure: TaxFigure;
  valid_from: string;
  valid_until: string;
  /** A decimal; null where the law knows no such thing. */
  value: string | null;
  source: string;
  note: string;
}

/** The row that holds for a figure from just that day; undefined when none begins then. */
export function findFigure(tx: Tx, figure: TaxFigure, valid_from: string) {
  return tx
    .selectFrom('tax_figures')
    .selectAll()
    .where((eb) => eb.and({ figure, valid_from }))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addFigure(tx: Tx, input: FigureInput, user_id: number): Promise<number> {
  return idOf(
    tx
      .insertInto('tax_figures')
      .values({ ...input, created_by: user_id })
      .returning('id'),
  );
}

/** Those who change figures wait for one another until the transaction ends. */
export async function holdFigures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tax figures', 0))`.execute(tx);
}
