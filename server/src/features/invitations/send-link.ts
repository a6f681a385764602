import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { queueMessage } from '../messages/public.ts';
import { countSent, findCompany } from './invitations.queries.ts';
import { invitationAddress } from './links.ts';
import { plainName } from './plain-name.ts';

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
  const since = new Date(parts.clock.now().getTime() - DAY_MS);
  if ((await countSent(tx, { phone }, since)) >= MOST_TO_A_PHONE)
    throw new Problem('too_many', { field: 'phone', retry_after_s: DAY_MS / 1000 });
  if ((await countSent(tx, { company_id }, since)) >= MOST_OF_A_COMPANY)
    throw new Problem('too_many', { retry_after_s: DAY_MS / 1000 });
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
