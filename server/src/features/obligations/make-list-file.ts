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

interface ListInput {
  month: string;
  kind: ContributionKind;
  /** Only whose contribution came back, over the sum that did. */
  executor_company_id?: number | undefined;
}

/** A list to the State Corporation: one kind of contribution of a month, person by person. Changes nothing. */
export async function makeListFile(
  parts: Parts,
  actor: CompanyActor,
  { month, kind, executor_company_id }: ListInput,
): Promise<FileReply> {
  const { items, people: all } = await gatherMonth(parts, actor.company_id, month);
  const item = items.find((one) => one.kind === kind)!;
  const back = item.returned.filter(
    ({ person }) => person?.executor_company_id === (executor_company_id ?? null),
  );
  const people =
    executor_company_id === undefined
      ? all.filter(({ sums }) => sums[kind] !== 0n)
      : all
          .filter(({ id }) => id === executor_company_id)
          .flatMap((one) =>
            back.map(({ amount_tiyn }) => ({ ...one, sums: { ...one.sums, [kind]: amount_tiyn } })),
          );
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

const SHOWN = 5;

function namesOf(people: readonly { name: string }[]): string {
  const names = people.slice(0, SHOWN).map(({ name }) => name);
  return people.length > SHOWN ? `${names.join(', ')}… (${people.length})` : names.join(', ');
}
