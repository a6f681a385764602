import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { addDays, almatyDate, daysInMonth } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { annulAct } from '../src/features/acts/annul-act.ts';
import { createAct } from '../src/features/acts/create-act.ts';
import { returnAct } from '../src/features/acts/return-act.ts';
import { sendAct } from '../src/features/acts/send-act.ts';
import { signAct } from '../src/features/acts/sign-act.ts';
import { stopExecutor } from '../src/features/executors/change-executor.ts';
import { gatherAll } from '../src/features/signatures/public.ts';
import { followOrders } from '../src/features/payments/follow-orders.ts';
import { payAct } from '../src/features/payments/pay-act.ts';
import type { CompanyActor } from '../src/platform/actor.ts';
import { openDatabase, type Database, type Tx } from '../src/platform/db/database.ts';
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
  // Numbers follow the dates, so the drafts are made in order; what happens to them afterwards runs side by side.
  const ids = await inTransaction(app, async (tx) => {
    const made: number[] = [];
    for (const plan of plans) made.push(await makeAct(tx, members, plan, categories, units));
    return made;
  });
  await sideBySide(plans.entries(), ([i, plan]) =>
    bringTo(
      app,
      plan.goal,
      ids[i]!,
      members.businesses[plan.contract.business]!,
      members.executors[plan.contract.executor]!,
    ),
  );
  const paying = ids.filter((_, i) => ['paid', 'paying'].includes(plans[i]!.goal));
  await settle(app, plans.filter((plan) => plan.goal === 'paying').length, paying);
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

async function makeAct(
  tx: Tx,
  members: DemoMembers,
  plan: Plan,
  categories: Map<string, number>,
  units: Map<string, number>,
): Promise<number> {
  const business = members.businesses[plan.contract.business]!;
  const executor = members.executors[plan.contract.executor]!;
  const { work } = executor.seed;
  const kz = business.language === 'kz';
  const start_date =
    `${plan.date.slice(0, 7)}-01` < plan.contract.start_date
      ? plan.contract.start_date
      : `${plan.date.slice(0, 7)}-01`;
  const act = await createAct(
    tx,
    business.actor,
    {
      title: kz
        ? `${work.service} – ${plan.date.slice(5, 7)}.${plan.date.slice(0, 4)}`
        : `${work.service}, ${plan.date.slice(5, 7)}.${plan.date.slice(0, 4)}`,
      contract_id: plan.contract.id,
      contractor_company_id: executor.actor.company_id,
      date: plan.date,
      start_date,
      end_date: plan.date,
      knp: '859',
      additional_info: null,
      services: [
        {
          category_id: categories.get(work.category)!,
          description: work.service,
          quantity: String(plan.quantity),
          rate: `${work.rate}.00`,
          unit_id: units.get(work.unit)!,
        },
      ],
    },
    plan.date,
  );
  return act.id;
}

type Business = DemoMembers['businesses'][number];
type Executor = DemoMembers['executors'][number];

async function bringTo(
  app: App,
  goal: ActStatus,
  id: number,
  business: Business,
  executor: Executor,
): Promise<void> {
  const { parts } = app;
  const say = (ru: string, kz: string) => (business.language === 'kz' ? kz : ru);
  if (goal === 'draft') return;
  await inTransaction(app, (tx) => sendAct(parts, tx, business.actor, id));
  if (goal === 'sent') return;
  if (goal === 'returned') {
    const reason = say('Неверно указано количество.', 'Саны қате көрсетілген.');
    await inTransaction(app, (tx) => returnAct(tx, executor.actor, id, reason));
    return;
  }
  // Where the executor signs first, the company's turn never comes first.
  if (goal === 'signed_by_business' && !business.seed.executor_signs_first) {
    await signBy(app, business, id);
    return;
  }
  await signBy(app, executor, id);
  if (goal === 'signed_by_executor' || goal === 'signed_by_business') return;
  if (goal === 'annulled') {
    const reason = say('Акт создан по ошибке.', 'Акт қате жасалған.');
    await inTransaction(app, (tx) => annulAct(tx, business.actor, id, reason));
    return;
  }
  await signBy(app, business, id);
  if (goal === 'annulment_requested') {
    const reason = say('Услуга оказана не полностью.', 'Қызмет толық көрсетілмеді.');
    await inTransaction(app, (tx) => annulAct(tx, business.actor, id, reason));
  }
  // An executor without an account cannot be paid; their acts stay signed.
  const payable = executor.seed.email !== WITHOUT_ACCOUNT;
  if ((goal === 'paid' || goal === 'paying') && payable) {
    await inTransaction(app, (tx) => payThen(app, tx, business.actor, id));
  }
}

/** On the day after the act, as its history will say: what a payment withholds hangs on the month. */
async function payThen({ parts }: App, tx: Tx, actor: CompanyActor, id: number): Promise<void> {
  const { act_date } = await tx
    .selectFrom('acts')
    .select('act_date')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const then = new Date(`${addDays(act_date, 1)}T11:00:00+05:00`);
  const paid_at = then < parts.clock.now() ? then : parts.clock.now();
  await payAct({ ...parts, clock: { ...parts.clock, now: () => paid_at } }, tx, actor, id);
  await tx.updateTable('payment_orders').set({ created_at: paid_at }).where('act_id', '=', id).execute();
}

async function signBy(app: App, member: Member, act_id: number): Promise<void> {
  const file = await app.parts.db
    .selectFrom('acts as a')
    .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
    .select(['f.sha256', 'f.streebog512'])
    .where('a.id', '=', act_id)
    .executeTakeFirstOrThrow();
  const cms = await signFrozen(member, file, app.parts.clock.now());
  const [evidence = null] = await gatherAll(app.parts, 'act', [{ id: act_id, cms }]);
  await inTransaction(app, (tx) => signAct(tx, member.actor, act_id, { evidence, means: 'key_file' }));
}

function inTransaction<T>(app: App, deed: (tx: Tx) => Promise<T>): Promise<T> {
  return app.parts.db.transaction().execute(deed);
}

/** Lets the sandbox bank settle all but the newest orders, which stay on their way for the eyes of a newcomer. */
async function settle(app: App, keep: number, act_ids: number[]): Promise<void> {
  const { db } = app.parts;
  const due = async () =>
    (await db.selectFrom('payment_orders').select('id').where('status', '=', 'created').execute()).length;
  while ((await due()) > 0) await followOrders(app.parts);
  const waiting = act_ids.slice(-keep);
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
