/**
 * The last day of a month on one server: a spreadsheet of acts is imported, their papers are frozen and sent, both sides
 * sign with GOST keys (stamped and proven), the sandbox bank pays, and everything is downloaded in one archive and as the
 * package of the month. Of each stage: minutes, processor seconds of the product and of PostgreSQL, the highest memory of
 * the product, and beside it what the same costs at least: COPY of the same rows, Typst alone, the mathematics of the
 * signatures alone, reading the bytes. НУЦ answers from a process of its own; browsers' signatures are made before they are measured.
 * Once paid, what an act costs to keep is counted in bytes.
 * BENCH_ACTS=10000 is the whole measurement; BENCH_EXECUTORS=100 of them share the acts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { sql } from 'kysely';
import { signCms } from '../eds/src/cms/sign.ts';
import { verifyCms } from '../eds/src/cms/verify.ts';
import { seedReference } from '../server/seeds/reference.ts';
import type { SandboxNca } from '../server/src/adapters/nca/sandbox/sandbox-nca.ts';
import { makeSampleAct } from '../server/src/adapters/pdf/typst/sample-act.ts';
import { makeApp } from '../server/src/app.ts';
import { ACT_COLUMNS, COLUMN_KINDS } from '../server/src/features/acts/act-columns.ts';
import { zipActs } from '../server/src/features/acts/zip-acts.ts';
import { followOrders } from '../server/src/features/payments/follow-orders.ts';
import { zipMonth } from '../server/src/features/month-package/zip-month.ts';
import type { DrawCard } from '../server/src/features/signatures/public.ts';
import { CMS_AS_TAKEN } from '../server/src/features/signatures/signatures.queries.ts';
import { proveFile } from '../server/src/features/signing/make-proof.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { readFileOf } from '../server/src/platform/files/files.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startBenchDatabase } from './bench-database.ts';
import { allowUpkeep } from './allow-upkeep.ts';
import { keepQueuesEmpty } from './keep-queues-empty.ts';
import { copyRows } from './copy-rows.ts';
import { addPeople } from './month-end-people.ts';
import { countBytesPerAct, readTableBytes } from './bytes-per-act.ts';
import { startOwnNca } from './own-nca.ts';
import { postgresCpu } from '../server/test/postgres-cpu.ts';
import { sized } from './size.ts';

const ACTS = Number(process.env.BENCH_ACTS ?? sized(10_000, 4));
const EXECUTORS = Math.min(ACTS, Number(process.env.BENCH_EXECUTORS ?? sized(100, 2)));
const PASSWORD = 'month-end-2026-kelisim';
const TODAY = new Date().toISOString().slice(0, 10);

const postgres = await startBenchDatabase();
const { folder } = postgres;
let queues: ReturnType<typeof keepQueuesEmpty> | undefined;
let own_nca: Awaited<ReturnType<typeof startOwnNca>> | undefined;
try {
  await allowUpkeep(postgres.owner_url);
  own_nca = await startOwnNca(join(folder, 'sandbox-nca'));
  const { sandbox, nca } = own_nca;
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({
    config: { ...config, database_url: postgres.url },
    log: makeLog('silent'),
    nca,
  });
  const { db, bulk, store, pdf } = app.parts;
  await seedReference(db);
  // Queues are emptied within seconds, here as in the product; what is counted is what stays.
  queues = keepQueuesEmpty(app, postgres.url);
  const people = await addPeople(db, sandbox, { executors: EXECUTORS, password: PASSWORD });
  const token = await signIn();

  const sheet = await makeSheet();
  const bytes_before = await readTableBytes(db);
  await stage(
    'import',
    async () => {
      const run = await upload(sheet);
      await bulk.work(run);
    },
    { name: 'COPY of the same rows', work: () => copyRows(db, postgres.url) },
  );
  await sql`analyze`.execute(db);

  const act_ids = await listIds();
  await stage(
    'frozen_and_sent',
    () =>
      work(
        'acts.send',
        people.director,
        act_ids.map((subject_id) => ({ subject_id })),
      ),
    {
      name: 'Typst alone',
      work: async () => {
        for (let n = 0; n < ACTS; n += 20)
          await Promise.all(
            Array.from({ length: Math.min(20, ACTS - n) }, () => pdf.renderAct(makeSampleAct(), new Date())),
          );
      },
    },
  );

  const signatures = await signEverything();
  await stage(
    'signed_by_both',
    async () => {
      for (const { by, items } of signatures) await work('acts.sign', by, items);
    },
    { name: 'signature mathematics alone', work: () => verifyEverything(sandbox) },
  );

  await stage('paid', async () => {
    await work(
      'acts.pay',
      people.director,
      act_ids.map((subject_id) => ({ subject_id })),
    );
    while ((await countOf('paying')) > 0) {
      await followOrders(app.parts);
      await pause(200);
    }
  });
  await queues.stop();
  await queues.emptyOnce();
  console.log(
    JSON.stringify({
      bench: 'month_end',
      stage: 'kept',
      acts: ACTS,
      ...(await countBytesPerAct(db, ACTS, bytes_before)),
    }),
  );

  const drawCard: DrawCard = (file, signatures) => proveFile(app.parts, 'ddc', file, signatures);
  let archive_bytes = 0;
  await stage(
    'downloaded',
    async () => {
      const viewer = { role: 'business' as const, company_id: people.director.company_id };
      const { bytes } = await zipActs(app.parts, drawCard, viewer, act_ids, 'ru');
      bytes.on('data', (chunk: Buffer) => (archive_bytes += chunk.length));
      await finished(bytes);
    },
    { name: 'reading the bytes', work: readEverything },
  );
  let package_bytes = 0;
  await stage('package_of_the_month', async () => {
    const { bytes } = zipMonth(app.parts, drawCard, 1, TODAY.slice(0, 7), 'ru');
    bytes.on('data', (chunk: Buffer) => (package_bytes += chunk.length));
    await finished(bytes);
  });
  const paid = await countOf('paid');
  console.log(
    JSON.stringify({
      bench: 'month_end',
      stage: 'end',
      acts: ACTS,
      paid,
      archive_mb: Math.round(archive_bytes / 1_048_576),
      package_mb: Math.round(package_bytes / 1_048_576),
    }),
  );
  if (paid !== ACTS) throw new Error(`${paid} of ${ACTS} acts were paid`);
  await app.close();

  /** Work with its limit beside it, both measured in the same way. */
  async function stage(
    name: string,
    does: () => Promise<void>,
    limit?: { name: string; work: () => Promise<void> },
  ) {
    const whole = await measured(does);
    const least = limit ? await measured(limit.work) : null;
    console.log(
      JSON.stringify({
        bench: 'month_end',
        stage: name,
        acts: ACTS,
        minutes: Number((whole.ms / 60_000).toFixed(2)),
        cpu_s: whole.cpu_s,
        postgres_cpu_s: whole.postgres_cpu_s,
        peak_mb: whole.peak_mb,
        ...(least && {
          limit: limit!.name,
          limit_minutes: Number((least.ms / 60_000).toFixed(2)),
          limit_cpu_s: least.cpu_s,
          times_the_limit: Number((whole.ms / least.ms).toFixed(2)),
        }),
      }),
    );
  }

  async function signIn(): Promise<string> {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/login/too',
      payload: { email: 'bench1@kelisim.example', password: PASSWORD },
    });
    return (answer.json() as { access_token: string }).access_token;
  }

  async function makeSheet(): Promise<Uint8Array> {
    const contracts = await sql<{ bin: string; title: string }>`
      select c.bin, d.title from documents d join companies c on c.id = d.contractor_company_id order by d.id`.execute(
      db,
    );
    const { rows } = await sql<{ category: string; unit: string }>`
      select (select name_ru from service_categories order by id limit 1) as category,
        (select name_ru from units order by id limit 1) as unit`.execute(db);
    const { category, unit } = rows[0]!;
    const cells = (n: number): Partial<Record<(typeof ACT_COLUMNS)[number]['key'], string>> => {
      const { bin, title } = contracts.rows[n % EXECUTORS]!;
      return {
        act: String(n + 1),
        contractor: bin,
        contract: title,
        title: `Услуги за месяц, акт ${n + 1}`,
        date: TODAY,
        start_date: `${TODAY.slice(0, 8)}01`,
        end_date: TODAY,
        category,
        description: 'Доставка отправлений по городу',
        quantity: '12.5',
        unit,
        // Each of its own sum: two alike of one executor and period would be taken for one.
        rate: String(1_000 + n),
      };
    };
    return app.parts.spreadsheet.writeSheet({
      sheets: [
        {
          name: 'Акты',
          freeze_header: true,
          columns: ACT_COLUMNS.map(({ key, ru, width }) => ({
            header: ru,
            width,
            kind: COLUMN_KINDS[key] ?? 'text',
          })),
          rows: Array.from({ length: ACTS }, (_, n) => ACT_COLUMNS.map(({ key }) => cells(n)[key] ?? null)),
        },
      ],
    });
  }

  /** As the page does it; answers the run that makes the acts. */
  async function upload(bytes: Uint8Array): Promise<number> {
    const boundary = `kelisim${randomBytes(8).toString('hex')}`;
    const part = (head: string) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`);
    const payload = Buffer.concat([
      part('name="dry_run"'),
      Buffer.from('false\r\n'),
      part('name="file"; filename="acts.xlsx"'),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/v1/doc/acts/process',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload,
    });
    const body = answer.json() as { run: { run_id?: number; id?: number } | null; errors?: unknown[] };
    const run_id = body.run?.run_id ?? body.run?.id;
    if (!run_id) throw new Error(`the table was not taken: ${answer.body.slice(0, 500)}`);
    return run_id;
  }

  async function work(
    kind: string,
    { company_id, user_id, session_id }: { company_id: number; user_id: number; session_id: number },
    items: { subject_id: number; payload?: unknown }[],
  ): Promise<void> {
    const run_id = await bulk.start({
      company_id,
      user_id,
      session_id,
      kind,
      idempotency_key: randomUUID(),
      request_hash: randomBytes(32),
      params: {},
      items,
    });
    await bulk.work(run_id);
    const { rows } = await sql<{ code: string | null; n: number }>`
      select code, count(*) as n from bulk_items where run_id = ${run_id} and status <> 'ok' group by 1`.execute(
      db,
    );
    if (rows.length > 0) throw new Error(`${kind}: ${JSON.stringify(rows)}`);
  }

  async function listIds(): Promise<number[]> {
    const rows = await db.selectFrom('acts').select('id').where('company_id', '=', 1).orderBy('id').execute();
    if (rows.length !== ACTS) throw new Error(`${rows.length} of ${ACTS} acts were imported`);
    return rows.map(({ id }) => id);
  }

  async function countOf(status: ActStatus): Promise<number> {
    const { n } = await db
      .selectFrom('acts')
      .select(sql<number>`count(*)`.as('n'))
      .where((eb) => eb.and({ company_id: 1, status }))
      .executeTakeFirstOrThrow();
    return n;
  }

  /** The signatures of everybody, each executor's own acts and the director's all of them. */
  async function signEverything() {
    const papers = await db
      .selectFrom('acts as a')
      .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
      .select(['a.id', 'a.contractor_company_id', 'f.sha256', 'f.streebog512'])
      .where('a.company_id', '=', 1)
      .execute();
    const byExecutor = Map.groupBy(papers, (paper) => paper.contractor_company_id);
    const runs = [];
    for (const { key, ...by } of people.keyed) {
      const own = by.company_id === 1 ? papers : (byExecutor.get(by.company_id) ?? []);
      const items = [];
      for (const { id, sha256, streebog512 } of own) {
        const cms = await signCms({
          digest: { sha256, streebog512: streebog512! },
          ...key,
          signing_time: new Date(),
          primitives: sandbox.primitives,
        });
        items.push({ subject_id: id, payload: { cms: Buffer.from(cms).toString('base64') } });
      }
      runs.push({ by, items });
    }
    // The director signs last: a contract may ask for the executor first.
    return [...runs.slice(1), runs[0]!];
  }

  async function verifyEverything({ trust, primitives }: SandboxNca): Promise<void> {
    const rows = await db
      .selectFrom('signatures as s')
      .innerJoin('files as f', 'f.id', 's.file_id')
      .select([CMS_AS_TAKEN, 'f.sha256', 'f.streebog512'])
      .where('s.act_id', 'is not', null)
      .execute();
    for (const { cms, sha256, streebog512 } of rows) {
      const digests = { sha256, streebog512: streebog512! };
      const verdict = await verifyCms({ cms, digests, trust, primitives, require_timestamp: true });
      if (verdict.status !== 'valid') throw new Error(verdict.reason);
    }
  }

  async function readEverything(): Promise<void> {
    const files = await db
      .selectFrom('files as f')
      .innerJoin('acts as a', 'a.frozen_file_id', 'f.id')
      .select(['f.storage_key', 'f.sha256'])
      .execute();
    for (const file of files) await readFileOf(store, file);
  }
} finally {
  await queues?.stop();
  own_nca?.stop();
  await postgres.stop();
}

async function measured(does: () => Promise<void>) {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const cpu = process.cpuUsage();
  const database = postgresCpu(postgres.pid);
  const from = performance.now();
  await does();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  const database_after = postgresCpu(postgres.pid);
  return {
    ms: performance.now() - from,
    cpu_s: Math.round((user + system) / 1e5) / 10,
    postgres_cpu_s:
      database === null || database_after === null ? null : Math.round((database_after - database) * 10) / 10,
    peak_mb: Math.round(peak / 1_048_576),
  };
}
