import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { BankAccess } from '../../adapters/banks/banks.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { accessOf } from './bank-secrets.ts';
import {
  findIntegration,
  hasOpenOrders,
  lockCompany,
  lockIntegration,
  removeIntegration,
} from './integrations.queries.ts';

/** Disconnects a bank: its secrets are gone, and a consent is given back where the bank takes it. Again is the same. */
export async function disconnectBank(
  parts: Parts,
  actor: CompanyActor & { ip: string },
  kind: BankKind,
): Promise<void> {
  const { company_id, user_id, ip } = actor;
  const was = await parts.db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id);
    const found = await findIntegration(tx, company_id, kind);
    const row = found && (await lockIntegration(tx, found.id));
    if (!row) return null;
    if (await hasOpenOrders(tx, company_id, row.id)) throw new Problem('integration.in_use');
    const access = row.has_consent ? accessOf(parts, row) : null;
    await removeIntegration(tx, company_id, row.id, kind);
    await noteCompanyDeed(parts, tx, {
      company_id,
      user_id,
      ip,
      action: 'bank_removed',
      before: { bank: kind },
      after: {},
    });
    return access;
  });
  if (was) await giveBack(parts, kind, was);
}

/** We have forgotten it in any case; a bank that does not answer forgets it when it ends. */
async function giveBack({ bank_connectors, log }: Parts, kind: BankKind, access: BankAccess): Promise<void> {
  try {
    await bank_connectors[kind].consent?.revoke(access);
  } catch (error) {
    log.warn({ event: 'bank.not_revoked', bank: kind, message: (error as Error).message });
  }
}
