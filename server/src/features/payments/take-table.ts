import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { lackOf } from '@kelisim/shared/features/payments/statement-columns.ts';
import type {
  KeptMapping,
  StatementMapping,
} from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { Statement } from '../../adapters/bank-files/bank-files.ts';
import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readTable } from '../../platform/read-table.ts';
import type { Parts } from '../../parts.ts';
import { readTableStatement } from './read-table-statement.ts';
import { findMappedHeading, textOf } from './statement-heading.ts';
import { keepMapping, listMappings } from './statement-mappings.queries.ts';
import { listOwnIbans } from './statements.queries.ts';

/** Who brings a statement. */
export type Reader = Pick<CompanyActor, 'company_id' | 'user_id'> & Partial<Pick<CompanyActor, 'key'>>;

const LIMITS = { max_rows: 50_000, max_columns: 120 };

/** The filled rows of a table that may be a statement; null for what is no table. */
export async function readStatementTable(
  parts: Parts,
  bytes: Uint8Array,
): Promise<readonly ReadRow[] | null> {
  const read = await readTable(parts.spreadsheet, bytes, LIMITS);
  if (read.status === 'ok') return read.rows.some(({ cells }) => cells.length > 1) ? read.rows : null;
  if (read.code === 'not_xlsx') return null;
  throw new Problem(`file.${read.code}`, { field: 'file', values: { max: LIMITS.max_rows } });
}

/** The first account of a bank of Kazakhstan that stands above the operations: whose statement it is. */
export function findToldIban(rows: readonly ReadRow[], heading_at: number): string | null {
  for (const { cells } of rows.slice(0, heading_at))
    for (const cell of cells) {
      const found = /\bKZ\d{2}(?: ?[0-9A-Z]){16}\b/u.exec(textOf(cell).toUpperCase());
      if (found) return found[0].replaceAll(' ', '');
    }
  return null;
}

/**
 * A table as a statement: by the mapping that a user gives, which is kept, or by one that is kept and that fits beyond
 * doubt. Where the account is not told and could be another, the user is asked.
 */
export async function takeTable(
  tx: Tx,
  actor: Reader,
  rows: readonly ReadRow[],
  given: StatementMapping | undefined,
): Promise<{ statement: Statement; mapping_id: number }> {
  const { company_id } = actor;
  if (given) {
    if (lackOf(given.columns) !== null) throw new Problem('bad_input', { field: 'mapping' });
    const heading = findMappedHeading(rows, given.columns);
    if (!heading) throw new Problem('statement.other_columns', { field: 'file' });
    const iban = findToldIban(rows, heading.at) ?? given.iban;
    const mapping = { ...given, iban };
    const mapping_id = await keepMapping(tx, actor, mapping);
    return { statement: toStatement(iban, readTableStatement(rows, heading, mapping)), mapping_id };
  }
  const fit = findFitting(rows, await listMappings(tx, company_id), await listOwnIbans(tx, company_id));
  if (!fit) throw new Problem('statement.unknown_table', { field: 'file' });
  const { mapping, heading, told } = fit;
  return {
    statement: toStatement(told ?? mapping.iban, readTableStatement(rows, heading, mapping)),
    mapping_id: mapping.id,
  };
}

/**
 * The kept mapping by which a table is read: that of its account, the newest; that of another account only where all that fit
 * read alike.
 */
export function findFitting(
  rows: readonly ReadRow[],
  kept: readonly (KeptMapping & StatementMapping)[],
  accounts: readonly string[],
) {
  const only = accounts.length === 1 ? accounts[0]! : null;
  const fitting = kept.flatMap((mapping) => {
    const heading = findMappedHeading(rows, mapping.columns);
    return heading ? [{ mapping, heading, told: findToldIban(rows, heading.at) }] : [];
  });
  const own = fitting.find(({ mapping, told }) => mapping.iban === (told ?? only));
  if (own) return own;
  const ofOthers = fitting.filter(({ told }) => told !== null);
  const ways = new Set(
    ofOthers.map(({ mapping: { columns, day_order, decimal_mark } }) =>
      JSON.stringify([columns, day_order, decimal_mark]),
    ),
  );
  return ways.size === 1 ? ofOthers[0] : undefined;
}

function toStatement(iban: string, read: Pick<Statement, 'operations' | 'refused'>): Statement {
  const days = read.operations.map(({ date }) => date).toSorted();
  return {
    iban,
    date_from: days[0] ?? null,
    date_to: days.at(-1) ?? null,
    opening_tiyn: null,
    closing_tiyn: null,
    ...read,
  };
}
