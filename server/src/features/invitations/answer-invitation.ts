import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { issueContract } from '../documents/public.ts';
import { joinExecutor, startExecutor } from '../executors/public.ts';
import {
  findParties,
  findPhone,
  lockInvitation,
  setInvitation,
  type InvitationRow,
} from './invitations.queries.ts';
import { findContract } from './contracts.queries.ts';
import { nextInvitationStatus, statusAfter } from './move-invitation.ts';
import { fillPromised, keepFilled, takePromised, type FilledContract } from './promised-contract.ts';

/** Accepts an invitation in the cabinet: the contract appears among the executor's others. Idempotent. */
export async function acceptInvitation(
  parts: Parts,
  actor: CompanyActor,
  invitation_id: number,
): Promise<number> {
  const before = await look(parts.db);
  if (before.done !== null) return before.done;
  const filled = await fillPromised(parts, invitation_id, actor.locale, async () => actor.company_id);
  return parts.db.transaction().execute(async (tx) => {
    const { row, done } = await look(tx);
    if (done !== null) return done;
    const by = { action: 'join', user_id: actor.user_id } as const;
    return accept(parts, tx, row, actor.company_id, by, filled);
  });

  /** The invitation, and its contract if already accepted; or why it cannot be. Locked inside a transaction. */
  async function look(db: Handle): Promise<{ row: InvitationRow; done: number | null }> {
    const row = await findOwn(db, actor, invitation_id);
    if (row.status === 'accepted' && row.executor_company_id === actor.company_id)
      return { row, done: row.document_id! };
    statusAfter(row, 'accept', 'executor');
    if (row.end_date < almatyDate(parts.clock.now())) throw new Problem('link.ended');
    return { row, done: null };
  }
}

export async function declineInvitation(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  invitation_id: number,
  reason?: string,
): Promise<void> {
  const row = await findOwn(tx, actor, invitation_id);
  if (row.status === 'declined') return;
  const status = statusAfter(row, 'decline', 'executor');
  const decline_reason = reason?.trim() || null;
  await setInvitation(tx, row.id, {
    status,
    decline_reason,
    link_sealed: null,
    answered_at: parts.clock.now(),
  });
}

/** An invitation is to a phone: it is found by whoever has confirmed that number. */
async function findOwn(db: Handle, actor: CompanyActor, invitation_id: number): Promise<InvitationRow> {
  const row = await lockInvitation(db, { id: invitation_id });
  const user = await findPhone(db, actor.user_id);
  if (!row || !user.is_phone_verified || user.phone !== row.phone) throw new Problem('not_found');
  return row;
}

/** By a registration: the company that was made of it is the invited one, and its contract waits to be signed. */
export async function bindInvitation(
  parts: Parts,
  tx: Tx,
  invitation_id: number,
  executor_company_id: number,
  filled: FilledContract | null,
): Promise<number> {
  const row = await lockInvitation(tx, { id: invitation_id });
  if (!row || nextInvitationStatus(row, 'accept', 'executor') === null) throw new Problem('conflict');
  return accept(parts, tx, row, executor_company_id, { action: 'register', user_id: null }, filled);
}

async function accept(
  parts: Parts,
  tx: Tx,
  row: InvitationRow,
  executor_company_id: number,
  by: { action: 'join' | 'register'; user_id: number | null },
  filled: FilledContract | null,
): Promise<number> {
  const contract = (await findContract(tx, row.company_id, row.contract_id))!;
  // Another contract was put in its place while this one was being filled.
  if (contract.template_id !== null && filled?.contract_id !== contract.id) throw new Problem('conflict');
  await joinExecutor(tx, { company_id: row.company_id, executor_company_id }, by.action, by.user_id);
  const document_id = await issueContract(parts, tx, {
    company_id: row.company_id,
    contractor_company_id: executor_company_id,
    title: contract.title,
    type: contract.type,
    start_date: contract.start_date,
    end_date: contract.end_date,
    created_by: row.created_by,
    ...(contract.template_id === null
      ? {
          ...(await takePromised(tx, {
            ...row,
            start_date: contract.start_date,
            invitation_id: row.id,
          })),
          source_file_id: contract.source_file_id!,
        }
      : { template_id: contract.template_id, ...(await keepFilled(parts, tx, row.company_id, filled!)) }),
  });
  await setInvitation(tx, row.id, {
    status: 'accepted',
    link_sealed: null,
    executor_company_id,
    document_id,
    answered_at: parts.clock.now(),
  });
  return document_id;
}

/** The invited executor signed the contract and becomes active. */
export async function activateExecutor(tx: Tx, document_id: number): Promise<void> {
  const { company_id, contractor_company_id } = await findParties(tx, document_id);
  await startExecutor(tx, company_id, contractor_company_id);
}
