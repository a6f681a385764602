import type { AfterSigning } from '@kelisim/shared/features/quick-sign/quick-sign.contract.ts';
import { expectedPayment } from '@kelisim/shared/features/acts/expected-payment.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { getPaymentTimes } from '../acts/public.ts';
import { listSignedBy } from '../signatures/public.ts';
import { makeLinkOf } from './make-link.ts';
import { askedOf, getLink } from './quick-sign.ts';
import { countWaiting, findNextWaiting, isJustSigned, type QuickSignRow } from './quick-sign.queries.ts';

/** What comes next, for whoever has signed by the link or comes back to it. */
export async function readAfter(parts: Parts, token: string, ip: string): Promise<AfterSigning> {
  const link = await getLink(parts, token, ip);
  await assertSigned(parts, link);
  const { doc_type, id } = askedOf(link);
  const { company_id, signer_company_id: contractor_company_id } = link;
  const { phone } = await getCompany(parts.db, company_id, ['phone']);
  const waiting = await countWaiting(parts.db, doc_type, { company_id, contractor_company_id });
  const about = { company: link.company_name, company_phone: phone, waiting };
  if (doc_type === 'document')
    return {
      waits_for: 'nobody',
      is_paid: false,
      term_days: null,
      expected_on: null,
      late_days: 0,
      ...about,
    };
  const act = await getPaymentTimes(parts.db, company_id, id);
  const is_paid = act.status === 'paid';
  const waits_for = act.signed_at === null ? 'company' : is_paid || act.is_over ? 'nobody' : 'payment';
  const times = expectedPayment(
    { ...act, signed_on: act.signed_at && almatyDate(act.signed_at) },
    almatyDate(parts.clock.now()),
  );
  return {
    waits_for,
    is_paid,
    ...(waits_for === 'nobody' ? { term_days: act.term_days, expected_on: null, late_days: 0 } : times),
    ...about,
  };
}

/**
 * A link to the next paper of the same company and person. Only right after a signature by this link, which has proven
 * who holds it; later the old address opens nothing new.
 */
export async function openNext(parts: Parts, token: string, ip: string): Promise<{ url: string | null }> {
  const link = await getLink(parts, token, ip);
  await assertSigned(parts, link);
  if (!(await isJustSigned(parts.db, link))) throw new Problem('quick_sign.sign_in_for_next');
  const { doc_type } = askedOf(link);
  const { company_id, signer_company_id: contractor_company_id } = link;
  const id = await findNextWaiting(parts.db, doc_type, { company_id, contractor_company_id });
  if (id === null) return { url: null };
  return { url: await makeLinkOf(parts, { doc_type, id }, link) };
}

async function assertSigned(parts: Parts, link: QuickSignRow): Promise<void> {
  const { doc_type, id } = askedOf(link);
  const by = { company_id: link.signer_company_id, side: 'executor' } as const;
  const signed = await listSignedBy(parts.db, by, doc_type, [id]);
  if (!signed.has(id)) throw new Problem('quick_sign.not_signed');
}
