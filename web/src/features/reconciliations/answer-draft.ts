import type { ReconciliationView } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import type { Input } from '../../platform/api.ts';
import type { Faults } from '../../ui/form-faults.ts';

/** The executor's answer as the form holds it: only lines that differ, and null while the opening balance agrees. */
export interface AnswerDraft {
  opening: string | null;
  lines: { position: number; amount: string; remark: string }[];
  own: { date: string; kind: 'act' | 'payment'; number: string; amount: string; remark: string }[];
  comment: string;
}

export const newOwnLine = (date: string): AnswerDraft['own'][number] => ({
  date,
  kind: 'act',
  number: '',
  amount: '',
  remark: '',
});

/** What was answered before, so that it can be changed. */
export function firstAnswer(act: ReconciliationView): AnswerDraft {
  const answered = act.lines.flatMap((line) =>
    line.their_amount === null
      ? []
      : [{ ...line, amount: line.their_amount, remark: line.remark ?? '', is_own: line.amount === null }],
  );
  return {
    opening: act.their_opening,
    lines: answered
      .filter(({ is_own }) => !is_own)
      .map(({ position, amount, remark }) => ({ position, amount, remark })),
    own: answered
      .filter(({ is_own }) => is_own)
      .map(({ date, kind, number, amount, remark }) => ({
        date,
        kind: kind === 'payment' ? 'payment' : 'act',
        number,
        amount,
        remark,
      })),
    comment: act.remark ?? '',
  };
}

/** Sums of books may be nothing or below it, unlike those of acts, which the common rule knows. */
export function sumFaults({ opening, lines, own }: AnswerDraft, wrong: string): Faults {
  const fault = (amount: string) => (parseMoney(amount) === null ? wrong : null);
  return {
    ...(opening !== null && { opening: fault(opening) }),
    ...Object.fromEntries(lines.map(({ amount }, at) => [`lines.${at}.amount`, fault(amount)])),
    ...Object.fromEntries(own.map(({ amount }, at) => [`own.${at}.amount`, fault(amount)])),
  };
}

export function toBody({
  opening,
  lines,
  own,
  comment,
}: AnswerDraft): Input<'reconciliations.answer'>['body'] {
  const said = (remark: string) => remark.trim() || null;
  return {
    opening,
    lines: lines.map((line) => ({ ...line, remark: said(line.remark) })),
    own: own.map((line) => ({ ...line, remark: said(line.remark) })),
    comment: said(comment),
  };
}
