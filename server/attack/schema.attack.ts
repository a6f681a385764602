/**
 * Schemathesis, a fuzzer of others, over docs/openapi.json: what it makes of the contract is sent to a product in a
 * process of its own, by a director, an executor, an administrator and a stranger. No answer may be 5xx, off its
 * contract or let in what the contract refuses. Requests that fit the contract and are refused all the same are counted
 * by their code; each code stands below with the reason why the contract cannot say it.
 *
 * It is a program in Python, installed into `.cache` from PyPI. `ATTACK_SCHEMA_S` is how long it tries for each person.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../src/features/sandbox/public.ts';
import { watchProduct, type WatchedProduct } from './attacked-product.ts';
import { report } from './report.ts';
import { programOfPypi } from './program-of-pypi.ts';

const SECONDS = Number(process.env.ATTACK_SCHEMA_S ?? 90);
const MOST_EXAMPLES = 20;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whoever is tried for; null is a stranger. The passwords are those of the demo data. */
const PEOPLE = [
  ['director', 'director@alatau.example'],
  ['executor', 'executor1@demo.example'],
  ['administrator', 'admin@kelisim.example'],
  ['stranger', null],
] as const;

/** Calls that end the session they are made in or never end by themselves, and those that block or remove people. */
const LEFT_OUT =
  '^(auth\\.(logout|switch_company)|security\\.end_.*|live\\.stream|users\\.(block|delete|set_platform_rights)|credentials\\..*|sandbox\\..*)$';

/** Codes of refusals that no schema can foretell, and why. The first that fits counts. */
const REFUSED: [RegExp, string][] = [
  [/^field\.(quantity|money)$/, 'how many decimals a JSON number has'],
  [/^field\.required$/, 'blanks beyond those that every dialect of patterns knows'],
  [
    /^(field\.(bin|iin|iban|phone|email)|requisite\.|payment\.)/,
    'check digits, real operators and matching banks',
  ],
  [/^(file|import|statement|kato|template)\./, 'what a file holds: its schema is bytes'],
  [
    /^(signature|passkey|second_factor|sign_in|code|link|password|convert)\./,
    'a secret or a signature that nobody can make up',
  ],
  [
    /^(unsupported_media|unstorable_text|field\.one_line)$/,
    'characters that hide or break lines in a text of one line',
  ],
  [/^(idempotency_mismatch|fresh_proof_required)$/, 'what was sent before under the same key, or was proved'],
  [
    /_(reversed|ahead|early|day|on)$|^field\.month$|^(bookkeeping|period|refund|reconciliation|esf|deputy)\./,
    'two dates, or a day against the calendar',
  ],
  [
    /_(unknown|of_another|too_low|too_large|too_small|empty|twice|many|ended|date|of_type)$/,
    'things that are or are not there',
  ],
  [/^field\.date$/, 'a format of a day has no bounds: ours end in 1900 and 2199'],
  [/^taxes\.value$/, 'what a figure may come to depends on which one it is'],
  [/^field\.vat_rate$/, 'the rates of a day are dated settings'],
  [/^field\.paper_letters$/, 'the letters of the fonts are some hundred ranges, for each text of a paper'],
  [
    /^((field|taxes)\.(ids_empty|choice|rows|reason|ids_many)|missing_field|unknown_field|bad_input|too_large)$/,
    'of several fields one is needed',
  ],
  [
    /^(act|document|invitation|tariff|company|user|employee|integration|executor|view|registration|ticket|income)\./,
    'the state of a thing',
  ],
];

const found = programOfPypi('schemathesis', '4.32.5');
if ('skipped' in found) report({ attack: 'schema', passed: true, ...found });
else await attack(found.program);

async function attack(program: string): Promise<void> {
  const product = await watchProduct();
  try {
    for (const [who, email] of PEOPLE) {
      const said = await tryFor(program, product, who, email);
      const failures = Object.entries(said.failed);
      const refused = Object.fromEntries(
        Object.entries(said.refused).filter(
          ([refusal]) => !REFUSED.some(([codes]) => codes.test(refusal.replace(/ of .*/, ''))),
        ),
      );
      const passed = failures.length === 0 && Object.keys(refused).length === 0 && said.requests > 200;
      const figures = { requests: said.requests, done: said.done, calls: said.calls, seconds: SECONDS };
      const valid_refused = Object.values(said.refused).reduce((sum, count) => sum + count, 0);
      const result = {
        attack: `schema ${who}`,
        passed,
        ...figures,
        valid_refused,
        failed: said.failed,
        refused,
      };
      if (!report(result)) process.exitCode = 1;
    }
  } finally {
    await product.close();
  }
}

interface Said {
  requests: number;
  /** Answered 2xx: what was tried in depth. */
  done: number;
  calls: number;
  /** Check, call, status and code of what failed. */
  failed: Record<string, number>;
  /** Code and call of what fits the contract and was refused. */
  refused: Record<string, number>;
}

async function tryFor(
  program: string,
  product: WatchedProduct,
  who: string,
  email: string | null,
): Promise<Said> {
  const events = join(product.folder, `${who}.ndjson`);
  const config = join(product.folder, 'schemathesis.toml');
  // A list that is too long is 413 here.
  const refusals = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429];
  writeFileSync(
    config,
    `[checks.negative_data_rejection]\nexpected-statuses = ${JSON.stringify(refusals)}\n`,
  );
  const child = spawn(
    program,
    [
      `--config-file=${config}`,
      'run',
      join(root, 'docs', 'openapi.json'),
      '--url',
      product.address,
      '--phases',
      'examples,coverage,fuzzing',
      '--seed',
      '1',
      '--max-examples',
      String(MOST_EXAMPLES),
      '--max-time',
      String(SECONDS),
      '--continue-on-failure',
      '--exclude-operation-id-regex',
      LEFT_OUT,
      '--no-shrink',
      '--suppress-health-check',
      'all',
      '--request-timeout',
      '30',
      '--report',
      'ndjson',
      '--report-ndjson-path',
      events,
      ...(email ? ['-H', `Authorization: Bearer ${await tokenOf(product, email)}`] : []),
    ],
    { cwd: product.folder, stdio: 'ignore' },
  );
  await once(child, 'exit');
  return readEvents(events);
}

async function tokenOf({ address }: WatchedProduct, email: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/auth/login/too`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

interface Recorder {
  label: string;
  checks?: Record<string, { name: string; status: string }[]>;
  interactions?: Record<string, { response?: { status_code: number; content?: { $base64: string } } }>;
}

async function readEvents(path: string): Promise<Said> {
  const said: Said = { requests: 0, done: 0, calls: 0, failed: {}, refused: {} };
  const calls = new Set<string>();
  const count = (in_what: Record<string, number>, key: string) => (in_what[key] = (in_what[key] ?? 0) + 1);
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { ScenarioFinished } = JSON.parse(line) as { ScenarioFinished?: { recorder: Recorder } };
    const recorder = ScenarioFinished?.recorder;
    if (!recorder) continue;
    calls.add(recorder.label);
    const answers = Object.values(recorder.interactions ?? {});
    said.requests += answers.length;
    said.done += answers.filter(({ response }) => response && response.status_code < 300).length;
    for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
      const response = recorder.interactions?.[id]?.response;
      const text = Buffer.from(response?.content?.$base64 ?? '', 'base64').toString();
      const code = /"code":"([\w.]+)"/.exec(text)?.[1] ?? 'no code';
      for (const { name } of checks.filter(({ status }) => status === 'failure')) {
        if (name === 'positive_data_acceptance') count(said.refused, `${code} of ${recorder.label}`);
        else count(said.failed, `${name}: ${recorder.label}: ${response?.status_code ?? 'none'} ${code}`);
      }
    }
  }
  said.calls = calls.size;
  return said;
}
