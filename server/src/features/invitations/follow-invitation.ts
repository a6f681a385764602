import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import { addDays, almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  lockInvitation,
  releaseRegistrations,
  setInvitation,
  type InvitationRow,
} from './invitations.queries.ts';
import { findContract } from './contracts.queries.ts';
import { getInvitation, inviteExecutor } from './invite-executor.ts';
import { invitationAddress, newInvitationLink, openInvitationLink } from './links.ts';
import { statusAfter } from './move-invitation.ts';
import type { Promised } from './promised-contract.ts';
import { DAY_MS, limitSending, sendLink } from './send-link.ts';

/** The company's own by its number; a run keeps the number, so that what it does meets the invitation that was meant. */
async function lockOwn(tx: Tx, actor: CompanyActor, id: number): Promise<InvitationRow> {
  const row = await lockInvitation(tx, { id });
  if (!row || row.company_id !== actor.company_id) throw new Problem('not_found');
  return row;
}

/** The link ends. Whoever registers by it goes on without the contract. Again is the same. */
export async function cancelInvitation(tx: Tx, actor: CompanyActor, id: number): Promise<void> {
  await releaseRegistrations(tx, id);
  const row = await lockOwn(tx, actor, id);
  if (row.status === 'cancelled') return;
  const status = statusAfter(row, 'cancel', 'business');
  await setInvitation(tx, id, { status, link_sealed: null });
}

/** Another SMS with another link; the one before ends. */
export async function remindInvitation(parts: Parts, tx: Tx, actor: CompanyActor, id: number): Promise<void> {
  const row = await lockOwn(tx, actor, id);
  const status = statusAfter(row, 'remind', 'business');
  const now = parts.clock.now();
  if (row.end_date < almatyDate(now)) throw new Problem('link.ended');
  const wait_ms = row.reminded_at.getTime() + DAY_MS - now.getTime();
  if (wait_ms > 0) throw new Problem('invitation.reminded', { retry_after_s: Math.ceil(wait_ms / 1000) });
  await limitSending(parts, tx, row);
  const { hash, kept } = newInvitationLink(parts, row);
  const sent_count = row.sent_count + 1;
  await setInvitation(tx, id, { status, ...kept, sent_count, reminded_at: now });
  await sendLink(parts, tx, { ...row, sent_count }, hash);
}

/** Invites again after a refusal, an expiry or a withdrawal: same text, another invitation and link. */
export async function repeatInvitation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  id: number,
  asked_end: string | undefined,
): Promise<number> {
  const earlier = await lockOwn(tx, actor, id);
  const { name, phone, contract_id } = earlier;
  const end_date = asked_end ?? asLongAs(earlier, almatyDate(parts.clock.now()));
  const contract = (await findContract(tx, actor.company_id, contract_id))!;
  return inviteExecutor(parts, tx, actor, { name, phone, end_date, promised: again(earlier, contract) });
}

/** From today as many days as the earlier one had. */
function asLongAs({ created_at, end_date }: { created_at: Date; end_date: string }, today: string): string {
  const days = (Date.parse(end_date) - Date.parse(almatyDate(created_at))) / DAY_MS;
  return addDays(today, Math.max(1, days));
}

/** The same terms as before. */
function again(
  earlier: InvitationRow,
  contract: NonNullable<Awaited<ReturnType<typeof findContract>>>,
): Promised {
  const onPaper = {
    contract_number: earlier.contract_number ?? undefined,
    contract_date: earlier.contract_date ?? undefined,
  };
  if (contract.template_id === null) return { ...onPaper, contract_document_id: contract.id };
  return {
    ...onPaper,
    contract_document_template_id: contract.template_id,
    contract_title: contract.title,
    contract_type_id: DOCUMENT_TYPES.findIndex((type) => type === contract.type) + 1,
    contract_start_date: contract.start_date,
    contract_end_date: contract.end_date,
  };
}

/** To be sent another way than by SMS. Of an invitation from before links were kept a new one is made. */
export async function copyLink(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  phone: string,
): Promise<{ link: string; end_date: string }> {
  const { id } = await getInvitation(tx, actor, phone);
  const row = await lockOwn(tx, actor, id);
  statusAfter(row, 'update', 'business');
  const { end_date } = row;
  if (row.link_sealed)
    return { link: invitationAddress(parts, openInvitationLink(parts, row, row.link_sealed)), end_date };
  const { hash, kept } = newInvitationLink(parts, row);
  await setInvitation(tx, id, kept);
  return { link: invitationAddress(parts, hash), end_date };
}
