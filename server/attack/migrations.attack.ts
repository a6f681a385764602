/**
 * A million acts, fifty requests a second from people who read and write them, and beside them each kind of change that
 * migrations make: no request fails, and none waits longer than two seconds. ATTACK_ACTS=1000 tries it in a small size.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fillActs } from '../test/fill-acts.ts';
import { seedReference } from '../seeds/reference.ts';
import { hashPassword } from '../src/features/auth/public.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { MIGRATIONS } from '../src/platform/db/migration-files.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';
import { attackProduct, startServer } from './attacked-product.ts';
import { report } from './report.ts';

const ACTS = Number(process.env.ATTACK_ACTS ?? 1_000_000);
const A_SECOND = 50;
const MOST_WAIT_MS = 2_000;
/** Milliseconds of load before and after each change, so that a change of a moment meets requests too. */
const AROUND = 1_500;

/** In their order: later ones build on earlier ones. The first lines say how each is applied. */
const CHANGES: readonly [string, string][] = [
  ['column', 'alter table acts add trial text'],
  ['column_with_default', "alter table acts add trial_kind text not null default 'usual'"],
  [
    'index',
    '-- Outside of a transaction.\ncreate index concurrently if not exists acts_trial on acts (company_id, trial)',
  ],
  [
    'rows',
    `-- In batches.
     update acts set trial = 'filled'
     where id in (select id from acts where trial is null limit 1000)`,
  ],
  [
    'check',
    "alter table acts add constraint acts_trial_check check (trial in ('filled', 'empty') or trial is null) not valid",
  ],
  ['proof_of_check', 'alter table acts validate constraint acts_trial_check'],
  [
    'another_check',
    `alter table acts drop constraint acts_trial_check,
       add constraint acts_trial_check check (trial <> '' or trial is null) not valid`,
  ],
  [
    'table',
    `create table trial_notes (id bigint generated always as identity primary key, company_id bigint not null references companies,
       act_id bigint not null, note text, foreign key (company_id, act_id) references acts (company_id, id));
     create index trial_notes_of_acts on trial_notes (company_id, act_id)`,
  ],
  [
    'trigger',
    `create function trial_touch() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger acts_trial before update on acts for each row execute function trial_touch()`,
  ],
  ['dropped_index', '-- Outside of a transaction.\ndrop index concurrently if exists acts_trial'],
  ['dropped_column', '-- Unused since 0.1.\nalter table acts drop column trial, drop column trial_kind'],
];

const place = makeTemporaryFolder('kelisim-changes-');
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
const files = join(place, 'migrations');
mkdirSync(files);
cpSync(MIGRATIONS, files, { recursive: true });

await attackProduct(async (app, { superuser_url, owner_url }) => {
  const { db, config } = app.parts;
  const password = 'trial-trial-trial';
  const { companies, email } = await fillActs(owner_url, {
    sizes: [ACTS],
    of_others: Math.ceil(ACTS / 100),
    password_hash: await hashPassword(password),
    superuser_url: inProduct(superuser_url),
  });
  await seedReference(db);
  const [company] = companies;
  if (!company) throw new Error('no company was filled');
  const { child, address } = await startServer(app);
  try {
    const send = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${address}/api/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const signed = await send('auth/login/too', {}, { email, password });
    const { access_token } = (await signed.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    const act = {
      title: 'Услуги за период',
      contract_id: company.contract_id,
      contractor_company_id: company.first_executor_id,
      date: '2023-01-31',
      start_date: '2023-01-01',
      end_date: '2023-01-31',
      knp: '859',
      services: [{ category_id: 1, description: 'Услуга', quantity: '1', rate: '1000.00', unit_id: 1 }],
    };
    let turn = 0;
    const nextAsk = () => {
      turn++;
      if (turn % 3 === 0) return send('doc/acts?limit=20', { authorization });
      if (turn % 3 === 1) return send(`doc/acts/${company.first_act_id + (turn % ACTS)}`, { authorization });
      return send('doc/acts', { authorization, 'idempotency-key': `trial-act-${turn}` }, act);
    };

    /** Sends on the beat, whether or not what was sent before is answered, until it is told to stop. */
    const load = async (stop: AbortSignal) => {
      const waits: number[] = [];
      const refused: string[] = [];
      const open: Promise<void>[] = [];
      const began = performance.now();
      for (let sent = 0; !stop.aborted; await sleep(5))
        for (; sent < ((performance.now() - began) / 1000) * A_SECOND; sent++) {
          const at = performance.now();
          open.push(
            nextAsk().then(
              async (answer) => {
                const text = await answer.text();
                waits.push(performance.now() - at);
                if (answer.status >= 300) refused.push(`${answer.status} ${text.slice(0, 200)}`);
              },
              (error: unknown) => void refused.push(String(error)),
            ),
          );
        }
      await Promise.all(open);
      return { requests: waits.length, longest_ms: Math.round(Math.max(...waits)), refused };
    };

    let passed = true;
    const measure = async (change: string, work: () => Promise<unknown>) => {
      const stop = new AbortController();
      const loaded = load(stop.signal);
      await sleep(AROUND);
      const began = performance.now();
      await work();
      const took_s = Number(((performance.now() - began) / 1000).toFixed(1));
      await sleep(AROUND);
      stop.abort();
      const { requests, longest_ms, refused } = await loaded;
      const holds = refused.length === 0 && longest_ms <= MOST_WAIT_MS;
      passed &&= holds;
      const told = { took_s, requests, failed: refused.length, longest_ms };
      report({ attack: `migrations ${change}`, passed: holds, acts: ACTS, ...told });
      if (refused[0]) console.error(refused[0]);
    };

    await measure('none', () => sleep(AROUND));
    for (const [at, [change, text]] of CHANGES.entries()) {
      writeFileSync(join(files, `2099${String(at).padStart(4, '0')}-${change}.sql`), text);
      const told = { url: config.database_url, owner_url };
      await measure(change, () => migrate({ ...told, files: pathToFileURL(`${files}/`) }));
    }
    return passed;
  } finally {
    child.kill('SIGTERM');
  }
});

/** The superuser's address of the product's database. */
function inProduct(superuser_url: string): string {
  const url = new URL(superuser_url);
  url.pathname = '/kelisim';
  return url.href;
}
