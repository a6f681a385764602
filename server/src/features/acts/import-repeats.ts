import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { problemText } from '../../platform/http/problem-reply.ts';
import type { Repeat } from './read-act-rows.ts';

/** What an act or a line repeats, in words. An act that is there weighs more than a row of the same table. */
export function repeatText({ act, of_row, is_line }: Repeat, locale: Locale): string {
  if (act) return problemText('row.repeats_act', locale, { values: { number: act.number } });
  return problemText(is_line ? 'row.repeats_line' : 'row.repeats_row', locale, { values: { row: of_row! } });
}

export function toRepeatView(repeat: Repeat & { again: boolean }, locale: Locale) {
  const { row, title, contractor, amount_tiyn, act, again } = repeat;
  return {
    row,
    title,
    contractor,
    amount: formatMoney(amount_tiyn),
    message: repeatText(repeat, locale),
    act_id: act?.id ?? null,
    again,
  };
}
