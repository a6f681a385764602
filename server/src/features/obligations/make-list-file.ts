import type { ContributionKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import ru from '@kelisim/shared/texts/ru/obligations.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { findBatchPayer } from './batch-payer.ts';
import { gatherMonth } from './gather-month.ts';
import { fileNumber } from './file-number.ts';

/** A list to the State Corporation: one kind of contribution of a month, person by person. Changes nothing. */
export async function makeListFile(
  parts: Parts,
  actor: CompanyActor,
  { month, kind }: { month: string; kind: ContributionKind },
): Promise<FileReply> {
  const { items, people: all } = await gatherMonth(parts, actor.company_id, month);
  const people = all.filter(({ sums }) => sums[kind] !== 0n);
  if (people.length === 0) throw new Problem('obligation.nothing');
  // A bank takes no row below zero, and without it the list would be more than is owed.
  const minus = people.filter(({ sums }) => sums[kind] < 0n);
  if (minus.length > 0) throw new Problem('obligation.minus', { values: { names: namesOf(minus) } });
  const lacking = people.filter(({ lacks }) => lacks !== null);
  if (lacking.length > 0) throw new Problem('obligation.lacks', { values: { names: namesOf(lacking) } });
  const item = items.find((one) => one.kind === kind)!;
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
  return { bytes, name: `${kind}-${month}.txt` };
}

const SHOWN = 5;

function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, SHOWN).map(({ name }) => name);
  return people.length > SHOWN ? `${names.join(', ')}… (${people.length})` : names.join(', ');
}
