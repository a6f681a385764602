import type { CallAnswer } from '@kelisim/shared/kernel/call.ts';
import type { Calls } from '@kelisim/shared/calls.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { FileRefusal, PaymentFile } from '@kelisim/shared/features/payments/payment-files.contract.ts';
import type { FileDebit } from '../../adapters/bank-files/bank-files.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { ShownFile } from './files.queries.ts';
import type { checkPaymentFile } from './make-payment-file.ts';
import type { listAllRefusals, ShownRefusal } from './refusals.queries.ts';

export function toFileCheck(
  { amount_tiyn, profile, faults, debits, ...check }: Awaited<ReturnType<typeof checkPaymentFile>>,
  refusals: readonly ShownRefusal[],
  locale: Locale,
): CallAnswer<Calls['payments.check_file']> {
  return {
    ...check,
    amount: formatMoney(amount_tiyn),
    is_general: profile.is_general,
    refusals: refusals.map(toRefusal),
    debits: debits.map(({ bank_name, people, amount_tiyn: sum }) => ({
      bank_name,
      people,
      amount: formatMoney(sum),
    })),
    faults: faults.map(({ rule, ...values }) => ({
      rule,
      number: values.number,
      message: problemText(`payment.rule_${rule}`, locale, { values }),
    })),
  };
}

function toRefusal({ rule, words, told_by, told_at }: ShownRefusal): FileRefusal {
  return { rule, words, told_by, told_at: told_at.toISOString() };
}

export function toPaymentFile(row: ShownFile, refusals: readonly ShownRefusal[]): PaymentFile {
  const debits = row.debits as (Omit<FileDebit, 'amount_tiyn'> & { amount_tiyn: string })[];
  return {
    id: row.id,
    format: row.format,
    name: row.name,
    orders: row.orders,
    amount: formatMoney(row.amount_tiyn),
    changed: row.changed as PaymentFile['changed'],
    debits: debits.map(({ bank_name, people, amount_tiyn }) => ({
      bank_name,
      people,
      amount: formatMoney(BigInt(amount_tiyn)),
    })),
    refusals: refusals.filter(({ payment_file_id }) => payment_file_id === row.id).map(toRefusal),
    may_refuse: row.may_refuse,
    made_by: row.maker_name,
    created_at: row.created_at.toISOString(),
  };
}

export function toAdminRefusal(
  row: Awaited<ReturnType<typeof listAllRefusals>>['rows'][number],
): CallAnswer<Calls['payments.refused_files']>['items'][number] {
  return {
    ...toRefusal(row),
    company: { id: row.company_id, name: row.company_name },
    bank_name: row.bank_name,
    format: row.format,
  };
}
