import { WITHHELD_PARTS, type QuickSign } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import type { Parts } from '../../parts.ts';
import { findActRow, findPaperBefore, getComments, readFrozenAct } from '../acts/public.ts';
import { reckonWholeAct, type PaymentReckoned } from '../bookkeeping/public.ts';
import type { AskedPaper } from './make-link.ts';

type Linked = Pick<QuickSign, 'company_phone' | 'has_earlier' | 'sign_by' | 'paper' | 'withheld' | 'said'>;

/** What the page of a link shows beside the file: the act as text, what comes of its sum, and whom to ask. */
export async function readLinked(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  { doc_type, id }: AskedPaper,
  company_id: number,
): Promise<Linked> {
  const { phone: company_phone } = await getCompany(tx, company_id, ['phone']);
  const act = doc_type === 'act' ? await findActRow(tx, actor, id) : undefined;
  if (!act)
    return { company_phone, has_earlier: false, sign_by: null, paper: null, withheld: null, said: [] };
  const reckoned = await reckonWholeAct(parts, tx, act);
  return {
    company_phone,
    has_earlier: (await findPaperBefore(tx, actor, act)) !== undefined,
    sign_by: act.sign_by,
    paper: await readFrozenAct(parts, tx, act),
    withheld: withheldOf(reckoned),
    said: await readSaid(tx, actor, id),
  };
}

/** Questions and answers at an act. Who reads them by link has no account open in which they would count as read. */
export async function readSaid(db: Handle, actor: CompanyActor, act_id: number): Promise<QuickSign['said']> {
  const comments = await getComments(db, actor, act_id);
  return comments.map(({ seq, side, user_name: name, comment, created_at }) => ({
    seq,
    side,
    name,
    comment,
    created_at,
  }));
}

/** Nothing is promised while the company has still to decide something about this person. */
function withheldOf(reckoned: PaymentReckoned | undefined): Linked['withheld'] {
  if (!reckoned || reckoned.waits) return null;
  const parts = WITHHELD_PARTS.map((part) => ({ part, tiyn: reckoned.parts[`${part}_tiyn`] }));
  if (parts.every(({ tiyn }) => tiyn === 0n)) return null;
  return {
    parts: parts
      .filter(({ tiyn }) => tiyn > 0n)
      .map(({ part, tiyn }) => ({ part, amount: formatMoney(tiyn) })),
    net: formatMoney(reckoned.parts.net_tiyn),
  };
}
