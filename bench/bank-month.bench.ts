/**
 * A month of payments through three banks, matched: of every hundred recipients 80 in lists, 12 singly, 3 in parts, 1
 * returned, 2 commissions and transfers of one's own, 2 foreign; 3 of a hundred texts lose the number. What is whole and
 * undamaged must be matched without a person, nothing wrongly; of the rest the right candidate must stand first in 95 of a
 * hundred; ten gestures must do. The ledger must be the banks' to the tiyn, the same statements again must change
 * nothing, and in any order of files the end must be the same. Throws where one of these does not hold.
 * BENCH_PAYMENTS=1000 is the whole month, BENCH_SEED another one of its kind.
 */
import { randomBytes } from 'node:crypto';
import type { StatementMapping } from '@kelisim/shared/features/payments/statement-tables.contract.ts';
import type { BankOperation } from '@kelisim/shared/features/payments/statements.contract.ts';
import { sql } from 'kysely';
import { makeApp } from '../server/src/app.ts';
import { readStatement } from '../server/src/features/payments/read-statement.ts';
import { balancesAgree } from '../server/src/invariants/balances-agree.ts';
import { moneyAgreesWithTheBank } from '../server/src/invariants/money-agrees-with-the-bank.ts';
import { ordersMatchActs } from '../server/src/invariants/orders-match-acts.ts';
import { readConfig } from '../server/src/platform/config.ts';
import type { Handle } from '../server/src/platform/db/database.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { makeBankMonth, seeded, wishOf, type TrueOperation } from '../server/test/bank-month.ts';
import { uploadOf, writeMonth, type MonthFile } from '../server/test/bank-month-files.ts';
import { startBenchDatabase } from './bench-database.ts';
import { sized } from './size.ts';

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? sized(1_000, 100));
const SEED = Number(process.env.BENCH_SEED ?? 17);
const ORDERS_OF_FILES = sized(6, 3);
/** As many as the page shows at once: one gesture takes all that are selected on it. */
const PAGE = 50;

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const { db } = app.parts;
  const month = await makeBankMonth(app, { payments: PAYMENTS, seed: SEED });
  const { operations: truth, call } = month;
  const files = writeMonth(month);
  const truths = new Map(truth.map((one) => [keyOf(one), one]));
  if (truths.size !== truth.length) throw new Error('two operations of the month cannot be told apart');

  const rules = [
    { direction: 'out', words: 'Комиссия за переводы', kind: 'commission' },
    { direction: 'out', words: 'Перевод собственных средств', kind: 'own_transfer' },
    { direction: 'in', words: 'Перевод собственных средств', kind: 'own_transfer' },
  ];
  let gestures = 0;
  for (const rule of rules) {
    await call('POST', '/api/v1/payments/rules', rule);
    gestures += 1;
  }

  const ends = new Set<string>();
  const random = seeded(SEED + 1);
  for (let n = 0; n < ORDERS_OF_FILES; n += 1) {
    const shuffled =
      n === 0
        ? files.toReversed()
        : files
            .map((file) => ({ file, at: random() }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ file }) => file);
    ends.add(await endOf(shuffled));
  }

  const began = performance.now();
  for (const file of files) await upload(file);
  const read_ms = Math.round(performance.now() - began);
  ends.add(await stateOf(db));
  const alone = await judge();

  const once = await stateOf(db);
  for (const file of files) await upload(file);
  const is_same_again = (await stateOf(db)) === once;

  const asked = await decide();
  const end = await judge();
  const faults = [
    ...(await moneyAgreesWithTheBank.check({ ...app.parts, now: new Date() })).faults,
    ...(await ordersMatchActs.check({ ...app.parts, now: new Date() })).faults,
    ...(await balancesAgree.check({ ...app.parts, now: new Date() })).faults,
  ];
  const ledger = await sumLedger();
  const result = {
    bench: 'bank_month',
    payments: PAYMENTS,
    seed: SEED,
    operations: truth.length,
    orders: month.orders,
    files: files.length,
    read_ms,
    whole: truth.filter(isWhole).length,
    whole_matched_alone: alone.whole,
    matched_alone: alone.matched,
    matched_alone_percent: percent(alone.matched, truth.length),
    wrongly_matched: alone.wrong + end.wrong,
    asked: asked.rows,
    right_first: asked.right,
    right_first_percent: percent(asked.right, asked.rows),
    gestures: gestures + asked.gestures,
    left_open: end.open,
    ledger_tiyn: String(ledger.ours),
    bank_tiyn: String(ledger.theirs),
    is_same_again,
    different_ends: ends.size,
    faults: faults.length,
  };
  console.log(JSON.stringify(result));
  const broken = [
    result.whole_matched_alone < result.whole && 'something whole waits for a person',
    result.wrongly_matched > 0 && 'something is matched wrongly',
    result.right_first_percent < 95 && 'the right candidate does not stand first',
    result.gestures > 10 && 'it takes too many gestures',
    result.left_open > 0 && 'something is left open',
    ledger.ours !== ledger.theirs && 'the ledger is not the bank’s',
    !is_same_again && 'the same statements again have changed something',
    ends.size > 1 && 'the end depends on the order of the files',
    faults.length > 0 && faults.join('\n'),
  ].filter((fault) => fault !== false);
  if (broken.length > 0) throw new Error(broken.join('; '));
  await app.close();

  /** An operation that nobody has to be asked about: whole, with its number, or under a kept rule. */
  function isWhole({ kind, is_damaged }: TrueOperation): boolean {
    if (kind === 'commission' || kind === 'own_transfer') return true;
    return !is_damaged && (kind === 'list' || kind === 'order');
  }

  async function judge() {
    const rows = await told(db);
    let [matched, whole, wrong, open] = [0, 0, 0, 0];
    for (const row of rows) {
      const one = truths.get(keyOf(row));
      if (!one) throw new Error(`nobody has told of ${keyOf(row)}`);
      if (row.state === 'unmatched') {
        open += 1;
        continue;
      }
      const isRight = isTrue(one, row.state, row.orders);
      if (isRight) matched += 1;
      else wrong += 1;
      if (isRight && isWhole(one)) whole += 1;
    }
    return { matched, whole, wrong, open };
  }

  /** What a person does with the rest: page by page all that is proposed, or all that is about no act. */
  async function decide() {
    let [rows, right, gestures] = [0, 0, 0];
    const seen = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const { items } = await call<{ items: BankOperation[] }>(
        'GET',
        `/api/v1/payments/operations?state=unmatched&limit=${PAGE}`,
      );
      if (items.length === 0) break;
      const keys = new Map((await told(db)).map((row) => [row.id, keyOf(row)]));
      const judged = items.map((item) => ({ item, one: truths.get(keys.get(item.id) ?? '')! }));
      for (const { item, one } of judged) {
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        rows += 1;
        if (isRightCandidate(item, one)) right += 1;
        else console.error('not first', JSON.stringify(item.candidate), keyOf(one), one.kind);
      }
      const proposed = judged.filter(({ item, one }) => item.candidate && isRightCandidate(item, one));
      if (proposed.length > 0) {
        gestures += 1;
        await confirm(proposed.flatMap(({ item }) => wishOf(item)));
      }
      const aside = judged.filter(({ one }) => one.kind === 'stranger' || one.kind === 'foreign');
      if (aside.length > 0) {
        gestures += 1;
        await confirm(aside.map(({ item }) => ({ operation_id: item.id, orders: [], kind: 'other' })));
      }
      for (const { item, one } of judged) {
        if (proposed.some((row) => row.item === item) || aside.some((row) => row.item === item)) continue;
        gestures += 1;
        await confirm([{ operation_id: item.id, orders: await idsOf(one.orders) }]);
      }
    }
    return { rows, right, gestures };
  }

  async function confirm(matches: object[]): Promise<void> {
    const { left_out } = await call<{ left_out: { message: string }[] }>(
      'POST',
      '/api/v1/payments/operations/match',
      { matches },
    );
    for (const { message } of left_out) console.error('left out', message);
  }

  async function idsOf(numbers: readonly number[]) {
    const rows = await db
      .selectFrom('payment_orders')
      .select('id')
      .where('number', 'in', [...numbers])
      .execute();
    return rows.map(({ id }) => ({ order_id: id }));
  }

  /** What the ledger holds against what the banks have told, debits less credits, in tenge. */
  async function sumLedger() {
    const { rows } = await sql<{ ours: bigint }>`
      select (select coalesce(sum(amount_tiyn), 0) from settlements where undone_at is null)
        + (select coalesce(sum(amount_tiyn), 0) from advances where undone_at is null)
        + (select coalesce(sum(case direction when 'out' then amount_tiyn else -amount_tiyn end), 0)
           from bank_operations where state = 'set_aside' and currency = 'KZT') as ours`.execute(db);
    const theirs = truth
      .filter(({ currency }) => currency === 'KZT')
      .reduce((sum, one) => sum + (one.direction === 'out' ? one.amount_tiyn : -one.amount_tiyn), 0n);
    return { ours: BigInt(rows[0]!.ours), theirs };
  }

  /** The end to which this order of files leads; nothing of it is kept. */
  async function endOf(shuffled: readonly MonthFile[]): Promise<string> {
    const undo = new Error('undo');
    let end = '';
    await db
      .transaction()
      .execute(async (tx) => {
        const { company_id, user_id } = await tx
          .selectFrom('memberships')
          .select(['company_id', 'user_id'])
          .executeTakeFirstOrThrow();
        for (const file of shuffled)
          await readStatement(
            app.parts,
            tx,
            { company_id, user_id },
            uploadOf(file),
            file.mapping === undefined ? undefined : (JSON.parse(file.mapping) as StatementMapping),
          );
        end = await stateOf(tx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return end;
  }

  async function upload({ name, bytes, mapping }: MonthFile): Promise<void> {
    const boundary = `kelisim${randomBytes(8).toString('hex')}`;
    const part = (head: string, content: Buffer) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ];
    const payload = Buffer.concat([
      ...(mapping ? part('name="mapping"', Buffer.from(mapping)) : []),
      ...part(`name="file"; filename="${name}"`, bytes),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    await call('POST', '/api/v1/payments/statements', payload, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
  }
} finally {
  await postgres.stop();
}

/** What the product has told of an operation, with the numbers of the orders that it paid. */
interface Told extends Pick<
  TrueOperation,
  'account' | 'direction' | 'number' | 'day' | 'amount_tiyn' | 'currency' | 'purpose' | 'orders'
> {
  id: number;
  state: 'matched' | 'unmatched' | 'set_aside';
}

async function told(db: Handle): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select p.id, p.state, s.iban as account, p.direction, p.number, p.day, p.amount_tiyn, p.currency, p.purpose,
      coalesce((select jsonb_agg(o.number order by o.number) from settlements m
        join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
        where m.company_id = p.company_id and m.operation_id = p.id and m.undone_at is null), '[]') as orders
    from bank_operations p join bank_statements s on s.company_id = p.company_id and s.id = p.statement_id`.execute(
    db,
  );
  return rows;
}

async function stateOf(db: Handle): Promise<string> {
  const rows = await told(db);
  return rows
    .map((row) => `${keyOf(row)} ${row.state} ${row.orders.join()}`)
    .toSorted()
    .join('\n');
}

function keyOf({
  account,
  direction,
  number,
  day,
  amount_tiyn,
  currency,
  purpose,
}: Omit<Told, 'id' | 'state' | 'orders'>): string {
  return [account, direction, number, day, String(amount_tiyn), currency, purpose].join(' ');
}

function isTrue(one: TrueOperation, state: Told['state'], orders: readonly number[]): boolean {
  if (one.orders.length === 0) return state === 'set_aside';
  return state === 'matched' && orders.toSorted((a, b) => a - b).join() === one.orders.join();
}

/** The first candidate is what the operation is; of what is about no act nothing may be proposed. */
function isRightCandidate({ candidate }: BankOperation, { kind, orders }: TrueOperation): boolean {
  if (orders.length === 0) return candidate === null || candidate.kind === kind;
  const numbers = candidate?.orders.map(({ number }) => number ?? 0).toSorted((a, b) => a - b);
  const isReturn = candidate?.kind === 'return';
  return numbers?.join() === orders.join() && isReturn === (kind === 'return') && !candidate?.advance;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}
