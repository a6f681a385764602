import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { commentAct, returnAct } from '../acts/public.ts';
import { askedOf, getLink, saidBySigned, signerOf } from './quick-sign.ts';
import { readSaid } from './read-linked.ts';
import { lockQuickSign, takeQuestion } from './quick-sign.queries.ts';

const MOST_QUESTIONS = 10;

/** The executor does not sign: the act goes back with a reason, as from their account. */
export async function returnByLink(parts: Parts, token: string, ip: string, reason: string) {
  const link = await getLink(parts, token, ip);
  const { doc_type, id } = askedOf(link);
  if (doc_type !== 'act') throw new Problem('quick_sign.act_only');
  const actor = { ...(await signerOf(parts, link)), ip };
  await parts.db.transaction().execute(async (tx) => {
    await lockQuickSign(tx, link.id);
    await returnAct(tx, actor, id, reason, 'quick_sign').catch(async (error: unknown) => {
      throw await saidBySigned(tx, link, error);
    });
  });
  return { returned: true as const };
}

/** A question stands among the comments of the act, where the company answers everybody. */
export async function askByLink(parts: Parts, token: string, ip: string, question: string) {
  const link = await getLink(parts, token, ip);
  const { doc_type, id } = askedOf(link);
  if (doc_type !== 'act') throw new Problem('quick_sign.act_only');
  const actor = { ...(await signerOf(parts, link)), ip };
  if (!(await takeQuestion(parts.db, link.id, MOST_QUESTIONS)))
    throw new Problem('quick_sign.questions', { values: { most: MOST_QUESTIONS } });
  await commentAct(parts.db, actor, id, question);
  return { asked: true as const, said: await readSaid(parts.db, actor, id) };
}
