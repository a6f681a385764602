import type { InviteColumn } from '@kelisim/shared/features/invitations/invite-columns.ts';
import { isDate, parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { isMobilePhone, normalisePhone } from '@kelisim/shared/kernel/phone.ts';
import { findHidden } from '@kelisim/shared/kernel/plain-text.ts';
import type { ProblemCode } from '@kelisim/shared/kernel/problems.ts';
import { isGoodEnd, type InvitationInput } from './invite-executor.ts';
import type { Promised } from './promised-contract.ts';

/** A row as somebody has typed it. `formulas` are its cells that hold one, whose stored results are not believed. */
export interface TypedRow {
  row: number;
  name: string;
  phone: string;
  end_date: string;
  contract: string;
  contract_document_id?: number | undefined;
  contract_document_template_id?: number | undefined;
  formulas?: readonly InviteColumn[];
}

export interface RowFault {
  column: InviteColumn;
  code: ProblemCode;
  values?: Record<string, string | number>;
}

export interface ReadRow extends Omit<TypedRow, 'formulas'> {
  faults: RowFault[];
  /** What it would send; null while anything is wrong. */
  input: InvitationInput | null;
}

/** A contract that a row may name by its title. */
export interface OfferedContract {
  title: string;
  end_date: string;
  promised: Promised;
}

/** What the rows are held against. */
export interface InviteReferences {
  today: string;
  /** Newest first. */
  contracts: readonly OfferedContract[];
  /** Phones of the company's own people, of its executors, of those who are invited already. */
  own: ReadonlySet<string>;
  working: ReadonlySet<string>;
  invited: ReadonlySet<string>;
}

/** Phones of a table as they would be kept; what is no mobile number is left out. */
export function phonesOf(rows: readonly TypedRow[]): string[] {
  return [...new Set(rows.map((row) => readPhone(row.phone)).filter((phone) => phone !== null))];
}

function readPhone(typed: string): string | null {
  const phone = normalisePhone(typed.trim());
  return phone && isMobilePhone(phone) ? phone : null;
}

/** Every wrong cell is named once, with what is wrong first. `of_all` stands where a row says nothing of its own. */
export function readInviteRows(
  rows: readonly TypedRow[],
  of_all: { end_date?: string | undefined; contract: OfferedContract | null },
  references: InviteReferences,
): ReadRow[] {
  const first_rows = new Map<string, number>();
  return rows.map(({ formulas = [], ...typed }) => {
    const faults = new Map<InviteColumn, RowFault>();
    const fault = (column: InviteColumn, code: ProblemCode, values?: RowFault['values']) => {
      if (!faults.has(column)) faults.set(column, { column, code, ...(values && { values }) });
    };
    for (const column of formulas) fault(column, 'row.formula');
    const name = typed.name.trim();
    if (!name) fault('name', 'field.required');
    else if (name.length > 200) fault('name', 'field.too_long');
    else if (/[\r\n]/.test(name)) fault('name', 'field.one_line');
    for (const column of ['name', 'phone', 'end_date', 'contract'] as const) {
      const hidden = findHidden(typed[column], { lines: true });
      if (hidden) fault(column, 'unstorable_text', { ...hidden });
    }

    const phone = readPhone(typed.phone);
    if (!typed.phone.trim()) fault('phone', 'field.required');
    else if (!phone) fault('phone', 'field.phone');
    else judgePhone(phone, typed.row);

    const end_date = readEnd(typed.end_date) ?? typed.end_date.trim();
    if (!isDate(end_date)) fault('end_date', 'row.date');
    else if (!isGoodEnd(end_date, references.today)) fault('end_date', 'invitation.end_date');

    const contract = findContract(typed);
    if (names(typed).length > 1) fault('contract', 'invitation.contract_twice');
    else if (contract === null)
      fault('contract', names(typed).length > 0 ? 'invitation.contract_unknown' : 'field.required');
    else if (contract.end_date < references.today) fault('contract', 'invitation.contract_ended');

    const input = faults.size > 0 ? null : { name, phone: phone!, end_date, promised: contract!.promised };
    return { ...typed, name, phone: phone ?? typed.phone.trim(), faults: [...faults.values()], input };

    function judgePhone(number: string, row: number): void {
      const before = first_rows.get(number);
      if (before === undefined) first_rows.set(number, row);
      if (before !== undefined) fault('phone', 'row.phone_twice', { row: before });
      else if (references.own.has(number)) fault('phone', 'invitation.own_phone');
      else if (references.working.has(number)) fault('phone', 'invitation.works_already');
      else if (references.invited.has(number)) fault('phone', 'invitation.exists');
    }
  });

  function readEnd(typed: string): string | null {
    const text = typed.trim();
    if (!text) return of_all.end_date ?? null;
    return isDate(text) ? text : parseShownDate(text);
  }

  /** By its id or title; of several of one title the newest that is not over. */
  function findContract(typed: TypedRow) {
    const { contracts, today } = references;
    if (names(typed).length === 0) return of_all.contract;
    const title = typed.contract.trim().toLowerCase();
    if (!title) return contracts.find(({ promised }) => isMeant(promised, typed)) ?? null;
    const found = contracts.filter((one) => one.title.trim().toLowerCase() === title);
    return found.find((one) => one.end_date >= today) ?? found[0] ?? null;
  }
}

/** Each way in which a row names a contract. */
function names(typed: TypedRow) {
  const { contract, contract_document_id, contract_document_template_id } = typed;
  return [contract.trim(), contract_document_id, contract_document_template_id].filter(Boolean);
}

function isMeant(promised: Promised, row: TypedRow): boolean {
  return 'contract_document_id' in promised
    ? promised.contract_document_id === row.contract_document_id
    : promised.contract_document_template_id === row.contract_document_template_id;
}
