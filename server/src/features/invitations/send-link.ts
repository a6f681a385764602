import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { queueMessage } from '../messages/public.ts';
import { findCompany, findSent } from './invitations.queries.ts';
import { invitationAddress } from './links.ts';

export const DAY_MS = 24 * 3_600_000;
/** To one phone, whoever invites it. */
const MOST_TO_A_PHONE = 5;
const MOST_OF_A_COMPANY = 10_000;

/** A company may write to thousands, but nobody is written to without end (attack A-16). */
export async function limitSending(
  parts: Pick<Parts, 'clock'>,
  tx: Tx,
  { company_id, phone }: { company_id: number; phone: string },
): Promise<void> {
  const now = parts.clock.now().getTime();
  const mustWait = async (of: { phone: string } | { company_id: number }, most: number) => {
    const sent_at = await findSent(tx, of, most);
    const wait_ms = sent_at ? sent_at.getTime() + DAY_MS - now : 0;
    if (wait_ms <= 0) return;
    const field = 'phone' in of ? { field: 'phone' } : {};
    throw new Problem('too_many', { ...field, retry_after_s: Math.ceil(wait_ms / 1000) });
  };
  await mustWait({ phone }, MOST_TO_A_PHONE);
  await mustWait({ company_id }, MOST_OF_A_COMPANY);
}

/** The SMS with the link, in the language of the company's documents. */
export async function sendLink(
  parts: Parts,
  tx: Tx,
  invitation: { id: number; company_id: number; phone: string; end_date: string; sent_count: number },
  hash: string,
): Promise<void> {
  const company = await findCompany(tx, invitation.company_id);
  await queueMessage(parts, tx, {
    kind: 'executor_invited',
    to: {
      channel: 'sms',
      recipient: invitation.phone,
      locale: company.document_language === 'kz' ? 'kz' : 'ru',
      company_id: invitation.company_id,
    },
    values: { company: plainName(company.name), link: invitationAddress(parts, hash) },
    secret: ['link'],
    expires_at: new Date(`${invitation.end_date}T23:59:59+05:00`),
    event_key: `invitation:${invitation.id}:${invitation.sent_count}`,
  });
}
