import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { ReadActInput } from '@kelisim/shared/features/acts/acts.contract.ts';
import { addDays, almatyDate, daysInMonth } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { annulAct } from '../src/features/acts/annul-act.ts';
import { createInOrder } from '../src/features/acts/create-act.ts';
import { returnAct } from '../src/features/acts/return-act.ts';
import { sendPlainActs } from '../src/features/acts/send-act.ts';
import { signPlainActs } from '../src/features/acts/sign-plain-acts.ts';
import { stopExecutor } from '../src/features/executors/change-executor.ts';
import { gatherAll } from '../src/features/signatures/public.ts';
import { followOrders } from '../src/features/payments/follow-orders.ts';
import { payPlainActs } from '../src/features/payments/pay-plain-acts.ts';
import { openDatabase, type Database, type Tx } from '../src/platform/db/database.ts';
import type { BulkDone, PreparedItem } from '../src/platform/jobs/run-kind.ts';
import type { DemoContractRow } from './demo-contracts.ts';
import { WITHOUT_ACCOUNT, type DemoMembers, type Member } from './demo-members.ts';
import { signFrozen } from './demo-signature.ts';
import { sideBySide } from './side-by-side.ts';

interface Plan {
  contract: DemoContractRow;
  goal: ActStatus;
  date: string;
  quantity: number;
}

const MONTHS = 11;

/** Acts of eleven months: old ones paid, the last ones in every state there is. */
export async function makeDemoActs(
  app: App,
  members: DemoMembers,
  contracts: DemoContractRow[],
): Promise<void> {
  const today = almatyDate(app.parts.clock.now());
  const plans = contracts.flatMap((contract, c) => planContract(contract, c, today));
  plans.sort((a, b) => a.date.localeCompare(b.date));
  const categories = new Map(
    (await app.parts.db.selectFrom('service_categories').select(['id', 'code']).execute()).map((row) => [
      row.code,
      row.id,
    ]),
  );
  const units = new Map(
    (await app.parts.db.selectFrom('units').select(['id', 'code']).execute()).map((row) => [
      row.code,
      row.id,
    ]),
  );
  const acts: Planned[] = [];
  for (const [b, business] of members.businesses.entries()) {
    const own = plans.filter(({ contract }) => contract.business === b);
    const inputs = own.map((plan) => ({
      input: inputOf(plan, members, categories, units),
      origin: { action: 'create' as const },
    }));
    // Numbers follow the dates.
    const made = await inTransaction(app, (tx) => createInOrder(tx, business.actor, inputs, today));
    for (const [at, plan] of own.entries()) {
      const executor = members.executors[plan.contract.executor]!;
      acts.push({ ...plan, id: made[at]!.id, business, executor });
    }
  }
  await bringToGoals(app, acts);
  const waiting = acts.filter((act) => isPaid(act) && act.goal === 'paying');
  await settle(
    app,
    waiting.map(({ id }) => id),
  );
  await backdate(app);
  // One pair has stopped working together: new acts are refused, signed ones are still paid.
  const { actor } = members.businesses[0]!;
  await app.parts.db
    .transaction()
    .execute((tx) => stopExecutor(tx, actor, members.executors.at(-1)!.actor.company_id));
}

function planContract(contract: DemoContractRow, c: number, today: string): Plan[] {
  const plans: Plan[] = [];
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  for (let back = MONTHS; back >= 0; back--) {
    const at = new Date(Date.UTC(year, month - 1 - back, 1));
    const [y, m] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
    const last = `${y}-${String(m).padStart(2, '0')}-${String(daysInMonth(y, m)).padStart(2, '0')}`;
    const date = back === 0 ? addDays(today, -(c % 9)) : last;
    if (date <= contract.start_date || date > contract.end_date) continue;
    const goals = back >= 2 ? (['paid'] as ActStatus[]) : RECENT[(c + back * 5) % RECENT.length]!;
    goals.forEach((goal, i) =>
      plans.push({ contract, goal, date, quantity: 1 + ((c * 7 + m * 3 + i * 5) % 24) }),
    );
  }
  return plans;
}

/** What the last two months of a contract look like, by turns. */
const RECENT: ActStatus[][] = [
  ['sent', 'signed_by_executor'],
  ['signed', 'draft'],
  ['signed_by_business', 'sent'],
  ['paying', 'signed'],
  ['returned', 'signed_by_executor'],
  ['sent', 'annulled'],
  ['signed', 'annulment_requested'],
  ['signed_by_executor', 'sent'],
];

function inputOf(
  { contract, date, quantity }: Plan,
  members: DemoMembers,
  categories: Map<string, number>,
  units: Map<string, number>,
): ReadActInput {
  const executor = members.executors[contract.executor]!;
  const { work } = executor.seed;
  const month = date.slice(0, 7);
  const named = `${month.slice(5)}.${month.slice(0, 4)}`;
  const kz = members.businesses[contract.business]!.language === 'kz';
  return {
    title: kz ? `${work.service} – ${named}` : `${work.service}, ${named}`,
    contract_id: contract.id,
    contractor_company_id: executor.actor.company_id,
    date,
    start_date: `${month}-01` < contract.start_date ? contract.start_date : `${month}-01`,
    end_date: date,
    knp: '859',
    additional_info: null,
    services: [
      {
        category_id: categories.get(work.category)!,
        description: work.service,
        quantity: String(quantity),
        rate: `${work.rate}.00`,
        unit_id: units.get(work.unit)!,
      },
    ],
  };
}

type Business = DemoMembers['businesses'][number];
type Executor = DemoMembers['executors'][number];

interface Planned extends Plan {
  id: number;
  business: Business;
  executor: Executor;
}

/** An executor without an account cannot be paid; their acts stay signed. */
const isPaid = ({ goal, executor }: Planned) =>
  (goal === 'paid' || goal === 'paying') && executor.seed.email !== WITHOUT_ACCOUNT;

async function bringToGoals(app: App, acts: readonly Planned[]): Promise<void> {
  const { parts } = app;
  await inRuns(
    app,
    acts.filter(({ goal }) => goal !== 'draft'),
    ({ business }) => business,
    (tx, { actor }, batch) => sendPlainActs(parts, tx, actor, batch),
  );
  // Where the executor signs first, the company's turn never comes first.
  const isByBusiness = ({ goal, business }: Planned) =>
    goal === 'signed_by_business' && !business.seed.executor_signs_first;
  const unsigned: ActStatus[] = ['draft', 'sent', 'returned'];
  await signAll(
    app,
    acts.filter(({ goal }) => !unsigned.includes(goal)),
    (act) => (isByBusiness(act) ? act.business : act.executor),
  );
  const by_both: ActStatus[] = ['signed', 'annulment_requested', 'paying', 'paid'];
  await signAll(
    app,
    acts.filter(({ goal }) => by_both.includes(goal)),
    ({ business }) => business,
  );
  for (const act of acts) await turnBack(app, act);
  const paid = Map.groupBy(acts.filter(isPaid), ({ date }) => date);
  for (const [date, some] of [...paid].sort(([one], [other]) => one.localeCompare(other)))
    await payOn(app, date, some);
}

async function turnBack(app: App, { goal, id, business, executor }: Planned): Promise<void> {
  const say = (ru: string, kz: string) => (business.language === 'kz' ? kz : ru);
  const annul = (reason: string) => inTransaction(app, (tx) => annulAct(tx, business.actor, id, reason));
  if (goal === 'returned') {
    const reason = say('Неверно указано количество.', 'Саны қате көрсетілген.');
    await inTransaction(app, (tx) => returnAct(tx, executor.actor, id, reason));
  }
  if (goal === 'annulled') await annul(say('Акт создан по ошибке.', 'Акт қате жасалған.'));
  if (goal === 'annulment_requested')
    await annul(say('Услуга оказана не полностью.', 'Қызмет толық көрсетілмеді.'));
}

/** On the day after the acts, as their history will say: what a payment withholds hangs on the month. */
async function payOn(app: App, date: string, acts: readonly Planned[]): Promise<void> {
  const { parts } = app;
  const then = new Date(`${addDays(date, 1)}T11:00:00+05:00`);
  const paid_at = then < parts.clock.now() ? then : parts.clock.now();
  const back_then = { ...parts, clock: { ...parts.clock, now: () => paid_at } };
  await inRuns(
    app,
    acts,
    ({ business }) => business,
    async (tx, { actor }, batch) => {
      const items = batch.map(({ item }) => item);
      const done = await payPlainActs(back_then, tx, actor, items);
      const ids = items.map(({ subject_id }) => subject_id);
      await tx
        .updateTable('payment_orders')
        .set({ created_at: paid_at })
        .where('act_id', 'in', ids)
        .execute();
      return done;
    },
  );
}

async function signAll<Signer extends Member>(
  app: App,
  acts: readonly Planned[],
  signerOf: (act: Planned) => Signer,
): Promise<void> {
  const { db, clock } = app.parts;
  const prepare = async (signer: Signer, ids: readonly number[]) => {
    const files = await db
      .selectFrom('acts as a')
      .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
      .select(['a.id', 'f.sha256', 'f.streebog512'])
      .where('a.id', 'in', ids)
      .execute();
    const given: { id: number; cms: Buffer }[] = [];
    for (const file of files) given.push({ id: file.id, cms: await signFrozen(signer, file, clock.now()) });
    const evidence = await gatherAll(app.parts, 'act', given);
    return new Map(given.map(({ id }, at) => [id, evidence[at]]));
  };
  const sign = (tx: Tx, signer: Signer, batch: PreparedItem[]) => signPlainActs(tx, signer.actor, batch);
  await inRuns(app, acts, signerOf, sign, prepare);
}

/** A transaction for so many, as runs do them. */
const AT_ONCE = 20;

/** A deed over many acts as a run does it, of each party by itself; `prepare` comes before its transaction. */
async function inRuns<Party extends Member>(
  app: App,
  acts: readonly Planned[],
  partyOf: (act: Planned) => Party,
  deed: (tx: Tx, party: Party, batch: PreparedItem[]) => Promise<ReadonlyMap<number, BulkDone>>,
  prepare?: (party: Party, ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>>,
): Promise<void> {
  const batches = [...Map.groupBy(acts, partyOf)].flatMap(([party, own]) =>
    Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, at) => ({
      party,
      ids: own.slice(at * AT_ONCE, (at + 1) * AT_ONCE).map(({ id }) => id),
    })),
  );
  await sideBySide(batches, async ({ party, ids }) => {
    const { company_id, user_id } = party.actor;
    const by = { run_id: 0, company_id, user_id, session_id: null, api_key_id: null, ip: null };
    const prepared = await prepare?.(party, ids);
    const batch = ids.map((subject_id, position) => ({
      item: { ...by, position, subject_id, payload: { cms: '' }, params: {} },
      prepared: prepared?.get(subject_id),
    }));
    const done = await inTransaction(app, (tx) => deed(tx, party, batch));
    if (done.size < ids.length)
      throw new Error(`${ids.length - done.size} acts of the demo data stay behind`);
  });
}

function inTransaction<T>(app: App, deed: (tx: Tx) => Promise<T>): Promise<T> {
  return app.parts.db.transaction().execute(deed);
}

/** Lets the sandbox bank settle all orders but those of `waiting`, which stay on their way for the eyes of a newcomer. */
async function settle(app: App, waiting: number[]): Promise<void> {
  const { db } = app.parts;
  const due = async () =>
    (await db.selectFrom('payment_orders').select('id').where('status', '=', 'created').execute()).length;
  while ((await due()) > 0) await followOrders(app.parts);
  await sql`update sandbox.bank_transfers set settles_at = case
      when end_to_end_id in (select end_to_end_id from payment_orders where act_id = any(${waiting}::bigint[]))
      then now() + interval '30 days' else now() end`.execute(db);
  await sql`update payment_orders set updated_at = now() - interval '1 hour' where status = 'accepted'`.execute(
    db,
  );
  const open = async () =>
    (await db.selectFrom('payment_orders').select('id').where('status', '=', 'accepted').execute()).length;
  for (let round = 0; (await open()) > waiting.length && round < 20; round++) await followOrders(app.parts);
}

/** The deeds were done just now; their times are moved to where the acts lie, in the order they were done. */
async function backdate({ parts: { config, log } }: App): Promise<void> {
  // The application's role may not change history.
  const db = openDatabase({ url: config.database_owner_url ?? config.database_url, log, max: 1 });
  try {
    await backdateAll(db);
  } finally {
    await db.destroy();
  }
}

async function backdateAll(db: Database): Promise<void> {
  await sql`update act_history h set created_at = least(now(),
      (a.act_date + time '09:00') at time zone 'Asia/Almaty' + h.seq * interval '5 hours 17 minutes' + (a.id % 41) * interval '3 minutes')
    from acts a where a.id = h.act_id`.execute(db);
  await sql`update acts a set
      created_at = (select min(created_at) from act_history h where h.act_id = a.id),
      updated_at = (select max(created_at) from act_history h where h.act_id = a.id)`.execute(db);
  await sql`update acts a set frozen_at = h.sent_at from (
      select act_id, max(created_at) as sent_at from act_history where action = 'send' group by act_id) h
    where h.act_id = a.id and a.frozen_at is not null`.execute(db);
  await sql`update signatures s set signed_at = h.created_at from act_history h
    where h.act_id = s.act_id and h.action = 'sign' and h.actor_company_id = s.signer_company_id`.execute(db);
  await sql`update payment_orders o set created_at = h.created_at, sent_at = h.created_at,
      settled_at = case when o.status = 'settled' then h.created_at + interval '20 minutes' end
    from act_history h where h.act_id = o.act_id and h.action = 'pay'`.execute(db);
  const day = sql`(o.settled_at at time zone 'Asia/Almaty')::date`;
  await sql`update settlements m set day = ${day}, stated_on = ${day}
    from payment_orders o where o.id = m.order_id and m.operation_id is null`.execute(db);
  await sql`update payment_orders o set settled_on = ${day} where o.settled_at is not null`.execute(db);
  // The time to sign was counted as it passed here, not as it is told now.
  await sql`select count_all_acts()`.execute(db);
  await sql`update documents set created_at = start_date + time '10:00', updated_at = start_date + time '15:00',
      customer_signed_at = case when customer_signed_at is not null then start_date + time '15:00' end,
      contractor_signed_at = case when contractor_signed_at is not null then start_date + time '14:00' end
    where status = 'signed'`.execute(db);
}
