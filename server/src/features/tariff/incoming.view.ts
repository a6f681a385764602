import type { BillCandidate, IncomingPayment } from '@kelisim/shared/features/tariff/incoming.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { Parts } from '../../parts.ts';
import type { CandidateRow, PaymentRow } from './incoming.queries.ts';
import { toEntryView } from './tariff.view.ts';

type Tools = Pick<Parts, 'clock'>;

/** For somebody to say what it pays. */
export const isWaiting = ({ company_id, set_aside_at }: PaymentRow) =>
  company_id === null && set_aside_at === null;

export function toCandidate({ clock }: Tools, row: CandidateRow): BillCandidate {
  const { company_id, company_name } = row;
  return { company_id, company_name, entry: toEntryView(row, almatyDate(clock.now())) };
}

/** The bills of who pays come first, and of others only those of the very sum. */
export function toIncoming(
  parts: Tools,
  row: PaymentRow,
  candidates: readonly CandidateRow[],
): IncomingPayment {
  const fitting = isWaiting(row)
    ? candidates.filter(
        (one) =>
          one.bin === row.payer_bin ||
          (one.paid_at === null && one.amount_tiyn - one.credit_tiyn === row.amount_tiyn),
      )
    : [];
  return {
    id: row.id,
    operated_on: row.operated_on,
    number: row.number,
    amount: formatMoney(row.amount_tiyn),
    payer_name: row.payer_name,
    payer_bin: row.payer_bin,
    payer_iban: row.payer_iban,
    purpose: row.purpose,
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
    entry_ids: row.entry_ids ?? [],
    set_aside:
      row.set_aside_at === null
        ? null
        : { reason: row.set_aside_reason ?? '', at: row.set_aside_at.toISOString() },
    candidates: fitting
      .toSorted((one, other) => Number(other.bin === row.payer_bin) - Number(one.bin === row.payer_bin))
      .slice(0, 20)
      .map((one) => toCandidate(parts, one)),
  };
}
