import { almatyDate, almatyTime } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import ru from '@kelisim/shared/texts/ru/obligations.ts';
import type { OrderBatch, PaymentFileCode } from '../../adapters/bank-files/bank-files.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { FileReply } from '../../platform/http/bind-calls.ts';
import { findBatchPayer } from './batch-payer.ts';
import { gatherMonth } from './gather-month.ts';
import { fileNumber } from './file-number.ts';

/** A payment order to the budget: what is left to pay of the income tax of a month. Changes nothing. */
export async function makeOrderFile(
  parts: Parts,
  actor: CompanyActor,
  { month, format }: { month: string; format: Extract<PaymentFileCode, '1c' | 'mt100'> },
): Promise<FileReply> {
  const { items } = await gatherMonth(parts, actor.company_id, month);
  const item = items.find(({ kind }) => kind === 'ipn')!;
  const left_tiyn = item.amount_tiyn - item.paid_tiyn;
  if (left_tiyn <= 0n) throw new Problem('obligation.nothing');
  const { payee } = item;
  if (!payee?.kbk) throw new Problem('obligation.no_payee');
  const { bin, iban, bic, entered } = payee;
  if (!bin || !iban || !bic || !entered) throw new Problem('obligation.no_office');
  const now = parts.clock.now();
  const batch: OrderBatch = {
    ...(await findBatchPayer(parts.db, actor)),
    made_at: almatyTime(now),
    transit: new Map(),
    bank_codes: new Map(),
    orders: [
      {
        number: fileNumber(month, item),
        date: almatyDate(now),
        month,
        amount_tiyn: left_tiyn,
        payee: {
          name: payee.name,
          bin,
          kbe: payee.kbe,
          iban,
          bic,
          bank_name: entered.bank_name,
          bank_bin: entered.bank_bin,
          kind: 'undertaking',
          full_name: null,
        },
        knp: payee.knp,
        // Neither form is known to have a field for the code of the budget's classification.
        purpose: `${ru.kind_whole.ipn} за ${month.slice(5)}.${month.slice(0, 4)} г. ${ru.kbk.replace('{{kbk}}', payee.kbk)}`,
      },
    ],
  };
  const { faults } = parts.bank_files.check(format, batch);
  if (faults[0]) {
    const { rule, ...values } = faults[0];
    throw new Problem(`payment.rule_${rule}`, { values });
  }
  const { bytes, extension } = await parts.bank_files.write(format, batch);
  return { bytes, name: `ipn-${month}-${format}.${extension}` };
}
