import type { ChequeReport } from '@kelisim/shared/features/taxes/judge-cheque.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';

/** Labels of a report in Russian, Kazakh and of a program; none of them has been seen on a real page. */
const LABELS = {
  number: /^(№ ?чека|чек ?№|номер( чека)?|чектің нөмірі|чек нөмірі|number|check_?(number|id)|operation_?id)$/,
  moment: /^(дата( и время)?( чека)?|күні( мен уақыты)?|date(_?time)?|created_?at|operation_?time)$/,
  iin: /^(иин|жсн|иин исполнителя|иин продавца|орындаушының жсн|iin)$/,
  full_name: /^(фио|ф\. ?и\. ?о\.?|исполнитель|продавец|аты-жөні|орындаушы|сатушы|name|full_?name|fio)$/,
  service: /^(услуга|наименование услуги|наименование|қызмет|қызмет атауы|service(_?name)?)$/,
  total: /^(итого|сумма|всего|жиыны|барлығы|сомасы|total|amount|sum)$/,
} as const;

/** Throws unless all that a cheque is judged by stands in the page, and each only once. */
export function readReport(page: string): ChequeReport {
  const facts = factsOf(page);
  const said = (name: keyof typeof LABELS): string | null => {
    const values = new Set(facts.filter(([label]) => LABELS[name].test(label)).map(([, value]) => value));
    if (values.size > 1) throw new Error(`the page of a cheque says ${name} twice`);
    return [...values][0] ?? null;
  };
  const iin = said('iin');
  const number = said('number');
  const issued_on = dayOf(said('moment') ?? '');
  const total_tiyn = parseMoney(
    (said('total') ?? '').replace(/[\s₸]|тенге|теңге|тг\.?|kzt/gi, '').replace(',', '.'),
  );
  if (!number || !iin || !isBinOrIin(iin) || issued_on === null || total_tiyn === null)
    throw new Error('the page of a cheque is not understood');
  const short = (text: string | null) => text?.slice(0, 300) ?? null;
  return {
    number: number.slice(0, 100),
    issued_on,
    iin,
    full_name: short(said('full_name')),
    service: short(said('service')),
    total_tiyn,
  };
}

/** Labels with what stands beside them: members of JSON, or the lines of a page. */
function factsOf(page: string): [string, string][] {
  const facts: [string, string][] = [];
  const note = (label: string, value: string) => facts.push([label.trim().toLowerCase(), value.trim()]);
  if (/^\s*[{[]/.test(page)) {
    JSON.parse(page, (key, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') note(key, String(value));
      return value;
    });
    return facts;
  }
  const lines = linesOf(page);
  for (const [i, line] of lines.entries()) {
    const [, label, value] = /^([^:]{1,40}):\s*(.*)$/.exec(line) ?? [];
    if (label && value) note(label, value);
    else if (i + 1 < lines.length) note(label ?? line, lines[i + 1]!);
  }
  return facts;
}

function linesOf(page: string): string[] {
  const text = page
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, '')
    .replace(/<\/?(b|i|em|strong|span|small|font)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
  return text
    .split('\n')
    .map((line) => dropHidden(line).replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

function dayOf(moment: string): string | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})/.exec(moment) ?? [];
  const date = year ? `${year}-${month}-${day}` : moment.slice(0, 10);
  return isDate(date) ? date : null;
}
