// `npm run prove faults [F4 F7 …]`: the trials of scripts/faults.ts. Writes docs/faults.md; rows of what has not run keep
// their result.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAULTS } from './faults.ts';
import { root } from './node-24.mjs';

const FAULTS_TABLE = join(root, 'docs', 'faults.md');
const HEAD = `# Faults

What may go wrong around the product, what it promises then, and the trial that breaks it on purpose. Written by \`npm run prove faults\`; \`npm run prove faults F4 F7\` repeats some. The trials are in \`scripts/faults.ts\`; tests among them also run in \`npm test\`. What attacks measured is in [proofs.md](proofs.md).

| | fault | promise | trials | result | day | commit |
|---|---|---|---|---|---|---|
`;

/** What the words of a command ask for. The name of a fault, `F4`, asks for faults as the word itself does. */
export function readWanted(words) {
  const faults = words.filter((word) => /^F\d+$/.test(word));
  const wanted = words.filter((word) => !['--table', 'faults', ...faults].includes(word));
  const says_faults = faults.length > 0 || words.includes('faults');
  const all = wanted.length === 0 && !says_faults;
  return { faults, wanted, all, tries_faults: all || says_faults };
}

/**
 * @param wanted `F4`, …; all when empty
 * @param runAttack resolves to the results of an attack by its path
 * @param stamp `{ day, commit }` of the rows, or null to write none
 * @returns whether all hold
 */
export async function proveFaults(wanted, runAttack, stamp) {
  const names = Object.keys(FAULTS).filter((fault) => wanted.length === 0 || wanted.includes(fault));
  const trials = names.flatMap((fault) =>
    Object.entries(FAULTS[fault].trials).flatMap(([file, titles]) =>
      titles.map((title) => ({ fault, file, title })),
    ),
  );
  const of = (ending) => trials.filter(({ file }) => file.endsWith(ending));
  const failed = [
    ...(await failedTests(of('.test.ts'))),
    ...(await failedJourneys(of('.spec.ts'))),
    ...(await failedAttacks(of('.attack.ts'), runAttack)),
  ];
  const results = Object.fromEntries(names.map((fault) => [fault, resultOf(fault, failed)]));
  for (const [fault, result] of Object.entries(results))
    console.log(`${fault} ${FAULTS[fault].name}: ${result}`);
  for (const { fault, file, title, why } of failed) console.error(`${fault}: ${why}: ${file} > ${title}`);
  const before = existsSync(FAULTS_TABLE) ? readFileSync(FAULTS_TABLE, 'utf8') : '';
  if (stamp) writeFileSync(FAULTS_TABLE, tableWith(FAULTS, before, results, stamp));
  return Object.values(results).every((result) => result !== 'does NOT hold');
}

function resultOf(fault, failed) {
  const own = failed.filter((one) => one.fault === fault);
  if (own.some(({ why }) => why === 'failed')) return 'does NOT hold';
  return own[0]?.why ?? 'holds';
}

/** All in one run of Vitest. A title that ran nowhere has failed. */
async function failedTests(trials) {
  if (trials.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'kelisim-faults-'));
  const out = join(folder, 'results.json');
  const files = [...new Set(trials.map(({ file }) => file))];
  const pattern = [...new Set(trials.map(({ title }) => patternOf(title).source))].join('|');
  const reporters = ['--reporter=json', `--outputFile=${out}`, '--reporter=default'];
  await run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, '-t', pattern, ...files]);
  const { testResults = [] } = existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')) : {};
  rmSync(folder, { recursive: true });
  return trials
    .filter(({ file, title }) => {
      const own = testResults
        .filter(({ name }) => name === join(root, file))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter((one) => patternOf(title).test(one.title) && ['passed', 'failed'].includes(one.status));
      return own.length === 0 || own.some(({ status }) => status === 'failed');
    })
    .map((trial) => ({ ...trial, why: 'failed' }));
}

/** Of a title with `%s` in it, each of its cases. */
function patternOf(title) {
  return new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[sid]/g, '.+'));
}

async function failedJourneys(trials) {
  const failed = [];
  for (const trial of trials) {
    const code = await run(['scripts/e2e.mjs', trial.file, '-g', patternOf(trial.title).source]);
    if (code !== 0) failed.push({ ...trial, why: 'failed' });
  }
  return failed;
}

async function failedAttacks(trials, runAttack) {
  const failed = [];
  for (const trial of trials) {
    const { code, results } = await runAttack(trial.file);
    const own = results.filter(({ attack }) => attack.startsWith(trial.title));
    const skipped = own.find((one) => one.skipped)?.skipped;
    if (skipped) failed.push({ ...trial, why: `skipped: ${skipped}` });
    else if (code !== 0 || own.length === 0 || own.some(({ passed }) => !passed))
      failed.push({ ...trial, why: 'failed' });
  }
  return failed;
}

async function run(words) {
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' });
  return new Promise((done) => child.on('close', done));
}

/** Puts results into the table; the others keep theirs as long as what they are of has not changed. */
export function tableWith(all, before, results, { day, commit }) {
  const lines = before.split('\n');
  const rows = Object.entries(all).map(([fault, { name, promise, trials }]) => {
    const files = Object.keys(trials).map((file) => `\`${file}\``);
    const row = `| ${fault} | ${name} | ${promise} | ${files.join('<br>')} | `;
    if (results[fault]) return `${row}${results[fault]} | ${day} | ${commit} |`;
    return lines.find((line) => line.startsWith(row)) ?? `${row}not yet tried | – | – |`;
  });
  return `${HEAD}${rows.join('\n')}\n`;
}
