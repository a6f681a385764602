import type { CompanyDeedKind } from '@kelisim/shared/features/companies/companies.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { ROLE_DIRECTOR, type EmployeeRight } from '@kelisim/shared/kernel/rights.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { addSecurityEvent, type SecurityEvent } from '../security-log/public.ts';
import {
  endMembership,
  findEmployee,
  handOverExecutors,
  keepHandedOver,
  lockEmployee,
  lockRemoved,
  resumeMembership,
  setMembership,
} from './employees.queries.ts';
import { assertMayMakeApprover, delayApprover } from './new-approver.ts';
import { toEmployee } from './employees.view.ts';

/** So long a removal can be taken back; after it, only by a new invitation. */
const RESTORE_S = 3600;

type Deed = Pick<Parts, 'db' | 'clock' | 'config'>;

export function changeRights(app: Deed, actor: CompanyActor, user_id: number, rights: EmployeeRight[]) {
  return change(app, actor, user_id, async (tx, row) => {
    if (rights.join() === row.rights.join()) return;
    if (rights.includes('pay') && !row.rights.includes('pay')) {
      await assertMayMakeApprover(tx, actor);
      await delayApprover(tx, actor.company_id, user_id);
    }
    await setMembership(tx, actor.company_id, user_id, { rights });
    await note(app, tx, actor, row, {
      action: 'rights_changed',
      before: { rights: row.rights.join(' ') },
      after: { rights: rights.join(' ') },
    });
  });
}

export function nameDeputy(
  app: Deed,
  actor: CompanyActor,
  user_id: number,
  { from, until }: { from: string; until: string },
) {
  if (until < from) throw new Problem('deputy.dates_reversed', { field: 'until' });
  const today = almatyDate(app.clock.now());
  if (until < today) throw new Problem('deputy.over', { field: 'until' });
  return change(app, actor, user_id, async (tx, row) => {
    if (row.deputy_from === from && row.deputy_until === until) return;
    // Days that are over gave the right to pay once, and give it no more.
    const is_deputy = row.deputy_until !== null && row.deputy_until >= today;
    if (!row.rights.includes('pay') && !is_deputy) {
      await assertMayMakeApprover(tx, actor);
      await delayApprover(tx, actor.company_id, user_id);
    }
    await setMembership(tx, actor.company_id, user_id, { deputy_from: from, deputy_until: until });
    await note(app, tx, actor, row, { action: 'deputy_named', after: { from, until } });
  });
}

export function endDeputy(app: Deed, actor: CompanyActor, user_id: number) {
  return change(app, actor, user_id, async (tx, row) => {
    if (row.deputy_from === null) return;
    await setMembership(tx, actor.company_id, user_id, { deputy_from: null, deputy_until: null });
    await note(app, tx, actor, row, { action: 'deputy_ended' });
  });
}

/** A removed employee is out with the next call. Their executors get another responsible person. */
export function removeEmployee(app: Deed, actor: CompanyActor, user_id: number): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const row = await lock(tx, actor, user_id);
    await endMembership(tx, actor.company_id, user_id);
    const handed_over = await handOverExecutors(tx, actor.company_id, user_id);
    await keepHandedOver(tx, actor.company_id, user_id, handed_over);
    await note(app, tx, actor, row, { action: 'employee_removed' });
    return handed_over.length;
  });
}

/** Undoes a removal: rights and executors return. A deputy's days and the sessions stay ended. */
export function restoreEmployee(app: Deed, actor: CompanyActor, user_id: number) {
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockEmployee(tx, actor.company_id, user_id))) {
      const removed = orNotFound(await lockRemoved(tx, actor.company_id, user_id, RESTORE_S));
      await resumeMembership(tx, actor.company_id, user_id, removed.handed_over as number[]);
      await note(app, tx, actor, removed, {
        action: 'employee_restored',
        after: { rights: removed.rights.join(' ') },
      });
    }
    return toEmployee((await findEmployee(tx, actor.company_id, user_id))!);
  });
}

type Words = Record<string, string>;
/** What stands in the person's own log. */
const KINDS = {
  rights_changed: 'rights_changed',
  deputy_named: 'deputy_named',
  deputy_ended: 'deputy_ended',
  employee_removed: 'membership_ended',
  employee_restored: 'membership_restored',
} as const satisfies Partial<Record<CompanyDeedKind, SecurityEvent['kind']>>;
type Action = keyof typeof KINDS;

type Locked = NonNullable<Awaited<ReturnType<typeof lockEmployee>>>;

function change(
  app: Deed,
  actor: CompanyActor,
  user_id: number,
  deed: (tx: Tx, row: Locked) => Promise<void>,
) {
  return app.db.transaction().execute(async (tx) => {
    await deed(tx, await lock(tx, actor, user_id));
    return toEmployee((await findEmployee(tx, actor.company_id, user_id))!);
  });
}

/** A colleague who may be changed: not the director, and not oneself. */
async function lock(tx: Tx, actor: CompanyActor, user_id: number): Promise<Locked> {
  const row = orNotFound(await lockEmployee(tx, actor.company_id, user_id));
  if (row.role_id === ROLE_DIRECTOR) throw new Problem('employee.director');
  if (row.user_id === actor.user_id) throw new Problem('employee.self');
  return row;
}

/** The person's own log and the company's history, which tells the directors. */
async function note(
  app: Deed,
  tx: Tx,
  actor: CompanyActor,
  { user_id, full_name }: { user_id: number; full_name: string },
  { action, before = {}, after = {} }: { action: Action; before?: Words; after?: Words },
): Promise<void> {
  const { company_id, session_id, user_id: by_user_id, ip } = actor;
  const deed = { company_id, user_id: by_user_id, ip: ip ?? null, action, before };
  await noteCompanyDeed(app, tx, { ...deed, after: { employee: full_name, ...after } });
  await addSecurityEvent(tx, {
    user_id,
    kind: KINDS[action],
    by_user_id,
    company_id,
    session_id,
    detail: after,
  });
}
