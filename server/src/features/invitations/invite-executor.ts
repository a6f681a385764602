import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { z } from 'zod';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/database.ts';
import { takePlaces } from '../executors/public.ts';
import { assertNotBehind } from '../tariff/public.ts';
import {
  addInvitation,
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
import { ensurePromised, promised, promisedOnPaper } from './promised-contract.ts';
import { limitSending, sendLink } from './send-link.ts';

export const invitationInput = z.object({
  name: z.string(),
  phone: z.string(),
  end_date: z.string(),
  promised,
});
export type InvitationInput = z.output<typeof invitationInput>;

/** Invites by SMS and takes a place of the limit. A living invitation of the same phone is not doubled, whoever presses first. */
export async function inviteExecutor(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  input: InvitationInput,
): Promise<number> {
  const { company_id } = actor;
  const { phone, end_date } = input;
  assertEnd(parts, end_date);
  const places = await takePlaces(parts, tx, company_id);
  await assertNotBehind(tx, company_id);
  const contract_id = await ensurePromised(parts, tx, actor, input.promised);
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
      contract_id,
      ...(await promisedOnPaper(tx, company_id, contract_id, input.promised)),
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

function assertEnd({ clock }: Pick<Parts, 'clock'>, end_date: string): void {
  if (!isGoodEnd(end_date, almatyDate(clock.now())))
    throw new Problem('invitation.end_date', { field: 'end_date' });
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
  input: { [Key in Exclude<keyof InvitationInput, 'phone'>]: InvitationInput[Key] | undefined },
): Promise<void> {
  const { id } = await getInvitation(tx, actor, typed);
  const row = (await lockInvitation(tx, { id }))!;
  const status = statusAfter(row, 'update', 'business');
  if (input.end_date !== undefined) assertEnd(parts, input.end_date);
  const contract_id = input.promised && (await ensurePromised(parts, tx, actor, input.promised));
  const onPaper =
    input.promised && (await promisedOnPaper(tx, row.company_id, contract_id!, input.promised, id));
  await setInvitation(tx, id, {
    status,
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(input.end_date !== undefined && { end_date: input.end_date }),
    ...(contract_id !== undefined && { contract_id, ...onPaper }),
  });
}
