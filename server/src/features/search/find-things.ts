import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { sumToPayOf } from '../statistics/public.ts';
import { readSought } from './read-sought.ts';
import { listFoundActs, listFoundContracts, listFoundParties } from './search.queries.ts';

const MOST_ACTS = 8;
const MOST_CONTRACTS = 5;
const MOST_PARTIES = 5;

/** What the text may mean among the things of a company; a name also finds that person's papers. */
export async function findThings(db: Handle, actor: CompanyActor, text: string) {
  const sought = readSought(text);
  const parties = await listFoundParties(db, actor, sought, MOST_PARTIES);
  const party_ids = parties.map(({ id }) => id);
  const [acts, contracts, owed] = await Promise.all([
    listFoundActs(db, actor, sought, party_ids, MOST_ACTS),
    listFoundContracts(db, actor, sought, party_ids, MOST_CONTRACTS),
    sumToPayOf(db, actor, party_ids),
  ]);
  return {
    acts: acts.map(({ year, amount_tiyn, ...act }) => ({
      ...act,
      number: `${act.number}/${year}`,
      amount: formatMoney(amount_tiyn),
      status: act.status,
    })),
    contracts,
    parties: parties.map((party) => ({
      ...party,
      to_pay: formatMoney(owed.get(party.id) ?? 0n),
    })),
  };
}
