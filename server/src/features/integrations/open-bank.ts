import { timingSafeEqual } from 'node:crypto';
import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { AccountBalance, PaymentBank } from '../../adapters/banks/banks.ts';
import { macsOf, type MasterKeys } from '../../platform/keyring.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { accessOf } from './bank-secrets.ts';
import { findIntegrationById, findMainIntegration, listIntegrations } from './integrations.queries.ts';

/** A connected bank through which orders go out. */
export interface PayDoor {
  integration_id: number;
  kind: BankKind;
}

const paysWith = (
  { bank_connectors }: Pick<Parts, 'bank_connectors'>,
  row: { kind: string; settings: unknown },
) =>
  bank_connectors[row.kind as BankKind].abilities({ settings: row.settings as Record<string, string> }).pays;

/** The bank that the company has chosen to pay through; null where it takes no orders, or none is chosen. */
export async function findPayDoor(
  parts: Pick<Parts, 'bank_connectors'>,
  db: Handle,
  company_id: number,
): Promise<PayDoor | null> {
  const row = await findMainIntegration(db, company_id);
  if (!row || !paysWith(parts, row)) return null;
  return { integration_id: row.id, kind: row.kind };
}

/** Banks that can be chosen to pay through. */
export async function listPayDoors(
  parts: Pick<Parts, 'bank_connectors'>,
  db: Handle,
  company_id: number,
): Promise<BankKind[]> {
  const rows = await listIntegrations(db, company_id);
  return rows.filter((row) => paysWith(parts, row)).map((row) => row.kind);
}

/** Null when it is disconnected, or takes no orders any more. Throws when its secrets do not open. */
export async function openBank(parts: Parts, integration_id: number): Promise<PaymentBank | null> {
  const row = await findIntegrationById(parts.db, integration_id);
  return row ? parts.bank_connectors[row.kind].open(accessOf(parts, row)) : null;
}

/** What the main bank says; null where it tells nothing. */
export async function askBalances(
  parts: Pick<Parts, 'db' | 'config' | 'bank_connectors'>,
  company_id: number,
  ibans: readonly string[],
): Promise<AccountBalance[] | null> {
  const row = await findMainIntegration(parts.db, company_id);
  if (!row) return null;
  const connector = parts.bank_connectors[row.kind];
  if (!connector.abilities({ settings: row.settings as Record<string, string> }).tells_balances) return null;
  return connector.balances(accessOf(parts, row), ibans);
}

/** Where a bank may say that an order has moved. Nobody else can guess it, and nothing but the order is learned by it. */
export function callbackUrl({ config }: Pick<Parts, 'config'>, order_id: number): string {
  return `${config.public_url}/api/v1/payments/orders/${order_id}/callback/${marksOf(config, order_id)[0]}`;
}

export function isCallbackMark({ config }: Pick<Parts, 'config'>, order_id: number, mark: string): boolean {
  return marksOf(config, order_id).some((right) => timingSafeEqual(Buffer.from(mark), Buffer.from(right)));
}

/** That of the present key, then those of former ones. */
function marksOf(config: MasterKeys, order_id: number): string[] {
  return macsOf(config, 'bank-callback', String(order_id)).map((mac) => mac.toString('hex', 0, 16));
}
