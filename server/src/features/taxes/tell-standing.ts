import { objectionOf } from '@kelisim/shared/features/taxes/against-register.ts';
import { PLAIN_PERSON } from '@kelisim/shared/features/taxes/standing.ts';
import type { StandingInput } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { addDays, almatyDate, formatDate, lastDayOf } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { checkUpload } from '../../platform/files/check-upload.ts';
import { addFile, putFile, type StoredFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/uploads.ts';
import type { Parts } from '../../parts.ts';
import { plainName } from '../../platform/plain-name.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { listReached, tellPerson } from '../notices/public.ts';
import { askRegisters } from './ask-registers.ts';
import { getFirstDay } from './figures.queries.ts';
import { listRegisterSaid } from './registers.queries.ts';
import {
  addDeduction,
  addStanding,
  endDeduction,
  findExecutorFor,
  findLastStanding,
  getCompanyName,
  holdExecutor,
  isExecutorOf,
  listCustomers,
  listOpenDeductions,
  listStandings,
  type NewStanding,
  waitForClosings,
} from './standings.queries.ts';

/** How far a day may lie before the first figures of the law or after today. */
const YEAR = 366;
/** How long somebody who speaks of an executor waits for the register. */
const PATIENCE_MS = 5_000;

/** Says what an executor is from a day on. The same said again is nothing new. */
export async function tellStanding(
  parts: Parts,
  actor: CompanyActor,
  input: StandingInput,
  upload: Upload | undefined,
): Promise<void> {
  const executor_id = input.executor_company_id;
  const row = toRow(input);
  const today = almatyDate(parts.clock.now());
  const first = addDays(await getFirstDay(parts.db), -YEAR);
  if (row.valid_from < first || row.valid_from > addDays(today, YEAR))
    throw new Problem('taxes.standing_day', { field: 'valid_from', values: { date: formatDate(first) } });
  // Before the dear work: nothing of a stranger is read.
  const executor = orNotFound(await findExecutorFor(parts.db, actor, executor_id));
  if (executor.is_entity !== (row.standing === 'too'))
    throw new Problem('taxes.standing_of_party', { field: 'standing' });
  await askRegisters(parts, { ids: [executor_id], asked_by: actor.user_id, patience_ms: PATIENCE_MS });
  const { answer } = (await listRegisterSaid(parts.db, [executor_id])).get(executor_id)!;
  const objection = objectionOf(row.standing, answer, row.valid_from);
  // Whom the register does not know may have registered yesterday: the payment waits, not the word.
  if (objection === 'ended' || objection === 'is_trader')
    throw new Problem(`taxes.register_${objection}`, { field: 'standing', values: { name: executor.name } });
  const stored = await storePaper(parts, actor.company_id, upload);
  await parts.db.transaction().execute(async (tx) => {
    await waitForClosings(tx, executor_id);
    await holdExecutor(tx, executor_id);
    const last = await findLastStanding(tx, executor_id, row.valid_from);
    if (!stored && last && isSame(last, row)) return;
    const file_id = stored ? (await addFile(tx, stored)).id : null;
    const id = await addStanding(tx, { ...row, file_id }, actor);
    await tellOthers(parts, tx, actor, executor_id, `standing:${id}`);
  });
}

/** What does not belong to how somebody works is not kept. */
function toRow(input: StandingInput): NewStanding {
  const { standing } = input;
  const is_person = standing === 'individual' || standing === 'self_employed';
  const said: Partial<StandingInput> = is_person ? input : {};
  const disability = said.disability ?? null;
  if (disability === '1_2' && !said.disability_until)
    throw new Problem('taxes.disability_until', { field: 'disability_until' });
  const citizenship = said.citizenship ?? PLAIN_PERSON.citizenship;
  if (standing === 'self_employed' && citizenship !== 'kz')
    throw new Problem('taxes.self_employed_citizen', { field: 'citizenship' });
  return {
    executor_company_id: input.executor_company_id,
    valid_from: input.valid_from,
    standing,
    tax_regime: is_person ? null : (input.tax_regime ?? null),
    activity: standing === 'self_employed' ? (input.activity ?? null) : null,
    pension: said.pension ?? null,
    disability,
    disability_until:
      disability === null || disability === '1_2_for_ever' ? null : (said.disability_until ?? null),
    asks_for_opv: disability === '1_2_for_ever' && (said.asks_for_opv ?? false),
    is_student: said.is_student ?? false,
    has_many_children: said.has_many_children ?? false,
    citizenship,
    has_residence_permit: citizenship === 'other' && (said.has_residence_permit ?? false),
    is_tax_resident: said.is_tax_resident ?? true,
    note: input.note?.trim() ?? '',
  };
}

function isSame(last: NewStanding, row: NewStanding): boolean {
  return (Object.keys(row) as (keyof NewStanding)[]).every((name) => last[name] === row[name]);
}

interface Application {
  /** The other side. */
  company_id: number;
  applied_on: string;
  from_month: string;
}

/** One customer at a time gives the base deduction, so another's application has to be withdrawn first. */
export async function applyForDeduction(
  parts: Parts,
  actor: CompanyActor,
  { company_id: other_id, applied_on, from_month }: Application,
  upload: Upload | undefined,
): Promise<void> {
  const [company_id, executor_id] = sidesOf(actor, other_id);
  const executor = await findExecutorFor(parts.db, actor, executor_id);
  if (!executor || !(await isExecutorOf(parts.db, company_id, executor_id))) throw new Problem('not_found');
  if (executor.is_entity) throw new Problem('taxes.deduction_of_entity', { field: 'company_id' });
  const today = almatyDate(parts.clock.now());
  const first = addDays(await getFirstDay(parts.db), -YEAR);
  if (applied_on < first || applied_on > today)
    throw new Problem('taxes.applied_on', { field: 'applied_on', values: { date: formatDate(first) } });
  const valid_from = `${from_month}-01`;
  if (await isTraderAllMonth(parts, executor_id, from_month))
    throw new Problem('taxes.deduction_of_trader', { field: 'from_month', values: { name: executor.name } });
  const stored = await storePaper(parts, company_id, upload);
  await parts.db.transaction().execute(async (tx) => {
    await waitForClosings(tx, executor_id, company_id);
    await holdExecutor(tx, executor_id);
    const open = await listOpenDeductions(tx, executor_id, valid_from);
    const own = open.find((row) => row.company_id === company_id);
    if (own?.valid_from === valid_from && own.applied_on === applied_on && own.valid_until === null) return;
    if (own) throw new Problem('taxes.deduction_exists', { field: 'from_month' });
    if (open.length > 0) throw new Problem('taxes.deduction_elsewhere', { field: 'company_id' });
    const file_id = stored ? (await addFile(tx, stored)).id : null;
    const row = { company_id, executor_company_id: executor_id, applied_on, valid_from, file_id };
    const id = await addDeduction(tx, { ...row, told_by: actor.user_id });
    await tellOthers(parts, tx, actor, executor_id, `deduction:${id}`, company_id);
  });
}

/** Nothing is withheld from a sole trader. One who is an individual for a part of the month may have the deduction for it. */
async function isTraderAllMonth({ db }: Parts, executor_id: number, month: string): Promise<boolean> {
  const days = [`${month}-01`, lastDayOf(month)];
  const standings = await Promise.all(days.map((day) => listStandings(db, [executor_id], day)));
  return standings.every((of_day) => of_day.get(executor_id)!.standing === 'ip');
}

export async function withdrawDeduction(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  { company_id: other_id, last_month }: { company_id: number; last_month: string },
): Promise<void> {
  const [company_id, executor_id] = sidesOf(actor, other_id);
  if (!(await isExecutorOf(tx, company_id, executor_id))) throw new Problem('not_found');
  await waitForClosings(tx, executor_id, company_id);
  await holdExecutor(tx, executor_id);
  const last_day = lastDayOf(last_month);
  const own = (await listOpenDeductions(tx, executor_id, null)).find((row) => row.company_id === company_id);
  if (own?.valid_until === last_day) return;
  if (own?.valid_until !== null) throw new Problem('taxes.no_deduction');
  if (last_day < own.valid_from) throw new Problem('taxes.days', { field: 'last_month' });
  await endDeduction(tx, own.id, last_day);
  await tellOthers(parts, tx, actor, executor_id, `withdrawn:${own.id}`, company_id);
}

/** The company and the executor, whichever of them speaks. */
export function sidesOf(actor: CompanyActor, other_id: number): [number, number] {
  return actor.role === 'business' ? [actor.company_id, other_id] : [other_id, actor.company_id];
}

async function storePaper(
  parts: Parts,
  company_id: number,
  upload: Upload | undefined,
): Promise<StoredFile | null> {
  if (!upload) return null;
  const { name, media_type, bytes } = await checkUpload(parts, upload);
  return putFile(parts.store, { company_id, kind: 'tax_paper', name, media_type, bytes });
}

/** Of what a company says the executor hears, and of what the executor says each customer whom it concerns. */
async function tellOthers(
  parts: Parts,
  tx: Tx,
  actor: CompanyActor,
  executor_id: number,
  once: string,
  customer_id?: number,
): Promise<void> {
  const is_business = actor.role === 'business';
  const party = plainName(await getCompanyName(tx, actor.company_id));
  const customers =
    customer_id === undefined ? (await listCustomers(tx, executor_id)).map(({ id }) => id) : [customer_id];
  for (const company_id of is_business ? [executor_id] : customers)
    for (const person of await listReached(tx, company_id, ['manage_executors']))
      await tellPerson(parts, tx, person, {
        kind: 'taxes_told',
        company_id,
        words: { party },
        path: is_business ? '/lk/profile' : `/lk/business/executors/${executor_id}`,
        once,
      });
}
