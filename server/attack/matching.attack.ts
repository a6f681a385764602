/**
 * The process that reads statements and matches them is killed in the middle, `ATTACK_ROUNDS` (fifty) times: while it
 * reads files, matches what is proposed and takes matches back, orders as well as taxes and contributions. After each kill
 * what the bank has told of is matched, an advance, a tax, set aside or open, to the tiyn, per company and day, what an
 * order says is settled is what was booked, and no more of an obligation is paid than is owed; in the end everything that
 * was told is there once, and each obligation is paid, as if nothing had been killed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { sql } from 'kysely';
import type { App } from '../src/app.ts';
import { balancesAgree } from '../src/invariants/balances-agree.ts';
import { moneyAgreesWithTheBank } from '../src/invariants/money-agrees-with-the-bank.ts';
import { ordersMatchActs } from '../src/invariants/orders-match-acts.ts';
import { totalsAreCounted } from '../src/invariants/totals-are-counted.ts';
import { makeBankMonth, MONTH_LOGIN, seeded, wishOf } from '../test/bank-month.ts';
import { writeMonth, type MonthFile } from '../test/bank-month-files.ts';
import { makeMonthTaxes, unlikeOwed } from '../test/bank-month-taxes.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';

const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 50);
const PAYMENTS = 200;
const DAYS = 34;

async function attackMatching(app: App): Promise<boolean> {
  const { db } = app.parts;
  const month = await makeBankMonth(app, { payments: PAYMENTS, seed: 17 });
  const taxes = await makeMonthTaxes(app, month);
  const files = mix(
    writeMonth(
      month,
      Array.from({ length: DAYS }, (_, day) => [day, day + 2] as const),
    ),
    taxes.files,
  );
  const random = seeded(18);
  const faults = new Set<string>();
  let [kills, lost, done_deeds] = [0, 0, 0];
  const back = { begun: 0, done: 0, cut_off: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, address } = await startServer(app);
    const token = await signIn(address);
    const at = Math.floor((round * files.length) / ROUNDS);
    const brought = files.slice(Math.max(0, at - 2), at + 3);
    let [isKilled, ended] = [false, 0];
    // In every second round first what is matched is taken back, and the kill comes in the middle of that.
    const isTakingBack = round % 2 === 1;
    const before = { ...back };
    const deeds = isTakingBack
      ? [takeBack(address, token, random, back).then(() => matchProposed(address, token))]
      : [...brought.map((file) => bring(address, token, file)), matchProposed(address, token)];
    // What was cut off is not known to have been done; that is what the rounds are for.
    const done = Promise.all(
      deeds.map((deed) =>
        deed.then(
          () => {
            ended += 1;
            done_deeds += 1;
          },
          (error: unknown) => {
            if (!isKilled) throw error;
            lost += 1;
          },
        ),
      ),
    );
    // In the middle, however slow the machine: when some of them are done and others are not.
    const enough = Math.floor(random() * (isTakingBack ? 6 : deeds.length));
    const isEnough = () => (isTakingBack ? ended > 0 || back.done - before.done > enough : ended >= enough);
    while (!isEnough()) await Promise.race([sleep(2), done]);
    await sleep(random() * 40);
    isKilled = true;
    child.kill('SIGKILL');
    kills += 1;
    await done;
    back.cut_off += back.begun - before.begun - (back.done - before.done);
    await settle(app);
    for (const fault of [...(await check(app)), ...(await unlikeOwed(app, taxes.owed, false))])
      faults.add(fault);
  }
  const { child, address } = await startServer(app);
  const token = await signIn(address);
  for (const file of files) await bring(address, token, file);
  // What a confirmed part or return makes clear is proposed only then.
  for (let turn = 0; turn < 5; turn += 1) await matchProposed(address, token);
  child.kill('SIGKILL');
  for (const fault of [...(await check(app)), ...(await unlikeOwed(app, taxes.owed, true))])
    faults.add(fault);
  const { rows: said } = await sql<{ matched: number; undone: number }>`
    select count(*)::integer as matched, count(untold_at)::integer as undone
    from obligation_payments where operation_id is not null`.execute(db);
  const { matched, undone } = said[0]!;
  const { n: told } = await db
    .selectFrom('bank_operations')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  const expected = month.operations.length + taxes.files.length;
  return report({
    attack: 'matching',
    passed: faults.size === 0 && Number(told) === expected && back.done > 0 && undone > 0,
    rounds: ROUNDS,
    kills,
    done: done_deeds,
    cut_off: lost,
    taken_back: back.done,
    cut_off_taking_back: back.cut_off,
    operations: expected,
    obligations: taxes.owed.length,
    obligations_matched: matched,
    obligations_taken_back: undone,
    told: Number(told),
    faults: [...faults].slice(0, 5),
  });
}

await attackProduct(attackMatching);

/** The others spread evenly among the first. */
function mix(files: readonly MonthFile[], others: readonly MonthFile[]): MonthFile[] {
  const of = (list: readonly MonthFile[]) => list.map((file, at) => ({ file, at: (at + 0.5) / list.length }));
  return [...of(files), ...of(others)].sort((one, other) => one.at - other.at).map(({ file }) => file);
}

async function check({ parts }: App): Promise<string[]> {
  const world = { ...parts, now: new Date() };
  return [
    ...(await moneyAgreesWithTheBank.check(world)).faults,
    ...(await ordersMatchActs.check(world)).faults,
    ...(await balancesAgree.check(world)).faults,
    ...(await totalsAreCounted.check(world)).faults,
  ];
}

/** Until the database has given up what the killed process had begun. */
async function settle({ parts: { db } }: App): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db);
    if (Number(rows[0]!.n) === 0) return;
  }
  throw new Error('what was killed is still under way');
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MONTH_LOGIN),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`no sign-in: ${answer.status}`);
  return access_token;
}

/** Null when another deed of the round was quicker. */
async function ask<T>(
  address: string,
  token: string,
  path: string,
  body?: object | FormData,
): Promise<T | null> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}/api/v1/payments/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (answer.status === 409) return null;
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${said}`);
  return JSON.parse(said) as T;
}

async function bring(address: string, token: string, { name, bytes, mapping }: MonthFile): Promise<void> {
  const form = new FormData();
  if (mapping) form.set('mapping', mapping);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  await ask(address, token, 'statements', form);
}

/** The operations of a state, as the page shows them. */
async function pageOf(address: string, token: string, state: string): Promise<BankOperation[]> {
  const path = `operations?state=${state}&limit=200`;
  return (await ask<{ items: BankOperation[] }>(address, token, path))!.items;
}

/** Takes some of what is matched back, one after the other. */
async function takeBack(
  address: string,
  token: string,
  random: () => number,
  told: { begun: number; done: number },
): Promise<void> {
  const matched = await pageOf(address, token, 'matched');
  for (const { id } of matched.filter(() => random() < 0.5)) {
    told.begun += 1;
    if (await ask(address, token, `operations/${id}/take-back`, {})) told.done += 1;
    else told.begun -= 1;
  }
}

async function matchProposed(address: string, token: string): Promise<void> {
  const matches = (await pageOf(address, token, 'unmatched')).flatMap(wishOf);
  if (matches.length > 0) await ask(address, token, 'operations/match', { matches });
}
