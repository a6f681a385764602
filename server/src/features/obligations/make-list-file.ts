import type { ContributionKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import ru from '@kelisim/shared/texts/ru/obligations.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { moneyOnPaper } from '../../platform/money-on-paper.ts';
import { findBatchPayer } from './batch-payer.ts';
import { gatherMonth, type GatheredMonth } from './gather-month.ts';
import { fileNumber } from './file-number.ts';
import { findLeft, type Left } from './left-of.ts';

interface ListInput {
  month: string;
  kind: ContributionKind;
  /** Only this person: over the sum that came back of theirs, or what is left of their own. */
  executor_company_id?: number | undefined;
}

/** A list to the State Corporation: what is left of one kind of contribution of a month, person by person. Changes nothing. */
export async function makeListFile(
  parts: Parts,
  actor: CompanyActor,
  { month, kind, executor_company_id }: ListInput,
): Promise<FileReply> {
  const { items, people: all } = await gatherMonth(parts, actor.company_id, month);
  const item = items.find((one) => one.kind === kind)!;
  const own = new Map(all.flatMap(({ id, sums }) => (sums[kind] === 0n ? [] : [[id, sums[kind]]])));
  const left = await findLeft(parts.db, { company_id: actor.company_id, month, kind }, item, own);
  if (left.left_tiyn <= 0n && item.paid_tiyn > 0n) throw new Problem('obligation.nothing');
  const listed =
    executor_company_id === undefined ? left.of : leftOfOne(left, item, own, executor_company_id);
  if (listed === null)
    throw new Problem('obligation.partly', { values: { left: moneyOnPaper(left.left_tiyn) } });
  const people = all.flatMap((one) => {
    const sum = listed.get(one.id) ?? 0n;
    return sum === 0n ? [] : [{ ...one, sums: { ...one.sums, [kind]: sum } }];
  });
  if (people.length === 0) throw new Problem('obligation.nothing');
  // A bank takes no row below zero, and without it the list would be more than is owed.
  const minus = people.filter(({ sums }) => sums[kind] < 0n);
  if (minus.length > 0) throw new Problem('obligation.minus', { values: { names: namesOf(minus) } });
  const lacking = people.filter(({ lacks }) => lacks !== null);
  if (lacking.length > 0) throw new Problem('obligation.lacks', { values: { names: namesOf(lacking) } });
  const { payee } = item;
  if (!payee?.bin || !payee.iban || !payee.bic || !payee.list_letter)
    throw new Problem('obligation.no_payee');
  const { bytes } = parts.bank_files.writeContributions({
    ...(await findBatchPayer(parts.db, actor)),
    number: fileNumber(month, item),
    date: almatyDate(parts.clock.now()),
    month,
    knp: payee.knp,
    letter: payee.list_letter,
    purpose: `${ru.kind[kind]} за ${month.slice(5)}.${month.slice(0, 4)} г.`,
    payee: { name: payee.name, bin: payee.bin, kbe: payee.kbe, iban: payee.iban, bic: payee.bic },
    people: people.map(({ full_name, iin, sums }) => ({ name: full_name, iin, amount_tiyn: sums[kind] })),
  });
  return {
    bytes,
    name: `${kind}-${month}${executor_company_id === undefined ? '' : `-${executor_company_id}`}.txt`,
  };
}

/** Nobody knows who was paid: the company says that this one was not, and no more goes out than is left. */
function leftOfOne(
  { left_tiyn, free_tiyn, of }: Left,
  { returned }: Pick<GatheredMonth['items'][number], 'returned'>,
  own: ReadonlyMap<number, bigint>,
  id: number,
): Left['of'] {
  const back = returned.find(({ person }) => person?.executor_company_id === id);
  // A debit of that sum ends the return, so it goes out alone.
  if (back) return new Map([[id, back.amount_tiyn < left_tiyn ? back.amount_tiyn : left_tiyn]]);
  if (of) return new Map([[id, of.get(id) ?? 0n]]);
  const sum = own.get(id) ?? 0n;
  return sum > free_tiyn ? null : new Map([[id, sum]]);
}

const SHOWN = 5;

function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, SHOWN).map(({ name }) => name);
  return people.length > SHOWN ? `${names.join(', ')}… (${people.length})` : names.join(', ');
}
