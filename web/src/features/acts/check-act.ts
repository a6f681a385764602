import { actTotal, whyNothing } from '@kelisim/shared/features/acts/act-totals.ts';
import { addDays, formatDate, isDate } from '@kelisim/shared/kernel/dates.ts';
import { MAX_AMOUNT_TIYN, parseMoney, parseQuantity } from '@kelisim/shared/kernel/money.ts';
import { findMissingLetters } from '@kelisim/shared/kernel/paper-letters.ts';
import type { ActDraft, ServiceDraft } from './act-draft.ts';

/** A problem code and what its sentence wants; the sentences are those of the server. */
export interface FieldFault {
  code: string;
  values?: Record<string, string>;
}

export type ActFaults = Partial<Record<string, FieldFault>>;

export interface ContractTerm {
  start_date: string;
  end_date: string;
}

/** What the server would say against the draft, by the wire name of the field (`services.0.rate`). */
export function checkAct(draft: ActDraft, contract: ContractTerm | null, corrects = false): ActFaults {
  const faults: ActFaults = {};
  for (const field of ['contractor_company_id', 'contract_id', 'title'] as const)
    if (!draft[field].trim()) faults[field] = { code: 'field.required' };
  checkLength(draft.title, 200, 'title', faults);
  checkLength(draft.additional_info, 2000, 'additional_info', faults);
  for (const field of ['title', 'additional_info'] as const) checkLetters(draft[field], field, faults);
  if (draft.knp && !/^(?!000)\d{3}$/.test(draft.knp)) faults['knp'] = { code: 'field.knp' };
  checkDates(draft, contract, faults);
  draft.services.forEach((service, at) => checkService(service, `services.${at}`, faults, corrects));
  if (draft.services.length === 0) faults['services'] = { code: 'field.services' };
  else if (draft.services.length > 200) faults['services'] = { code: 'field.services_many' };
  else if (Object.keys(faults).every((field) => !field.startsWith('services.'))) {
    const code = whyWrongTotal(draft.services, corrects);
    if (code) faults['services'] = { code };
  }
  return faults;
}

function whyWrongTotal(services: readonly ServiceDraft[], corrects: boolean): string | null {
  const total = actTotal(services);
  if (total === null) return 'act.amount_too_large';
  if (corrects) return total === 0n ? 'act.correction_empty' : null;
  return total > 0n ? null : whyNothing(services);
}

function checkLength(text: string, max: number, field: string, faults: ActFaults): void {
  const { length } = text.trim();
  if (length > max)
    faults[field] = { code: 'field.too_long', values: { max: String(max), length: String(length) } };
}

/** What the PDF of the act cannot show is said before it is sent. */
function checkLetters(text: string, field: string, faults: ActFaults): void {
  const letters = faults[field] ? null : findMissingLetters(text);
  if (letters !== null) faults[field] = { code: 'field.paper_letters', values: { letters } };
}

function checkDates(draft: ActDraft, contract: ContractTerm | null, faults: ActFaults): void {
  for (const field of ['date', 'start_date', 'end_date'] as const)
    if (!isDate(draft[field])) faults[field] = { code: draft[field] ? 'field.date' : 'field.required' };
  const { start_date, end_date } = draft;
  if (faults['start_date'] || faults['end_date']) return;
  if (end_date < start_date) {
    faults['end_date'] = { code: 'act.dates_reversed' };
    return;
  }
  if (!contract) return;
  const outside = {
    code: 'act.outside_contract',
    values: { from: formatDate(contract.start_date), to: formatDate(contract.end_date) },
  };
  if (start_date < contract.start_date) faults['start_date'] = outside;
  else if (end_date > contract.end_date) faults['end_date'] = outside;
}

/** A date that nothing forbids and that is rarely meant: a year may have been mistyped. */
export function isOddDate({ date, start_date }: ActDraft, today: string): boolean {
  if (!isDate(date)) return false;
  return (isDate(start_date) && date < start_date) || date > addDays(today, 31);
}

function checkService(service: ServiceDraft, at: string, faults: ActFaults, corrects: boolean): void {
  for (const field of ['category_id', 'description', 'unit_id'] as const)
    if (!service[field].trim()) faults[`${at}.${field}`] = { code: 'field.required' };
  checkLength(service.description, 500, `${at}.description`, faults);
  checkLetters(service.description, `${at}.description`, faults);
  if ((parseQuantity(service.quantity) ?? 0n) <= 0n) faults[`${at}.quantity`] = { code: 'field.quantity' };
  const rate = parseMoney(service.rate);
  const wrong = corrects ? rate === 0n : rate !== null && rate <= 0n;
  if (rate === null || wrong || rate > MAX_AMOUNT_TIYN || rate < -MAX_AMOUNT_TIYN)
    faults[`${at}.rate`] = { code: 'field.money' };
}
