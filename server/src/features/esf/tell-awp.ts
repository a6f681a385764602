import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import type { Parts } from '../../parts.ts';
import { listReached, quietUntil, tellPerson } from '../notices/public.ts';
import type { EsfRow } from './esf.queries.ts';
import { getCompany } from '../../platform/db/get-company.ts';

type Told = Extract<NoticeKind, `awp_${string}`>;

/** Whom each is told: the other side of what happened; a refusal of the system, those who answered. */
const TOLD: Record<Told, 'business' | 'executor'> = {
  awp_waits: 'business',
  awp_confirmed: 'executor',
  awp_declined: 'executor',
  awp_answer_refused: 'business',
};

/** Tells the signers of a side what became of an electronic act, in the transaction of the move. */
export async function tellOfAwp(parts: Parts, tx: Tx, row: EsfRow, kind: Told): Promise<void> {
  if (row.kind !== 'awp') return;
  const side = TOLD[kind];
  const [to, from] =
    side === 'business' ? [row.company_id, row.seller_company_id] : [row.seller_company_id, row.company_id];
  const { name } = await getCompany(tx, from, ['name']);
  const now = parts.clock.now();
  for (const person of await listReached(tx, to, ['sign']))
    await tellPerson(parts, tx, person, {
      kind,
      company_id: to,
      words: { party: plainName(name), number: row.number },
      path: `/lk/${side}/acts/${row.act_id}`,
      once: `${row.id}:${row.answer_signature ?? ''}`.slice(0, 60),
      not_before: quietUntil(now),
    });
}
