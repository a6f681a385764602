import { createHash } from 'node:crypto';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handle } from '../../platform/db/database.ts';
import { listNames } from './payments.queries.ts';

interface Account {
  company_id: number;
  name: string;
  iban: string | null;
}

type Payee = Account & { sum_tiyn: bigint };

/** A payment as its preview shows it: the payer's account, then each payee with the account and the sum. */
export function toShown(payer: Account, payees: readonly Payee[]): string[] {
  const sums = payees.map((payee) => `${markOf(payee)}:${formatMoney(payee.sum_tiyn)}`);
  return [`${markOf(payer)}:`, ...sums];
}

function markOf({ company_id, name, iban }: Account): string {
  const hash = createHash('sha256').update(JSON.stringify([name, iban]));
  return `${company_id}:${hash.digest('hex').slice(0, 16)}`;
}

/** By company: the mark of its account, and the sum. */
function readShown(shown: readonly string[]) {
  return new Map(
    shown.map((one) => {
      const [company_id, account, amount] = one.split(':') as [string, string, string];
      return [Number(company_id), { mark: `${company_id}:${account}`, amount }];
    }),
  );
}

/** Throws when one of these accounts is another than the one that was shown. */
export function assertAccountsShown(
  shown: readonly string[],
  payer: Account,
  payees: readonly Account[],
): void {
  const seen = readShown(shown);
  const isOther = (account: Account) => {
    const known = seen.get(account.company_id);
    return known !== undefined && known.mark !== markOf(account);
  };
  if (isOther(payer)) throw new Problem('payment.payer_changed', { field: 'shown' });
  const changed = payees.filter(isOther);
  if (changed.length > 0) throw changedProblem('payment.account_changed', changed);
}

/** Throws when the accounts or the sums of a payment are not those that were shown, and names whose they are. */
export async function assertShown(
  db: Handle,
  shown: readonly string[],
  payer: Account,
  payees: readonly Payee[],
): Promise<void> {
  assertAccountsShown(shown, payer, payees);
  const seen = readShown(shown);
  const changed: { name: string }[] = payees.filter(
    ({ company_id, sum_tiyn }) => seen.get(company_id)?.amount !== formatMoney(sum_tiyn),
  );
  const gone = [...seen.keys()].filter(
    (id) => id !== payer.company_id && !payees.some(({ company_id }) => company_id === id),
  );
  if (gone.length > 0) changed.push(...(await listNames(db, gone)));
  if (changed.length > 0 || !seen.has(payer.company_id)) throw changedProblem('payment.sum_changed', changed);
}

const NAMED = 5;

function changedProblem(
  code: 'payment.account_changed' | 'payment.sum_changed',
  of: readonly { name: string }[],
) {
  const names = of.slice(0, NAMED).map(({ name }) => name);
  if (of.length > NAMED) names.push(`+${of.length - NAMED}`);
  return new Problem(code, { field: 'shown', values: { names: names.join(', ') } });
}
