import { isBin } from '@kelisim/shared/kernel/bin-iin.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import type { Actor } from '../../platform/actor.ts';
import { maskEmail } from '../../platform/mask.ts';
import type { Database, Handle, Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { setPlace } from '../employees/public.ts';
import { endRegistrationsOf, lockRegistrationsOf } from '../registration/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { endTariff, findCommissions } from '../tariff/public.ts';
import {
  addCompany,
  closeCompany,
  deletePartner,
  endWhatGoesOn,
  getSeenCompany,
  isMoneyOnItsWay,
  findOpenCompany,
  listHeads,
  listLivingEmployees,
  lockCompany,
  setDirector,
  setPartner,
  type NewCompany,
  type SeenCompany,
} from './companies.queries.ts';
import { toCompanyRow } from './companies.view.ts';

interface Entered {
  role: NewCompany['role'];
  type?: NewCompany['type'] | undefined;
  name: string;
  bin: string;
  address?: string | undefined;
  ceo_name?: string | undefined;
}

export async function createCompany(db: Database, actor: Actor, { address, ceo_name, ...entered }: Entered) {
  const type = entered.type ?? (isBin(entered.bin) ? 'too' : 'ip');
  const company = {
    ...entered,
    type,
    name: entered.name.trim(),
    // КБе of residents: 17 non-financial companies, 19 households, sole traders among them.
    kbe: ['ip', 'individual'].includes(type) ? '19' : '17',
    address: address?.trim() || null,
    ceo_name: ceo_name?.trim() || null,
  };
  return db.transaction().execute(async (tx) => {
    const id = await addCompany(tx, company);
    if (id === null) throw new Problem('company.exists', { field: 'bin' });
    const { bin, role } = company;
    await noteDeskDeed(tx, actor, { kind: 'company_created', company_id: id, detail: { bin, role } });
    return row(tx, id);
  });
}

/**
 * Its people are out with their next call, its tariff has ended, and nothing of it goes on by itself (decision 0056). Its
 * papers stay where the other side has them.
 */
export function deleteCompany(
  parts: Pick<Parts, 'db' | 'clock' | 'config'>,
  actor: Actor,
  company_id: number,
): Promise<void> {
  return parts.db.transaction().execute(async (tx) => {
    await lockRegistrationsOf(tx, { company_id });
    await lock(tx, company_id);
    if (await isMoneyOnItsWay(tx, company_id)) throw new Problem('company.money_on_its_way');
    await endRegistrationsOf(tx, { company_id });
    await endTariff(parts, tx, company_id);
    await closeCompany(tx, company_id);
    await endWhatGoesOn(tx, company_id);
    await noteDeskDeed(tx, actor, { kind: 'company_closed', company_id });
  });
}

/** Whom the deed below would take. */
export async function listCandidates(db: Database, actor: Actor, company_id: number) {
  const company = orNotFound(await findOpenCompany(db, company_id));
  const people = company.role === 'business' ? await listLivingEmployees(db, company_id) : [];
  return people
    .filter(({ id }) => id !== actor.user_id)
    .map(({ id, full_name, email }) => ({ user_id: id, full_name, email: email && maskEmail(email) }));
}

/** Only somebody who works there already: a stranger is never put over a company by mistake of a number. */
export function linkDirector(
  db: Database,
  actor: Actor,
  asked: { company_id: number; user_id: number; director_position?: string | undefined },
) {
  const { company_id, user_id } = asked;
  if (user_id === actor.user_id) throw new Problem('user.self');
  return db.transaction().execute(async (tx) => {
    const company = await lock(tx, company_id);
    const heads = await listHeads(tx, company_id);
    if (heads.some((head) => head.user_id === user_id)) return row(tx, company_id);
    if (company.role !== 'business' || heads.length > 0) throw new Problem('director.exists');
    const person = (await listLivingEmployees(tx, company_id)).find(({ id }) => id === user_id);
    if (!person) throw new Problem('director.not_employee');
    await setPlace(tx, company_id, user_id, 1);
    const director_position = asked.director_position?.trim();
    await setDirector(tx, company_id, {
      director_id: user_id,
      ceo_name: person.full_name,
      ...(director_position ? { director_position } : {}),
    });
    await noteDeskDeed(tx, actor, { kind: 'director_linked', user_id, company_id });
    return row(tx, company_id);
  });
}

export function unlinkDirector(
  db: Database,
  actor: Actor,
  { company_id, user_id }: { company_id: number; user_id?: number | undefined },
) {
  return db.transaction().execute(async (tx) => {
    const company = await lock(tx, company_id);
    const [head] = await listHeads(tx, company_id);
    if (company.role !== 'business' || !head || (user_id ?? head.user_id) !== head.user_id)
      throw new Problem('director.none');
    if (head.user_id === actor.user_id) throw new Problem('user.self');
    await setPlace(tx, company_id, head.user_id, 2);
    await setDirector(tx, company_id, { director_id: null });
    await noteDeskDeed(tx, actor, { kind: 'director_unlinked', user_id: head.user_id, company_id });
    return row(tx, company_id);
  });
}

async function lock(tx: Tx, company_id: number) {
  const company = orNotFound(await lockCompany(tx, company_id));
  return company;
}

/** Sets who brought the company and their share; both or neither. */
export function changePartner(
  db: Database,
  actor: Actor,
  asked: {
    company_id: number;
    has_partner: boolean;
    partner_name?: string | undefined;
    partner_commission?: string | undefined;
  },
) {
  const { company_id, has_partner, partner_name, partner_commission } = asked;
  const name = partner_name?.trim() ?? '';
  if (has_partner && name === '') throw missing('partner_name');
  if (has_partner && partner_commission === undefined) throw missing('partner_commission');
  return db.transaction().execute(async (tx) => {
    await lock(tx, company_id);
    if (has_partner) {
      const commission_bp = Number(parseMoney(partner_commission!)!);
      await setPartner(tx, { company_id, name, commission_bp, set_by: actor.user_id });
    } else await deletePartner(tx, company_id);
    const detail = { partner: has_partner ? `${name}, ${partner_commission} %` : '–' };
    await noteDeskDeed(tx, actor, { kind: 'tariff_changed', company_id, detail });
    return row(tx, company_id);
  });
}

const missing = (field: string) => new Problem('field.required', { field });

async function row(db: Handle, company_id: number) {
  return (await withCommissions(db, [await getSeenCompany(db, company_id)]))[0]!;
}

export async function withCommissions(db: Handle, rows: readonly SeenCompany[]) {
  const commissions = await findCommissions(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((one) => toCompanyRow(one, commissions.get(one.id) ?? null));
}
