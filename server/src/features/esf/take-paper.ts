import { parseXml } from '@kelisim/eds/xmldsig/xml.ts';
import type { EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { lockAct } from '../acts/public.ts';
import { findSignedOn } from './due.queries.ts';
import type { InvoiceType } from './esf-paper.ts';
import { addEsf, findRegistered, listOfSeller, setEsf } from './esf.queries.ts';
import { firstText } from '../../platform/xml.ts';
import { orNotFound } from '../../platform/or-not-found.ts';

/**
 * Keeps a paper that was signed; the job hands it in. What it says is read from the very text that was signed. The same
 * again is the same; another one while one lives is refused.
 */
export async function takePaper(
  parts: Pick<Parts, 'db' | 'clock'>,
  actor: CompanyActor,
  act_id: number,
  content: Buffer,
  signed: { signature: string; certificate: Buffer },
): Promise<void> {
  const xml = content.toString('utf8');
  const { root } = parseXml(xml)!;
  const kind: EsfKind = root.uri === 'v1.awp' ? 'awp' : 'invoice';
  const text = (name: string) => firstText(root, name) ?? '';
  const type = (firstText(root, 'invoiceType') ?? 'ORDINARY_INVOICE') as InvoiceType;
  const turnover_on = parseShownDate(text(kind === 'awp' ? 'performedDate' : 'turnoverDate'))!;
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    const act = orNotFound(await lockAct(tx, actor, act_id));
    const before = (await listOfSeller(tx, actor.company_id, [act_id])).filter((one) => one.kind === kind);
    if (before.some((one) => one.xml === xml)) return;
    const related = firstText(root, 'registrationNumber');
    const first =
      kind === 'invoice' && related !== null
        ? await findRegistered(tx, actor.company_id, related)
        : undefined;
    const wrong = type === 'FIXED_INVOICE' && first?.act_id === act_id ? first : undefined;
    if (type === 'FIXED_INVOICE' && (wrong?.status !== 'registered' || wrong.is_corrected))
      throw new Problem('esf.wrong_state');
    if (wrong) await setEsf(tx, wrong.id, { is_corrected: true });
    const made = await addEsf(tx, {
      company_id: act.company_id,
      act_id,
      act_version: act.version,
      seller_company_id: actor.company_id,
      kind,
      type,
      number: text(kind === 'awp' ? 'number' : 'num'),
      issued_on: parseShownDate(text('date'))!,
      turnover_on,
      turnover_rule: await ruleOf(tx, act, turnover_on),
      amount_tiyn: act.amount_tiyn,
      status: 'ready',
      channel: 'api',
      xml,
      signature: signed.signature,
      certificate: signed.certificate,
      signer_name: actor.full_name,
      created_by: actor.user_id,
      corrects_id: wrong?.id ?? null,
      related_id: type === 'ADDITIONAL_INVOICE' ? (first?.id ?? null) : null,
      next_try_at: now,
    });
    if (made === null) throw new Problem('esf.exists');
  });
}

/** By which rule a paper has its day; null where both rules name the same, for then nobody chose. */
export async function ruleOf(
  tx: Tx,
  act: { company_id: number; id: number; end_date: string },
  turnover_on: string,
): Promise<TurnoverRule | null> {
  if (turnover_on !== act.end_date) return 'signed';
  return (await findSignedOn(tx, act)) === act.end_date ? null : 'period_end';
}
