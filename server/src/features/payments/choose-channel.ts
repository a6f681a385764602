import type { BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import type { PaymentChannel } from '@kelisim/shared/features/payments/order-status.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { findPayDoor, listPayDoors, type PayDoor } from '../integrations/public.ts';
import { isBankConnected } from '../tariff/public.ts';

type Banks = Pick<Parts, 'bank' | 'bank_connectors'>;

export interface PayWay {
  channel: PaymentChannel;
  /** As orders name it: the word of a connected bank, `SANDBOX`, or `FILE`. */
  bank: string;
  door: PayDoor | null;
}

/** Ways of paying there are: by file always, through a bank where one is connected and the tariff has it. */
export async function findPayChannels(
  parts: Banks,
  db: Handle,
  company_id: number,
): Promise<{ channels: PaymentChannel[]; banks: BankKind[] }> {
  if (!(await isBankConnected(db, company_id))) return { banks: [], channels: ['file'] };
  const banks = await listPayDoors(parts, db, company_id);
  return { banks, channels: parts.bank || banks.length > 0 ? ['bank', 'file'] : ['file'] };
}

/** What the company has chosen; without a choice a bank, where there is one to be had. */
export async function findPayWay(
  parts: Banks,
  db: Handle,
  company_id: number,
  choices: { payment_channel: string | null },
): Promise<PayWay> {
  const byFile: PayWay = { channel: 'file', bank: 'FILE', door: null };
  if (choices.payment_channel === 'file' || !(await isBankConnected(db, company_id))) return byFile;
  const door = await findPayDoor(parts, db, company_id);
  if (door) return { channel: 'bank', bank: door.kind, door };
  return parts.bank ? { channel: 'bank', bank: parts.bank.name, door: null } : byFile;
}

export function isAboveLimit(amount_tiyn: bigint, limit_tiyn: bigint | null): boolean {
  return limit_tiyn !== null && amount_tiyn > limit_tiyn;
}
