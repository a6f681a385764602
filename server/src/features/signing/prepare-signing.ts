import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney, parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import { listMeantActs, prepareAct } from '../acts/public.ts';
import { labelledDocuments, prepareDocument } from '../documents/public.ts';

/** Gathers what is to be signed in one gesture; what cannot be signed now is named apart and stops nothing. */
export async function prepareSigning(
  db: Database,
  actor: CompanyActor,
  locale: Locale,
  asked: { doc_type: 'act' | 'document'; ids: number[] },
) {
  const prepare = asked.doc_type === 'act' ? prepareAct : prepareDocument;
  const items: ToSign[] = [];
  const refused: { id: number; label: string; code: string; message: string }[] = [];
  const names = await namesOf(db, actor, asked);
  for (const id of asked.ids) {
    try {
      items.push(await db.transaction().execute((tx) => prepare(tx, actor, id)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const label = names.get(id) ?? '';
      refused.push({ id, label, code: error.code, message: problemText(error.code, locale, error.detail) });
    }
  }
  const total_tiyn = items.reduce((sum, item) => sum + (item.amount ? parseMoney(item.amount)! : 0n), 0n);
  return { items, refused, total_amount: formatMoney(total_tiyn) };
}

/** What is refused is called as what is signed is: a page knows no numbers of acts that it does not show. */
async function namesOf(
  db: Database,
  actor: CompanyActor,
  { doc_type, ids }: { doc_type: 'act' | 'document'; ids: number[] },
): Promise<Map<number, string>> {
  if (doc_type === 'document')
    return new Map((await labelledDocuments(db, actor, ids)).map((of) => [of.subject_id, of.label]));
  const acts = await listMeantActs(db, actor, { act_ids: ids });
  return new Map(acts.map(({ subject_id, label }) => [subject_id, label && `№ ${label}`]));
}
