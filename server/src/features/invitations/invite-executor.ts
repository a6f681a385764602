import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { limitRequests, queueMessage } from '../messages/public.ts';
import {
  addInvitation,
  findCompany,
  findContract,
  findExecutorByPhone,
  findInvitation,
  isOwnPhone,
  lockInvitation,
  releaseRegistrations,
  setInvitation,
  type InvitationRow,
} from './invitations.queries.ts';
import { newLink } from './links.ts';
import { statusAfter } from './move-invitation.ts';
import { plainName } from './plain-name.ts';

const REST_MS = 24 * 3_600_000;

export interface InvitationInput {
  name: string;
  phone: string;
  end_date: string;
  contract_document_id: number;
}

/** Invites by SMS. A living invitation of the same phone is not doubled, whoever presses first. */
export async function inviteExecutor(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: InvitationInput,
  ip: string,
): Promise<number> {
  const { company_id } = actor;
  const { phone } = input;
  await assertGood(parts, tx, company_id, input);
  if (await isOwnPhone(tx, company_id, phone)) throw new Problem('invitation.own_phone', { field: 'phone' });
  const there = await findExecutorByPhone(tx, company_id, phone);
  if (there?.status === 'active' || there?.status === 'stopped')
    throw new Problem('invitation.works_already', { field: 'phone' });
  const { hash, link_hash } = newLink();
  try {
    const id = await addInvitation(tx, {
      company_id,
      name: input.name.trim(),
      phone,
      contract_id: input.contract_document_id,
      end_date: input.end_date,
      link_hash,
      created_by: actor.user_id,
    });
    await sendLink(parts, tx, actor, { phone, end_date: input.end_date }, hash, ip);
    return id;
  } catch (error) {
    if (violatedConstraint(error) === 'invitations_one_living')
      throw new Problem('invitation.exists', { field: 'phone' });
    throw error;
  }
}

/** The end lies ahead and within a year, and the contract is the company's own and not over. */
async function assertGood(
  parts: Parts,
  tx: Tx,
  company_id: number,
  input: { end_date?: string | undefined; contract_document_id?: number | undefined },
): Promise<void> {
  const today = almatyDate(parts.clock.now());
  const { end_date, contract_document_id } = input;
  if (end_date !== undefined && (end_date < today || end_date > addDays(today, 366)))
    throw new Problem('invitation.end_date', { field: 'end_date' });
  if (contract_document_id === undefined) return;
  const contract = await findContract(tx, company_id, contract_document_id);
  const field = 'contract_document_id';
  if (!contract) throw new Problem('invitation.contract_unknown', { field });
  if (contract.end_date < today) throw new Problem('invitation.contract_ended', { field });
}

async function sendLink(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  to: { phone: string; end_date: string },
  hash: string,
  ip: string,
): Promise<void> {
  await limitRequests(parts, tx, { channel: 'sms', recipient: to.phone, ip });
  const company = await findCompany(tx, actor.company_id);
  await queueMessage(parts, tx, {
    kind: 'executor_invited',
    to: {
      channel: 'sms',
      recipient: to.phone,
      locale: company.document_language === 'kz' ? 'kz' : 'ru',
      company_id: actor.company_id,
    },
    values: {
      company: plainName(company.name),
      link: `${parts.config.public_url}/auth/sign-up/executor?hash=${hash}`,
    },
    secret: ['link'],
    expires_at: new Date(`${to.end_date}T23:59:59+05:00`),
  });
}

/** The company's invitation of a phone, by which it is named; what is no phone names nothing. */
async function getInvitation(db: Handle, actor: CompanyActor, typed: string): Promise<InvitationRow> {
  const phone = normalisePhone(typed);
  const row = phone && isMobilePhone(phone) ? await findInvitation(db, actor.company_id, phone) : undefined;
  if (!row) throw new Problem('not_found');
  return row;
}

export async function readInvitation(parts: Parts, actor: CompanyActor, typed: string): Promise<Invitation> {
  return toInvitation(await getInvitation(parts.db, actor, typed), parts.clock.now());
}

export async function updateInvitation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  typed: string,
  input: Partial<Omit<InvitationInput, 'phone'>>,
): Promise<void> {
  const { id } = await getInvitation(tx, actor, typed);
  const row = (await lockInvitation(tx, { id }))!;
  const status = statusAfter(row, 'update', 'business', actor.locale);
  await assertGood(parts, tx, actor.company_id, input);
  await setInvitation(tx, id, {
    status,
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(input.end_date !== undefined && { end_date: input.end_date }),
    ...(input.contract_document_id !== undefined && { contract_id: input.contract_document_id }),
  });
}

/** The link ends. Whoever registers by it goes on without the contract. Again is the same. */
export async function cancelInvitation(tx: Tx, actor: CompanyActor, typed: string): Promise<void> {
  const { id } = await getInvitation(tx, actor, typed);
  await releaseRegistrations(tx, [id]);
  const row = (await lockInvitation(tx, { id }))!;
  if (row.status === 'cancelled') return;
  const status = statusAfter(row, 'cancel', 'business', actor.locale);
  await setInvitation(tx, id, { status });
}

/** Another SMS with another link; the one before ends. */
export async function remindInvitation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  phone: string,
  ip: string,
): Promise<void> {
  const { id } = await getInvitation(tx, actor, phone);
  const row = (await lockInvitation(tx, { id }))!;
  const status = statusAfter(row, 'remind', 'business', actor.locale);
  const wait_ms = row.reminded_at.getTime() + REST_MS - parts.clock.now().getTime();
  if (wait_ms > 0) throw new Problem('too_many', { retry_after_s: Math.ceil(wait_ms / 1000) });
  const { hash, link_hash } = newLink();
  await setInvitation(tx, id, { status, link_hash, reminded_at: parts.clock.now() });
  await sendLink(parts, tx, actor, row, hash, ip);
}

export function toInvitation(row: InvitationRow, now: Date): Invitation {
  const after = new Date(row.reminded_at.getTime() + REST_MS);
  const living = row.status === 'sent' || row.status === 'opened';
  return {
    id: row.id,
    company_id: row.company_id,
    executor_company_id: row.executor_company_id,
    name: row.name,
    phone: row.phone,
    status: row.status,
    contract_document_id: row.contract_id,
    contract_document_template_id: null,
    contract_title: row.contract_title,
    end_date: row.end_date,
    remind_after: living && after > now ? after.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
