import { parseXml } from '@kelisim/eds/xmldsig/xml.ts';
import type { EsfKind } from '@kelisim/shared/features/esf/esf-status.ts';
import { parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { lockAct } from '../acts/public.ts';
import type { InvoiceType } from './esf-paper.ts';
import { addEsf, listOfSeller, setEsf } from './esf.queries.ts';
import { firstText } from './read-xml.ts';

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
  const now = parts.clock.now();
  await parts.db.transaction().execute(async (tx) => {
    const act = await lockAct(tx, actor, act_id);
    if (!act) throw new Problem('not_found');
    const before = (await listOfSeller(tx, actor.company_id, [act_id])).filter((one) => one.kind === kind);
    if (before.some((one) => one.xml === xml)) return;
    const related = firstText(root, 'registrationNumber');
    const wrong =
      type === 'FIXED_INVOICE' ? before.find((one) => one.registration_number === related) : undefined;
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
      turnover_on: parseShownDate(text(kind === 'awp' ? 'performedDate' : 'turnoverDate'))!,
      amount_tiyn: act.amount_tiyn,
      status: 'ready',
      channel: 'api',
      xml,
      signature: signed.signature,
      certificate: signed.certificate,
      signer_name: actor.full_name,
      created_by: actor.user_id,
      corrects_id: wrong?.id ?? null,
      next_try_at: now,
    });
    if (made === null) throw new Problem('esf.exists');
  });
}
