/**
 * Two people and two processes of the product over the same acts, round by round: they sign, recall, annul, edit, return,
 * send, delete and pay, in bulk and singly, at the same moments and in any order. After each round every invariant
 * holds, nothing was answered with an error of ours, and each acknowledged deed stands in the history once. In turns the
 * two are colleagues and the two sides; all sign with GOST keys of the sandbox НУЦ, proven and stamped. What is paid or
 * deleted is replaced, so that there are always `ATTACK_ACTS` (a thousand) in the race of `ATTACK_ROUNDS` (fifty) rounds.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { BulkAnswer } from '@kelisim/shared/kernel/runs.ts';
import { seedReference } from '../seeds/reference.ts';
import { allInvariants } from '../src/invariants/all-invariants.ts';
import type { World } from '../src/invariants/invariant.ts';
import { callFunctions } from '../test/calls.ts';
import type { TestApp } from '../test/make-app.ts';
import { makeDeal, signaturesOf, type Deal } from '../test/papers.ts';
import { makeCompany, makeEmployee, makeExecutor, signInAs, type Person } from '../test/people.ts';
import { makeManySentActs } from '../test/quick-acts.ts';
import { authoritiesFolder } from '../test/signing-keys.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import {
  ask,
  drawCalls,
  drawDeeds,
  REPEATABLE,
  type Deed,
  type RacedAction,
  type RacedAnswer,
  type RacedCall,
} from './racing-deeds.ts';

const ACTS = Number(process.env.ATTACK_ACTS ?? 1_000);
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 50);
/** More would wait for a connection longer than a busy machine gives them. */
const AT_ONCE = 16;
const QUIET_MS = 120_000;
/** Refused for its state, for what it is not any more, or for somebody who was quicker. */
const FAIR = new Set([200, 404, 409]);

await attackProduct(
  async (plain) => {
    const { db, config } = plain.parts;
    await seedReference(db);
    const app: TestApp = {
      ...plain,
      ...callFunctions(plain.http),
      database_url: config.database_url,
      owner: db,
      data_dir: config.data_dir,
      listen: () => plain.http.listen({ port: 0, host: '127.0.0.1' }),
    };
    const company = await makeCompany(app);
    const deal = await makeDeal(app, company, await makeExecutor(app, company));
    const deputy = await makeEmployee(
      app,
      company,
      ['manage_acts', 'sign', 'pay'],
      ['organisation', 'right_to_sign'],
    );
    const pairs: [string, Person[]][] = [
      ['colleagues', [company.director, deputy]],
      ['sides', [company.director, deal.executor.person]],
      ['sides', [deputy, deal.executor.person]],
    ];
    const servers = [await startServer(plain), await startServer(plain)];
    const faults: string[] = [];
    const totals = { deeds: 0, done: 0, refused: 0, calls: 0 };
    let verified_until = 0;
    try {
      for (let round = 1; round <= ROUNDS && faults.length === 0; round++) {
        const began = Date.now();
        const [pair, people] = pairs[round % pairs.length]!;
        for (const person of people) Object.assign(person, await signInAs(app, person));
        const acts = await gatherActs(app, deal);
        const deeds = await signAhead(app, drawDeeds(acts, people));
        const calls = drawCalls(deeds, deal);
        const last = await lastOfHistory(app);
        const raced = Date.now();
        const answers = await race(
          calls,
          servers.map(({ address }) => address),
        );
        const answered = Date.now();
        await waitUntilQuiet(app);
        const settled = Date.now();
        const outcome = await judge(app, calls, answers, last);
        faults.push(...outcome.faults, ...(await violations(app, verified_until)));
        verified_until = await lastSignature(app);
        totals.deeds += outcome.done + outcome.refused;
        totals.done += outcome.done;
        totals.refused += outcome.refused;
        totals.calls += calls.length;
        const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10;
        console.error(
          JSON.stringify({
            round,
            pair,
            calls: calls.length,
            done: outcome.done,
            refused: outcome.refused,
            prepared_s: seconds(began, raced),
            raced_s: seconds(raced, answered),
            quiet_s: seconds(answered, settled),
            judged_s: seconds(settled, Date.now()),
            ...(faults.length > 0 && { faults: faults.slice(0, 10) }),
          }),
        );
      }
      // Once more whatever the rounds have left, each signature too.
      if (faults.length === 0) faults.push(...(await violations(app, 0)));
    } finally {
      for (const { child } of servers) child.kill('SIGKILL');
    }
    return report({
      attack: 'races',
      passed: faults.length === 0,
      acts: ACTS,
      rounds: ROUNDS,
      ...totals,
      ends: await countStates(app),
      signatures: await countSignatures(app),
      faults: faults.slice(0, 20),
    });
  },
  async (folder) => {
    const isPair = (path: string) => path.endsWith('pairs');
    cpSync(await authoritiesFolder(), join(folder, 'sandbox-nca'), {
      recursive: true,
      filter: (path) => !isPair(path),
    });
  },
);

/** All that are still in the race, and new ones for those that are paid or gone. */
async function gatherActs(app: TestApp, deal: Deal): Promise<{ id: number; status: ActStatus }[]> {
  const find = () =>
    app.parts.db
      .selectFrom('acts')
      .select(['id', 'status'])
      .where('deleted_at', 'is', null)
      .where('status', 'not in', ['paid', 'paying'])
      .where('company_id', '=', deal.company.id)
      .execute();
  const missing = ACTS - (await find()).length;
  for (let made = 0; made < missing; made += 100)
    await makeManySentActs(app, deal, Math.min(100, missing - made));
  return (await find()).map(({ id, status }) => ({ id, status: status as ActStatus }));
}

/** Whoever signs has signed the bytes of this moment; by the time they are sent, others may stand in their place. */
async function signAhead(app: TestApp, deeds: Deed[]): Promise<Deed[]> {
  const signing = deeds.filter(({ action }) => action === 'sign');
  const signed = new Map<string, string>();
  for (const by of new Set(signing.map((deed) => deed.by))) {
    const ids = [...new Set(signing.filter((deed) => deed.by === by).map(({ act_id }) => act_id))];
    for (let from = 0; from < ids.length; from += 50)
      for (const { act_id, cms } of await signaturesOf(app, by, ids.slice(from, from + 50)))
        signed.set(`${by.user_id} ${act_id}`, cms);
  }
  return deeds.flatMap((deed) => {
    if (deed.action !== 'sign') return [deed];
    const cms = signed.get(`${deed.by.user_id} ${deed.act_id}`);
    // A draft that was never frozen has nothing to sign.
    return cms ? [{ ...deed, cms }] : [];
  });
}

async function race(calls: readonly RacedCall[], addresses: readonly string[]): Promise<RacedAnswer[]> {
  const answers: RacedAnswer[] = [];
  let next = 0;
  const hands = Array.from({ length: AT_ONCE }, async () => {
    for (let at = next++; at < calls.length; at = next++)
      answers[at] = await ask(addresses[Math.floor(Math.random() * addresses.length)]!, calls[at]!);
  });
  await Promise.all(hands);
  return answers;
}

/** Until every run is at its end, every proof is there and the bank has spoken of every order. */
async function waitUntilQuiet({ parts: { db } }: TestApp): Promise<void> {
  for (const deadline = Date.now() + QUIET_MS; ; await sleep(200)) {
    const running = await db.selectFrom('bulk_runs').select('id').where('state', '=', 'running').execute();
    const proofs = await db
      .selectFrom('bulk_items')
      .select('run_id')
      .where('status', '=', 'pending_proof')
      .execute();
    const orders = await db
      .selectFrom('payment_orders')
      .select('id')
      .where('status', 'not in', ['settled', 'rejected', 'cancelled'])
      .execute();
    if (running.length + proofs.length + orders.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(
        `not quiet: ${running.length} runs, ${proofs.length} proofs, ${orders.length} orders go nowhere`,
      );
  }
}

async function lastOfHistory({ parts: { db } }: TestApp): Promise<number> {
  const { last } = await db
    .selectFrom('act_history')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

async function lastSignature({ parts: { db } }: TestApp): Promise<number> {
  const { last } = await db
    .selectFrom('signatures')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** The answers against the history of the round. */
async function judge(
  app: TestApp,
  calls: readonly RacedCall[],
  answers: readonly RacedAnswer[],
  last: number,
): Promise<{ faults: string[]; done: number; refused: number }> {
  const { db } = app.parts;
  const faults: string[] = [];
  const acknowledged = new Map<string, { deed: Deed; times: number }>();
  let refused = 0;
  const take = (deed: Deed, isDone: boolean) => {
    const key = `${deed.action} of act ${deed.act_id} by user ${deed.by.user_id}`;
    const known = acknowledged.get(key) ?? { deed, times: 0 };
    acknowledged.set(key, { deed, times: known.times + (isDone ? 1 : 0) });
    if (!isDone) refused++;
  };
  for (const [at, call] of calls.entries()) {
    const { status, text, json } = answers[at]!;
    if (!FAIR.has(status)) {
      faults.push(`${call.name} over ${call.deeds.length} was answered ${status}: ${text.slice(0, 300)}`);
      continue;
    }
    const run_id = status === 200 ? (json as Partial<BulkAnswer> | null)?.run_id : undefined;
    if (run_id === undefined) {
      take(call.deeds[0]!, status === 200);
      continue;
    }
    const rows = await db
      .selectFrom('bulk_items')
      .select(['subject_id', 'status', 'code', 'detail'])
      .where('run_id', '=', run_id)
      .execute();
    // What is gone is not found and is named in no row: as good as refused.
    const found = new Map(rows.map((row) => [row.subject_id, row]));
    for (const deed of call.deeds) {
      const row = found.get(deed.act_id);
      take(deed, row?.status === 'ok');
      if (row?.code === 'internal') faults.push(`${call.name}: act ${deed.act_id} failed by our own fault`);
    }
  }

  const lines = await db
    .selectFrom('act_history')
    .select(['act_id', 'action', 'actor_user_id', 'actor_side'])
    .where('id', '>', last)
    .where('actor_user_id', 'is not', null)
    .where('action', 'not in', ['create', 'settle'])
    .execute();
  const written = new Map<string, number>();
  for (const { act_id, action, actor_user_id } of lines) {
    const key = `${action} of act ${act_id} by user ${actor_user_id}`;
    written.set(key, (written.get(key) ?? 0) + 1);
  }
  let done = 0;
  for (const [key, { deed, times }] of acknowledged) {
    done += times;
    const count = written.get(key) ?? 0;
    written.delete(key);
    if (count > times)
      faults.push(`${key} was acknowledged ${times} times and is ${count} times in its history`);
    else if (count < times && !(REPEATABLE.has(deed.action) && (count > 0 || (await wasDone(app, deed)))))
      faults.push(`${key} was acknowledged ${times} times and is ${count} times in its history`);
  }
  for (const key of written.keys()) faults.push(`${key} is in its history and nobody asked for it`);
  return { faults, done, refused };
}

/** Of what may be repeated: done by somebody of the same side, in this round or before. */
async function wasDone({ parts: { db } }: TestApp, { act_id, action, by }: Deed): Promise<boolean> {
  const line = await db
    .selectFrom('act_history')
    .select('id')
    .where((eb) => eb.and({ act_id, action: action satisfies RacedAction, actor_side: by.side }))
    .executeTakeFirst();
  return line !== undefined;
}

/** Signatures up to that id were verified after an earlier round. */
async function violations({ parts }: TestApp, verified_until: number): Promise<string[]> {
  const progress = { of: (id: string) => (id === 'I4' ? verified_until : 0), note: () => undefined };
  const world: World = {
    db: parts.db,
    store: parts.store,
    nca: parts.nca,
    now: new Date(),
    scope: { progress },
  };
  const found: string[] = [];
  for (const invariant of allInvariants) {
    const { faults } = await invariant.check(world);
    found.push(...faults.map((fault) => `${invariant.id}: ${fault}`));
  }
  return found;
}

async function countStates({ parts: { db } }: TestApp): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('acts')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

async function countSignatures({ parts: { db } }: TestApp): Promise<number> {
  const { n } = await db
    .selectFrom('signatures')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('act_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}
