import { COUNTED } from '@kelisim/shared/features/documents/contract-number.ts';
import type { OtherPaper } from '@kelisim/shared/features/documents/document-status.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { freeOf, countOn, type AskedNumber } from './contract-numbers.queries.ts';

/**
 * Numbers of contracts that no other contract of that year has. A number is drawn into the file before the contract is
 * there; where that fails it stays unused.
 */
export async function takeContractNumbers(
  db: Handle,
  company_id: number,
  count: number,
  asked: AskedNumber,
  field = 'number',
): Promise<string[]> {
  assertNumberFor(asked, count, field);
  const own = ownNumber(asked.number);
  if (own) {
    if ((await freeOf(db, company_id, [own], asked)).length === 0)
      throw new Problem('document.number_taken', { field, values: { number: own } });
    return [own];
  }
  const pattern = plainNumber(asked.number ?? '') || COUNTED;
  const taken: string[] = [];
  while (taken.length < count) {
    const missing = count - taken.length;
    const first = await countOn(db, company_id, missing, 'document');
    const next = Array.from({ length: missing }, (_, i) => pattern.replaceAll(COUNTED, String(first + i)));
    taken.push(...(await freeOf(db, company_id, next, asked)));
  }
  return taken;
}

/** Many contracts cannot have one number: it must hold the place of the counter's. */
export function assertNumberFor(
  { number }: Pick<AskedNumber, 'number'>,
  count: number,
  field = 'number',
): void {
  if (count > 1 && ownNumber(number)) throw new Problem('document.number_for_many', { field });
}

/** The next number of papers that are no contracts; each type has its own. */
export async function takePaperNumber(db: Handle, company_id: number, type: OtherPaper): Promise<string> {
  return String(await countOn(db, company_id, 1, type));
}

/** The number where the counter has no part in it. */
export function ownNumber(asked: string | undefined): string | null {
  const number = plainNumber(asked ?? '');
  return number && !number.includes(COUNTED) ? number : null;
}

/** People write the sign before it, which papers print themselves. */
export function plainNumber(number: string): string {
  return number.replace(/\s+/g, ' ').trim().replace(/^№\s*/, '');
}
