import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { takePlaces } from '../executors/public.ts';
import {
  addInvitation,
  findContract,
  findExecutorByPhone,
  findInvitation,
  isOwnPhone,
  lockInvitation,
  setInvitation,
  type InvitationRow,
} from './invitations.queries.ts';
import { toInvitation } from './invitations.view.ts';
import { newInvitationLink } from './links.ts';
import { statusAfter } from './move-invitation.ts';
import { limitSending, sendLink } from './send-link.ts';

export interface InvitationInput {
  name: string;
  phone: string;
  end_date: string;
  contract_document_id: number;
}

/** Invites by SMS and takes a place of the limit. A living invitation of the same phone is not doubled, whoever presses first. */
export async function inviteExecutor(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: InvitationInput,
): Promise<number> {
  const { company_id } = actor;
  const { phone, end_date } = input;
  await assertGood(parts, tx, company_id, input);
  const places = await takePlaces(parts, tx, company_id);
  if (await isOwnPhone(tx, company_id, phone)) throw new Problem('invitation.own_phone', { field: 'phone' });
  const there = await findExecutorByPhone(tx, company_id, phone);
  if (there?.status === 'active' || there?.status === 'stopped')
    throw new Problem('invitation.works_already', { field: 'phone' });
  await limitSending(parts, tx, { company_id, phone });
  const { hash, kept } = newInvitationLink(parts, { company_id, phone });
  try {
    const id = await addInvitation(tx, {
      company_id,
      name: input.name.trim(),
      phone,
      contract_id: input.contract_document_id,
      end_date,
      ...kept,
      reminded_at: parts.clock.now(),
      created_by: actor.user_id,
    });
    // Asked last: who is invited already is told that, and not that there is no room.
    places.take();
    await sendLink(parts, tx, { id, company_id, phone, end_date, sent_count: 1 }, hash);
    return id;
  } catch (error) {
    if (violatedConstraint(error) === 'invitations_one_living')
      throw new Problem('invitation.exists', { field: 'phone' });
    throw error;
  }
}

/** The end lies ahead and within a year. */
export function isGoodEnd(end_date: string, today: string): boolean {
  return end_date >= today && end_date <= addDays(today, 366);
}

/** The end is a good one, and the contract is the company's own and not over. */
async function assertGood(
  parts: Parts,
  tx: Tx,
  company_id: number,
  input: { end_date?: string | undefined; contract_document_id?: number | undefined },
): Promise<void> {
  const today = almatyDate(parts.clock.now());
  const { end_date, contract_document_id } = input;
  if (end_date !== undefined && !isGoodEnd(end_date, today))
    throw new Problem('invitation.end_date', { field: 'end_date' });
  if (contract_document_id === undefined) return;
  const contract = await findContract(tx, company_id, contract_document_id);
  const field = 'contract_document_id';
  if (!contract) throw new Problem('invitation.contract_unknown', { field });
  if (contract.end_date < today) throw new Problem('invitation.contract_ended', { field });
}

/** The company's invitation of a phone, by which it is named; what is no phone names nothing. */
export async function getInvitation(db: Handle, actor: CompanyActor, typed: string): Promise<InvitationRow> {
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
