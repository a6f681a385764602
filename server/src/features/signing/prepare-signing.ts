import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { prepareAct } from '../acts/public.ts';
import { prepareDocument } from '../documents/public.ts';

/** Gathers what is to be signed in one gesture; what cannot be signed now is named apart and stops nothing. */
export async function prepareSigning(
  db: Database,
  actor: CompanyActor,
  locale: Locale,
  asked: { doc_type: 'act' | 'document'; ids: number[] },
) {
  const prepare = asked.doc_type === 'act' ? prepareAct : prepareDocument;
  const items: ToSign[] = [];
  const refused: { id: number; code: string; message: string }[] = [];
  for (const id of asked.ids) {
    try {
      items.push(await db.transaction().execute((tx) => prepare(tx, actor, id)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ id, code: error.code, message: problemText(error.code, locale, error.detail) });
    }
  }
  const total_tiyn = items.reduce((sum, item) => sum + (item.amount ? parseMoney(item.amount)! : 0n), 0n);
  return { items, refused, total_amount: formatMoney(total_tiyn) };
}
