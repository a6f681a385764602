/**
 * A-27…A-33: hostile files, one after the other, against a process of its own. Each is taken or refused with a sentence,
 * the process never grows by more than 150 MB, never holds its loop for 100 ms, and never falls.
 */
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '../src/features/sandbox/public.ts';
import { watchProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { hostileFiles, ordinaryFiles, type HostileFile } from './hostile-files.ts';

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

const product = await watchProduct();
const api = `${product.address}/api/v1/`;
try {
  const authorization = await signIn();
  WAYS.contract.fields.contractor_id = await anExecutor(authorization);
  // The threads and what they load belong to the product as it runs, not to the attack.
  const key = await aKeyFile(authorization);
  for (const file of ordinaryFiles(key)) await send(file, authorization);

  const answers: Record<string, number> = {};
  const worst = { growth_mb: 0, growth_of: '', held_ms: 0, held_of: '', ms: 0, ms_of: '' };
  const wrong: string[] = [];
  const baseline_mb = product.memoryMb('VmRSS');
  for (const file of hostileFiles(key)) {
    product.forgetPeak();
    await product.measure();
    const began = performance.now();
    const said = await send(file, authorization).catch((error: unknown) => `none ${String(error)}`);
    const ms = Math.round(performance.now() - began);
    const { held_ms } = await product.measure();
    const growth_mb = product.memoryMb('VmHWM') - baseline_mb;
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
  await product.close();
}

/** The header of a director of the demo data. */
async function signIn(): Promise<string> {
  const answer = await fetch(`${api}auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'director@alatau.example', password: DEMO_PASSWORD }),
  });
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
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
