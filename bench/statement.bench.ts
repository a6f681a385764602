/**
 * One 1C statement as long as a statement may nearly be: a half of its debits are orders by sum and number, the others are
 * of no order; a tenth of all is money that came in. Of each stage the seconds, and the peak memory of the process while it
 * reads. Throws where what is whole is not matched, or the same file again changes something.
 * BENCH_OPERATIONS=40000 is the whole measurement; the small one has more orders than are settled at once.
 */
import { almatyDate, formatDate } from '@kelisim/shared/kernel/dates.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { sql } from 'kysely';
import { seedReference } from '../server/seeds/reference.ts';
import { makeApp } from '../server/src/app.ts';
import { readStatement } from '../server/src/features/payments/read-statement.ts';
import { balancesAgree } from '../server/src/invariants/balances-agree.ts';
import { moneyAgreesWithTheBank } from '../server/src/invariants/money-agrees-with-the-bank.ts';
import { ordersMatchActs } from '../server/src/invariants/orders-match-acts.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { uploadOf } from '../server/test/bank-month-files.ts';
import { callOf, makeActs, makeCompanies, seeded } from '../server/test/bank-month.ts';
import { startBenchDatabase } from './bench-database.ts';
import { allowUpkeep } from './allow-upkeep.ts';
import { sized } from './size.ts';

const OPERATIONS = Number(process.env.BENCH_OPERATIONS ?? sized(40_000, 1_200));
const ORDERS = Math.floor((OPERATIONS * 45) / 100);

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  await allowUpkeep(postgres.owner_url);
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const { db, clock } = app.parts;
  await seedReference(db);
  const { company_id, user_id, accounts } = await makeCompanies(app, Math.min(500, OPERATIONS));
  const [account] = accounts as [string];
  const today = almatyDate(clock.now());
  await makeActs(app, ORDERS, seeded(17));
  await sql`update acts set status = 'paying' where company_id = ${company_id}`.execute(db);
  // Of each file of a thousand, as many as one may hold.
  await sql`
    with f as (insert into files (company_id, public_id, kind, name, media_type, size_bytes, sha256, storage_key)
      select ${company_id}, 'statement-' || n, 'document', 'a.txt', 'text/plain', 1, sha256('x'), 'be/' || n
      from generate_series(0, ${Math.floor(ORDERS / 1_000)}::int) n returning id)
    insert into payment_files (company_id, format, file_id, orders, amount_tiyn, changed, debits, made_by)
    select ${company_id}, '1c', f.id, 1000, 1, '[]', '[]', ${user_id} from f`.execute(db);
  await sql`
    insert into payment_orders (company_id, act_id, end_to_end_id, status, amount_tiyn, knp, purpose, payer_iban, payer_bic,
      payer_kbe, payee_iban, payee_bic, payee_kbe, payee_name, payee_bin, bank, channel, year, number, created_by, sent_at, payment_file_id)
    select a.company_id, a.id, 'KLS' || upper(lpad(to_hex(a.id), 20, '0')), 'accepted', a.amount_tiyn, '859',
      'Оплата по акту № ' || a.number || '/' || a.year, ${account}, 'HSBKKZKX', '17', r.iban, b.bic, '19', x.name, x.bin,
      'file', 'file', a.year, a.number, ${user_id}, ${`${today}T00:10:00+05:00`}::timestamptz,
      (select min(id) from payment_files) + a.number / 1000
    from acts a join companies x on x.id = a.contractor_company_id
    join bank_requisites r on r.company_id = x.id join banks b on b.id = r.bank_id
    where a.company_id = ${company_id}`.execute(db);
  await sql`analyze`.execute(db);
  const { rows: orders } = await sql<{ number: number; amount_tiyn: bigint; iban: string; name: string }>`
    select number, amount_tiyn, payee_iban as iban, payee_name as name from payment_orders order by id`.execute(
    db,
  );
  const bytes = writeFile();
  const call = callOf(app);

  const first = await stage('read', () => read('month.txt', bytes));
  if (first.matched !== ORDERS) throw new Error(`${first.matched} of ${ORDERS} orders are matched`);
  await stage('first_page', () => call('GET', '/api/v1/payments/operations?state=unmatched&page=1&limit=50'));
  await stage('page_of_executor', () =>
    call('GET', '/api/v1/payments/operations?state=unmatched&page=1&limit=50&executor_company_id=2'),
  );
  await stage('list_of_statements', () => call('GET', '/api/v1/payments/statements?page=1&limit=50'));
  await stage('same_again', async () => {
    const again = await read('month.txt', bytes);
    if (again.added > 0) throw new Error('the same statement again changed something');
  });
  await stage('next_day', () => read('next.txt', writeFile(20)));
  // As the database does by itself after so many rows: on a guess of nothing the invariants look at each for each.
  await sql`analyze`.execute(db);
  const world = { ...app.parts, now: new Date() };
  for (const rule of [moneyAgreesWithTheBank, ordersMatchActs, balancesAgree]) {
    const { faults } = await rule.check(world);
    if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  }
  await app.close();

  async function read(name: string, content: Buffer) {
    const upload = uploadOf({ name, bytes: content });
    const actor = { company_id, user_id };
    const { added } = await db.transaction().execute((tx) => readStatement(app.parts, tx, actor, upload));
    const { matched } = await db
      .selectFrom('bank_operations')
      .select(sql<number>`count(*) filter (where state = 'matched')`.as('matched'))
      .executeTakeFirstOrThrow();
    return { added, matched };
  }

  /** Half of the debits are orders; a smaller file is of another day’s strangers alone. */
  function writeFile(strangers?: number): Buffer {
    const paid = strangers === undefined ? orders : [];
    const into = strangers === undefined ? Math.floor(OPERATIONS / 10) : 0;
    const others = strangers ?? OPERATIONS - paid.length - into;
    const document = (number: string, sum: bigint, iban: string, more: string[], direction = 'Расход') => [
      'СекцияДокумент=Выписка',
      `НомерДокумента=${number}`,
      `ДатаОперации=${formatDate(today)}`,
      `Сумма${direction}=${formatMoney(sum)}`,
      `ПлательщикИИК=${direction === 'Расход' ? account : iban}`,
      `ПолучательИИК=${direction === 'Расход' ? iban : account}`,
      ...more,
      'КонецДокумента',
    ];
    const lines = [
      ...paid.flatMap(({ number, amount_tiyn, iban, name }) =>
        document(String(number), amount_tiyn, iban, [
          `ПолучательНаименование=${name}`,
          `НазначениеПлатежа=Оплата по акту № ${number}/2026`,
        ]),
      ),
      // To the same people and over the same sums: the worst to tell from orders.
      ...Array.from({ length: others }, (_, n) => {
        const of = orders[n % orders.length]!;
        const more = [`ПолучательНаименование=${of.name}`, `НазначениеПлатежа=Оплата ${n}`];
        return document(`X-${9_000_000 + n + (strangers ?? 0) * 100_000}`, of.amount_tiyn, of.iban, more);
      }).flat(),
      ...Array.from({ length: into }, (_, n) =>
        document(
          `I-${n}`,
          BigInt(100_000 + n),
          'KZ72998KZT0000000041',
          ['НазначениеПлатежа=От покупателя'],
          'Приход',
        ),
      ).flat(),
    ];
    return Buffer.from(['1CClientBankExchange', `РасчСчет=${account}`, ...lines, 'КонецФайла'].join('\r\n'));
  }

  async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const done = await work();
    const seconds = Math.round((performance.now() - began) / 10) / 100;
    const peak_mb = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(
      JSON.stringify({ bench: 'statement', stage: name, operations: OPERATIONS, seconds, peak_mb }),
    );
    return done;
  }
} finally {
  await postgres.stop();
}
