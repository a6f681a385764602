import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { OrderBatch } from '../../adapters/bank-files/bank-files.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle } from '../../platform/db/database.ts';
import { findFilePayer, findPayParty } from '../banking/public.ts';

/**
 * Who pays, from the main account, and who signs, as the head of a bank's file has them.
 * @throws Problem when the company has no account
 */
export async function findBatchPayer(
  db: Handle,
  { company_id, full_name }: CompanyActor,
): Promise<Pick<OrderBatch, 'payer' | 'chief' | 'bookkeeper'>> {
  const own = await findPayParty(db, company_id);
  if (!own.iban || !own.bic || !own.kbe) throw new Problem('act.no_requisites');
  const payer = await findFilePayer(db, company_id, own.bic);
  return {
    payer: {
      name: payer.name,
      bin: payer.bin,
      kbe: own.kbe,
      iban: own.iban,
      bic: own.bic,
      bank_name: payer.bank_name ?? '',
      bank_bin: payer.bank_bin,
    },
    chief: payer.ceo_name ?? full_name,
    bookkeeper: payer.bookkeeper_name,
  };
}
