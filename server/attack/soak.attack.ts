/**
 * F28: `PROVE_SOAK_MINUTES` (60) of ordinary work against a process of its own: acts are made, sent, looked at and
 * searched, contracts uploaded and read, people sign in and out, live streams come and go. After a warm-up nothing grows:
 * what its objects take once their garbage is collected, its memory, its open handles, the connections of the database
 * and the drafts of its files; nothing but 200 is answered, and the invariants hold.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ACCESS_S } from '../src/platform/tokens.ts';
import { violations, worldOf } from '../test/hold-invariants.ts';
import { actBody, contractBody, makeDeal, samplePdf } from '../test/papers.ts';
import { makeCompany, makeExecutor, PASSWORD } from '../test/people.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';
import { callerOf } from './call-product.ts';
import { furnishAuthorities, testAppOf } from './test-app-of.ts';

const SOAK_MS = Number(process.env.PROVE_SOAK_MINUTES ?? 60) * 60_000;
const WARM_UP = 0.3;
const SAMPLES = 60;
const MOST_GROWTH = { heap_mb: 20, memory_mb: 60, handles: 10, connections: 4, drafts: 0 };
type Sample = Record<keyof typeof MOST_GROWTH, number>;

await attackProduct(async (plain) => {
  const app = await testAppOf(plain);
  const company = await makeCompany(app);
  const deal = await makeDeal(app, company, await makeExecutor(app, company));
  const { child, address, watch } = await startServer(plain, { with_watch: true });
  const call = callerOf(address);
  const { director } = company;
  /** Signed in again before the token ends. */
  const as = { token: director.token };
  let signed_in_at = performance.now();
  const ended = new AbortController();
  const answers: Record<string, number> = {};
  const tell = (status: number) => void (answers[status] = (answers[status] ?? 0) + 1);
  const ask: typeof call = async (...of) => {
    const answer = await call(...of);
    tell(answer.status);
    return answer;
  };
  const idOf = ({ json }: { json: unknown }) => (json as { id: number }).id;

  const WORK: readonly (() => Promise<void>)[] = [
    async () => {
      const act_ids: number[] = [];
      for (let n = 0; n < 3; n++) act_ids.push(idOf(await ask('acts.create', { body: actBody(deal) }, as)));
      await ask('acts.send', { body: { act_ids } }, as);
      for (const act_id of act_ids) await ask('acts.get', { params: { act_id } }, as);
    },
    async () => {
      await ask('acts.list', { query: { limit: 20 } }, as);
      await ask('acts.list', { query: { limit: 20, search: 'курьер' } }, as);
      await ask('documents.list', { query: {} }, as);
    },
    async () => {
      const files = { file: { name: 'договор.pdf', bytes: await samplePdf() } };
      const doc_id = idOf(await ask('documents.create', { body: contractBody(deal.executor), files }, as));
      await ask('documents.file', { params: { doc_id } }, as);
    },
    async () => {
      const { json } = await ask('auth.login_too', { body: { email: director.email, password: PASSWORD } });
      const { access_token } = json as { access_token: string };
      if (performance.now() > signed_in_at + (ACCESS_S * 1000) / 3) {
        as.token = access_token;
        signed_in_at = performance.now();
      } else await ask('auth.logout', {}, { token: access_token });
      await sleep(2_000);
    },
    async () => {
      const gone = new AbortController();
      await fetch(`${address}/api/v1/live`, {
        headers: { authorization: `Bearer ${as.token}` },
        signal: gone.signal,
      }).then(({ status }) => tell(status));
      await sleep(1_000);
      gone.abort();
    },
  ];
  const work = Promise.all(
    WORK.map(async (turn) => {
      for (; !ended.signal.aborted; await sleep(100)) await turn();
    }),
  );

  const sample = async (): Promise<Sample> => {
    const { heap_mb } = await watch.settle();
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where backend_type = 'client backend'`.execute(
      app.parts.db,
    );
    const names = readdirSync(join(app.data_dir, 'files'));
    return {
      heap_mb,
      memory_mb: watch.memoryMb('VmRSS'),
      handles: readdirSync(`/proc/${child.pid}/fd`).length,
      connections: rows[0]?.n ?? 0,
      // Older than any file that is being written.
      drafts: Math.max(0, names.filter((name) => name.startsWith('tmp-')).length - WORK.length),
    };
  };
  const samples: Sample[] = [];
  try {
    await sleep(SOAK_MS * WARM_UP);
    for (let n = 0; n < SAMPLES; n++) {
      samples.push(await sample());
      await sleep((SOAK_MS * (1 - WARM_UP)) / SAMPLES);
    }
    ended.abort();
    await work;
    const growth = growthOf(samples);
    const grows = Object.keys(MOST_GROWTH).filter(
      (what) => growth[what as keyof Sample] > MOST_GROWTH[what as keyof Sample],
    );
    const broken = await violations(worldOf(app));
    return report({
      attack: 'soak',
      passed: grows.length + broken.length === 0 && Object.keys(answers).join() === '200',
      minutes: SOAK_MS / 60_000,
      requests: Object.values(answers).reduce((sum, n) => sum + n, 0),
      heap_mb: samples.at(-1)?.heap_mb,
      memory_mb: samples.at(-1)?.memory_mb,
      growth,
      grows: grows.join(' '),
      answers,
      violations: broken,
    });
  } finally {
    ended.abort();
    child.kill('SIGKILL');
  }
}, furnishAuthorities);

/** From the median of the first third of the samples to that of the last. */
function growthOf(samples: readonly Sample[]): Sample {
  const third = Math.ceil(samples.length / 3);
  const median = (part: readonly Sample[], what: keyof Sample) =>
    part.map((one) => one[what]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  return Object.fromEntries(
    (Object.keys(MOST_GROWTH) as (keyof Sample)[]).map((what) => [
      what,
      median(samples.slice(-third), what) - median(samples.slice(0, third), what),
    ]),
  ) as Sample;
}
