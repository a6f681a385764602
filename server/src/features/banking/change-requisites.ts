import { ibanBankCode } from '@kelisim/shared/kernel/iban.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handle, Tx } from '../../platform/db/database.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import {
  addRequisiteRow,
  findBank,
  findBankBy,
  findBankOfCode,
  listOwnRequisites,
  lockOwner,
  removeRequisite,
  setRequisite,
  wasOwnRequisite,
} from './requisites.queries.ts';

/** Who calls, and from where. */
type Caller = CompanyActor & { ip: string };
type Deed = Pick<Parts, 'db' | 'clock' | 'config'>;

interface Account {
  bank_id: number;
  iban: string;
}

/** A bank is named by its id, its БИК or its code; they must not contradict each other. */
interface AskedAccount {
  bank_id?: number | undefined;
  bank_code?: string | undefined;
  bic?: string | undefined;
  bin?: string | undefined;
  iban: string;
}

export function addRequisite(
  parts: Deed,
  actor: Caller,
  asked: AskedAccount & { kbe?: string | undefined; is_main?: boolean | undefined },
): Promise<number> {
  const { company_id } = actor;
  return parts.db.transaction().execute(async (tx) => {
    const owner = await lockOwner(tx, company_id);
    const input = { ...asked, bank_id: await bankOf(tx, owner.bin, asked) };
    const own = await listOwnRequisites(tx, company_id);
    assertNew(own, input.iban);
    await assertOfBank(tx, actor, input);
    const is_main = input.is_main === true || own.length === 0;
    // КБе of residents: 17 non-financial companies, 19 households, sole traders among them.
    const kbe = input.kbe ?? owner.kbe ?? (['ip', 'individual'].includes(owner.type) ? '19' : '17');
    if (is_main) await unsetMain(tx, company_id, own);
    const row = { bank_id: input.bank_id, iban: input.iban, kbe, is_main };
    const requisite_id = await addRequisiteRow(tx, { company_id, ...row });
    const after = { iban: row.iban, kbe, is_main: String(is_main) };
    await note(parts, tx, actor, 'requisite_added', requisite_id, {}, after);
    return requisite_id;
  });
}

export function updateRequisite(
  parts: Deed,
  actor: Caller,
  { id: asked_id, kbe, ...asked }: AskedAccount & { id?: number | undefined; kbe: string },
): Promise<number> {
  return parts.db.transaction().execute(async (tx) => {
    const owner = await lockOwner(tx, actor.company_id);
    const own = await listOwnRequisites(tx, actor.company_id);
    // Without an id the number names the account. Whoever changes the number must say of which.
    const row = own.find((one) => (asked_id === undefined ? one.iban === asked.iban : one.id === asked_id));
    if (!row && asked_id === undefined) throw new Problem('missing_field', { field: 'id' });
    if (!row) throw new Problem('not_found');
    const { id } = row;
    const input = { iban: asked.iban, kbe, bank_id: await bankOf(tx, owner.bin, asked) };
    assertNew(
      own.filter((one) => one.id !== id),
      input.iban,
    );
    await assertOfBank(tx, actor, input);
    const before = { iban: row.iban, kbe: row.kbe };
    const changed = await note(parts, tx, actor, 'requisite_changed', id, before, {
      iban: input.iban,
      kbe: input.kbe,
    });
    if (changed || row.bank_id !== input.bank_id) await setRequisite(tx, actor.company_id, id, input);
    return id;
  });
}

/** Again is the same: who calls twice has removed it once. */
export function deleteRequisite(
  parts: Deed,
  actor: Caller,
  asked: { id?: number | undefined; iban?: string | undefined },
): Promise<void> {
  return parts.db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor.company_id);
    const own = await listOwnRequisites(tx, actor.company_id);
    const row = own.find((one) => (asked.id === undefined ? one.iban === asked.iban : one.id === asked.id));
    const id = row?.id ?? asked.id ?? 0;
    if (!row) {
      if (await wasOwnRequisite(tx, actor.company_id, id)) return;
      throw new Problem('not_found');
    }
    if (row.is_main) throw new Problem('requisite.main');
    await removeRequisite(tx, actor.company_id, id);
    await note(parts, tx, actor, 'requisite_deleted', id, { iban: row.iban, kbe: row.kbe }, {});
  });
}

/** By the account, or by the bank where there is one account in it. */
export function setMainRequisite(
  parts: Deed,
  actor: Caller,
  asked: { requisite_id?: number | undefined; main_bank_id?: number | undefined },
): Promise<void> {
  return parts.db.transaction().execute(async (tx) => {
    await lockOwner(tx, actor.company_id);
    const own = await listOwnRequisites(tx, actor.company_id);
    const field = asked.requisite_id === undefined ? 'main_bank_id' : 'requisite_id';
    const fitting = own.filter((one) =>
      asked.requisite_id === undefined ? one.bank_id === asked.main_bank_id : one.id === asked.requisite_id,
    );
    const [row] = fitting;
    if (!row) throw new Problem('not_found');
    if (fitting.length > 1) throw new Problem('requisite.several', { field });
    if (row.is_main) return;
    const before = own.find((one) => one.is_main)?.iban ?? null;
    await unsetMain(tx, actor.company_id, own);
    await setRequisite(tx, actor.company_id, row.id, { is_main: true });
    await note(parts, tx, actor, 'main_changed', row.id, { iban: before }, { iban: row.iban });
  });
}

async function unsetMain(
  tx: Tx,
  company_id: number,
  own: readonly { id: number; is_main: boolean }[],
): Promise<void> {
  for (const one of own) if (one.is_main) await setRequisite(tx, company_id, one.id, { is_main: false });
}

function assertNew(others: readonly { iban: string }[], iban: string): void {
  if (others.some((one) => one.iban === iban)) throw new Problem('requisite.exists', { field: 'iban' });
}

async function bankOf(tx: Tx, own_bin: string, asked: AskedAccount): Promise<number> {
  if (asked.bin !== undefined && asked.bin !== own_bin) throw new Problem('field.bin', { field: 'bin' });
  const { bank_id, bank_code, bic } = asked;
  const field = bank_id !== undefined || (bank_code ?? bic) === undefined ? 'bank_id' : 'bic';
  if (field === 'bank_id' && bank_id === undefined) throw new Problem('missing_field', { field });
  const found = await findBankBy(tx, { bank_id, bank_code, bic });
  if (found === null) throw new Problem('requisite.bank_unknown', { field });
  return found;
}

/** The three digits of an account say whose it is. */
export async function assertOfBank(
  db: Handle,
  actor: Pick<Caller, 'locale'>,
  { bank_id, iban }: Account,
): Promise<void> {
  const bank = await findBank(db, bank_id);
  if (!bank?.is_active) throw new Problem('requisite.bank_unknown', { field: 'bank_id' });
  const code = ibanBankCode(iban);
  if (bank.iban_code === code) return;
  const other = await findBankOfCode(db, code, actor.locale);
  if (bank.iban_code === null && !other) return;
  throw new Problem('requisite.iban_of_another_bank', {
    field: 'iban',
    values: { bank: other?.name ?? code },
  });
}

function note(
  parts: Deed,
  tx: Tx,
  { company_id, user_id, ip }: Caller,
  action: 'requisite_added' | 'requisite_changed' | 'requisite_deleted' | 'main_changed',
  requisite_id: number,
  before: Record<string, string | null>,
  after: Record<string, string | null>,
): Promise<boolean> {
  return noteCompanyDeed(parts, tx, { company_id, user_id, ip, action, requisite_id, before, after });
}
