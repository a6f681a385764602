/** In what a cheque may differ from its act. */
export const CHEQUE_DIFFERENCES = ['missing', 'iin', 'sum', 'day', 'used'] as const;
export type ChequeDifference = (typeof CHEQUE_DIFFERENCES)[number];

/** What the issuer's page says of a cheque. */
export interface ChequeReport {
  number: string;
  /** `YYYY-MM-DD`, of Almaty. */
  issued_on: string;
  iin: string;
  full_name: string | null;
  service: string | null;
  total_tiyn: bigint;
}

/** A cheque is issued when the money comes, so it may be younger than the act; no service was rendered before its first day. */
export function judgeCheque(
  report: Pick<ChequeReport, 'iin' | 'total_tiyn' | 'issued_on'>,
  act: { contractor_bin: string; amount_tiyn: bigint; start_date: string },
): ChequeDifference[] {
  const differs: ChequeDifference[] = [];
  if (report.iin !== act.contractor_bin) differs.push('iin');
  if (report.total_tiyn !== act.amount_tiyn) differs.push('sum');
  if (report.issued_on < act.start_date) differs.push('day');
  return differs;
}
