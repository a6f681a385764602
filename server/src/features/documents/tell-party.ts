import { toLocale } from '@kelisim/shared/kernel/locale.ts';
import type { Parts } from '../../parts.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { plainName } from '../../platform/plain-name.ts';
import { queueMessage, type MessageKind } from '../messages/public.ts';

interface Told {
  id: number;
  company_id: number;
  contractor_company_id: number;
  number: number;
}

type ContractNotice = Extract<MessageKind, `contract_${string}`>;

/**
 * Tells a side of a contract what has become of it: of a company its director and those who keep its contracts, by
 * e-mail where one is confirmed and else by SMS. `once` names the event, so that nobody is told twice.
 */
export async function tellParty(
  parts: Parts,
  tx: Tx,
  document: Told,
  side: 'business' | 'executor',
  kind: ContractNotice,
  { date = '', once }: { date?: string; once: string },
): Promise<void> {
  const [own, other] =
    side === 'business'
      ? [document.company_id, document.contractor_company_id]
      : [document.contractor_company_id, document.company_id];
  const { name } = await tx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  for (const person of await listTold(tx, own)) {
    const email = person.is_email_verified ? person.email : null;
    const recipient = email ?? (person.is_phone_verified ? person.phone : null);
    if (!recipient) continue;
    await queueMessage(parts, tx, {
      kind,
      to: {
        channel: email ? 'email' : 'sms',
        recipient,
        locale: toLocale(person.locale),
        user_id: person.id,
        company_id: own,
      },
      values: {
        number: String(document.number),
        party: plainName(name),
        date,
        link: `${parts.config.public_url}/lk/${side}/contracts/${document.id}`,
      },
      event_key: `${kind}:${document.id}:${once}:${person.id}`,
    });
  }
}

function listTold(db: Handle, company_id: number) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.phone', 'u.is_email_verified', 'u.is_phone_verified', 'u.locale'])
    .where('m.company_id', '=', company_id)
    .where('m.ended_at', 'is', null)
    .where('u.status', '=', 'active')
    .where((eb) =>
      eb.or([eb('m.role_id', 'in', [1, 3]), eb(eb.val('manage_contracts'), '=', eb.fn.any('m.rights'))]),
    )
    .orderBy('u.id')
    .execute();
}
