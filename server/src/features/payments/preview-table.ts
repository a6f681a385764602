import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { lackOf } from '@kelisim/shared/features/payments/statement-columns.ts';
import type { MappingDraft } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { Statement } from '../../adapters/bank-files/bank-files.ts';
import type { ReadRow } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { readTableStatement } from './read-table-statement.ts';
import {
  findHeading,
  findMappedHeading,
  headingAt,
  possibleHeadings,
  proposeColumns,
  type StatementHeading,
} from './statement-heading.ts';
import { listMappings } from './statement-mappings.queries.ts';
import { listOwnIbans } from './statements.queries.ts';
import { findFitting, findToldIban, readStatementTable } from './take-table.ts';

export interface TablePreview {
  rows: readonly ReadRow[];
  heading: StatementHeading;
  headings: StatementHeading[];
  mapping: MappingDraft;
  told_iban: string | null;
  accounts: string[];
  is_kept: boolean;
  read: Pick<Statement, 'operations' | 'refused'> | null;
}

/** What a table would become: by the mapping that is given, else by a kept one, else by what its headings propose. */
export async function previewTable(
  parts: Parts,
  { company_id }: CompanyActor,
  upload: Upload,
  { mapping, header_row }: { mapping?: MappingDraft | undefined; header_row?: number | undefined },
): Promise<TablePreview> {
  const rows = await readStatementTable(parts, await upload.read());
  const proposed = rows && findHeading(rows);
  if (!rows || !proposed) throw new Problem('statement.not_statement', { field: 'file' });
  const accounts = await listOwnIbans(parts.db, company_id);
  const said = header_row === undefined ? -1 : rows.findIndex(({ row }) => row === header_row);
  const chosen = said >= 0 ? headingAt(rows, said) : null;
  const kept = chosen || mapping ? [] : await listMappings(parts.db, company_id);
  const known = findFitting(rows, kept, accounts)?.mapping;
  const heading =
    chosen ?? (known || mapping ? findMappedHeading(rows, (mapping ?? known)!.columns) : null) ?? proposed;
  const told_iban = findToldIban(rows, heading.at);
  const base = mapping ?? known;
  const whole = {
    iban: told_iban ?? base?.iban ?? (accounts.length === 1 ? accounts[0]! : null),
    columns: base?.columns ?? proposeColumns(heading.titles),
    day_order: base?.day_order ?? 'dmy',
    decimal_mark: base?.decimal_mark ?? 'comma',
  } as const;
  const fits = Object.values(whole.columns).every((title) => heading.titles.includes(title));
  const isWhole = fits && lackOf(whole.columns) === null;
  return {
    rows,
    heading,
    headings: possibleHeadings(rows).slice(0, 20),
    mapping: whole,
    told_iban,
    accounts,
    is_kept: known !== undefined,
    read: isWhole ? readTableStatement(rows, heading, { ...whole, iban: whole.iban ?? '' }) : null,
  };
}
