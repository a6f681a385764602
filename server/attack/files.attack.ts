/**
 * A-27…A-33: hostile files, one after the other, against a process of its own. Each is taken or refused with a sentence,
 * the process never grows by more than 150 MB, never holds its loop for 100 ms, and never falls.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../src/features/sandbox/public.ts';
import { report } from './attacked-product.ts';
import { hostileFiles, ordinaryFiles, type HostileFile } from './hostile-files.ts';
import { makeTemporaryFolder } from '../test/temporary-folder.ts';

const MOST_GROWTH_MB = 150;
const MOST_HELD_MS = 100;

const WAYS: Record<
  HostileFile['kind'],
  { path: string; part: string; name: string; fields: Record<string, string> }
> = {
  contract: {
    path: 'doc/documents',
    part: 'file',
    name: 'договор.pdf',
    // Whose contract it is comes from the demo data.
    fields: {
      title: 'Шарт',
      contractor_id: '',
      type_id: '1',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    },
  },
  table: { path: 'doc/acts/process', part: 'file', name: 'акты.xlsx', fields: { dry_run: 'true' } },
  key: { path: 'auth/store/load', part: 'file', name: 'key.p12', fields: {} },
  signature: { path: 'verify', part: 'cms', name: 'a.cms', fields: {} },
};

const folder = makeTemporaryFolder('kelisim-attack-');
const port = await freePort();
const api = `http://127.0.0.1:${port}/api/v1/`;
const product = startProduct();
try {
  const authorization = await signIn();
  WAYS.contract.fields.contractor_id = await anExecutor(authorization);
  // The threads and what they load belong to the product as it runs, not to the attack.
  const key = await aKeyFile(authorization);
  for (const file of ordinaryFiles(key)) await send(file, authorization);

  const answers: Record<string, number> = {};
  const worst = { growth_mb: 0, growth_of: '', held_ms: 0, held_of: '', ms: 0, ms_of: '' };
  const wrong: string[] = [];
  const baseline_mb = memoryMb('VmRSS');
  for (const file of hostileFiles(key)) {
    forgetPeak();
    await heldMs();
    const began = performance.now();
    const said = await send(file, authorization).catch((error: unknown) => `none ${String(error)}`);
    const ms = Math.round(performance.now() - began);
    const [held_ms, growth_mb] = [await heldMs(), memoryMb('VmHWM') - baseline_mb];
    answers[said] = (answers[said] ?? 0) + 1;
    if (!/^(200|4\d\d) /.test(said)) wrong.push(`${file.title}: ${said}`);
    if (growth_mb > worst.growth_mb) Object.assign(worst, { growth_mb, growth_of: file.title });
    if (held_ms > worst.held_ms) Object.assign(worst, { held_ms, held_of: file.title });
    if (ms > worst.ms) Object.assign(worst, { ms, ms_of: file.title });
    if (process.env.ATTACK_VERBOSE)
      console.log(JSON.stringify({ file: file.title, said, ms, held_ms, growth_mb }));
  }
  const passed = wrong.length === 0 && worst.growth_mb < MOST_GROWTH_MB && worst.held_ms < MOST_HELD_MS;
  if (!report({ attack: 'hostile_files', passed, answers, baseline_mb, ...worst, wrong }))
    process.exitCode = 1;
} finally {
  product.kill();
  await once(product, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

function startProduct(): ChildProcess {
  return fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    execArgv: ['--import', new URL('watch-loop.ts', import.meta.url).href],
    env: { PATH: process.env.PATH, SANDBOX: 'on', DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

/** Waits for the product to come up, and answers the header of a director of the demo data. */
async function signIn(): Promise<string> {
  for (;;) {
    const answer = await fetch(`${api}auth/login/too`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'director@alatau.example', password: DEMO_PASSWORD }),
    }).catch(() => null);
    if (answer?.ok) return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
    if (product.exitCode !== null) throw new Error('The product did not start');
    await setTimeout(500);
  }
}

async function anExecutor(authorization: string): Promise<string> {
  const answer = await fetch(`${api}company/executors/list`, { headers: { authorization } });
  const executors = (await answer.json()) as { executor_company_id: number }[];
  return String(executors[0]!.executor_company_id);
}

async function aKeyFile(authorization: string): Promise<Buffer> {
  const answer = await fetch(`${api}sandbox/keys`, { headers: { authorization } });
  const [key] = (await answer.json()) as { pkcs12: string }[];
  return Buffer.from(key!.pkcs12, 'base64');
}

/** Status and code of the answer. */
async function send(file: HostileFile, authorization: string): Promise<string> {
  const { path, part, name, fields } = WAYS[file.kind];
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(part, new Blob([new Uint8Array(await file.bytes())]), file.name ?? name);
  const headers = { authorization, 'idempotency-key': randomUUID() };
  const answer = await fetch(api + path, { method: 'POST', headers, body: form });
  const { code, message } = (await answer.json()) as { code?: string; message?: string };
  if (answer.status >= 400 && !message) return `${answer.status} without a sentence`;
  return `${answer.status} ${code ?? 'ok'}`;
}

async function heldMs(): Promise<number> {
  product.send('take');
  const [{ held_ms }] = (await once(product, 'message')) as [{ held_ms: number }];
  return Math.round(held_ms);
}

/** Of the process with all its threads (Linux). */
function memoryMb(what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)![1]) / 1024);
}

/** Lets the peak of the memory begin anew (proc(5), clear_refs). */
function forgetPeak(): void {
  writeFileSync(`/proc/${product.pid}/clear_refs`, '5');
}
