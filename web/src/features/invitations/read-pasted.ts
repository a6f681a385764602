import { INVITE_COLUMNS, readInviteHeading } from '@kelisim/shared/features/invitations/invite-columns.ts';
import type { InviteColumn } from '@kelisim/shared/features/invitations/invite-columns.ts';
import { normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { splitTable } from '../../platform/split-table.ts';

/** A row as the server takes it. */
export type TypedInvite = Record<InviteColumn, string>;

const KEYS = INVITE_COLUMNS.map((column) => column.key);

/**
 * Rows that were pasted out of a spreadsheet. With a heading its columns are found by their names, in either language;
 * without one the first that looks like telephone numbers is the phone, and the others follow in the usual order.
 */
export function readPasted(text: string): TypedInvite[] {
  const table = splitTable(text).filter((cells) => cells.some((cell) => cell !== ''));
  const [first, ...others] = table;
  if (!first) return [];
  const heading = readInviteHeading(first);
  const at = heading ?? guessColumns(table);
  return (heading ? others : table).map((cells) => {
    const row: TypedInvite = { name: '', phone: '', end_date: '', contract: '' };
    for (const [key, index] of at) row[key] = cells[index] ?? '';
    return row;
  });
}

function guessColumns(table: readonly (readonly string[])[]): Map<InviteColumn, number> {
  const width = Math.max(...table.map((cells) => cells.length));
  const phones = (column: number) =>
    table.filter((cells) => normalisePhone(cells[column] ?? '') !== null).length;
  const columns = Array.from({ length: width }, (_, column) => column);
  const phone = [...columns].sort((a, b) => phones(b) - phones(a))[0]!;
  const rest = columns.filter((column) => column !== phone);
  // One column without a single number is names; numbers will be asked for.
  if (phones(phone) === 0) return new Map(KEYS.slice(0, width).map((key, column) => [key, column]));
  return new Map([
    ['phone', phone] as const,
    ...KEYS.filter((key) => key !== 'phone')
      .slice(0, rest.length)
      .map((key, index) => [key, rest[index]!] as const),
  ]);
}
