// `npm run attack [name…]`: runs server/attack/*.attack.ts and e2e/*.attack.ts one after the other. Each tries millions of
// things, measures how long answers take, has people and processes race, or walks a journey with hundreds of people, too
// long or too dependent on the machine for `npm test`; each prints its results as lines of JSON. `npm run prove [name…]` also writes them into the table of docs/proofs.md; rows
// of what has not run stay. `faults` is a part of its own, scripts/prove-faults.mjs; `npm run prove F4 F7` tries some of it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root, runsOnNode24 } from './node-24.mjs';
import { proveFaults, readWanted } from './prove-faults.mjs';

const table = join(root, 'docs', 'proofs.md');
const HEAD = `# Proofs

Written by \`npm run prove\`: what is too long for \`npm test\`, when it last ran, and what it measured.

| part | result | day | commit | figures |
| --- | --- | --- | --- | --- |
`;

if (await runsOnNode24()) {
  const words = process.argv.slice(2);
  const writes = words.includes('--table');
  const { faults, wanted, all, tries_faults } = readWanted(words);
  const scripts = ['server/attack', 'e2e']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((script) => script.endsWith('.attack.ts'))
    .filter((script) => all || wanted.some((part) => basename(script).includes(part)))
    .sort((a, b) => basename(a).localeCompare(basename(b)));
  /** By their paths: what runs as an attack is not run again as the trial of a fault. */
  const ended = new Map();
  const prove = async (script) => {
    if (!ended.has(script)) {
      const result = await run(join(root, script));
      if (writes) keep(basename(script, '.attack.ts'), result.results);
      ended.set(script, result);
    }
    return ended.get(script);
  };
  if (scripts.length === 0 && !tries_faults) {
    console.error(`No attack matches ${wanted.join(' ')}.`);
    process.exitCode = 1;
  }
  for (const script of scripts) {
    if ((await prove(script)).code === 0) continue;
    console.error(`${script}: the attack got through, or broke down.`);
    process.exitCode = 1;
  }
  if (tries_faults) if (!(await proveFaults(faults, prove, writes ? stamp() : null))) process.exitCode = 1;
  if (writes && scripts.length > 0) console.log(readFileSync(table, 'utf8'));
}

async function run(script) {
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('close', done));
  const results = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    if (line.startsWith('{"attack":')) results.push(JSON.parse(line));
  }
  return { code: await ended, results };
}

/** Puts the results of a part in place of the earlier ones of their name. */
function keep(part, results) {
  const rows = existsSync(table)
    ? readFileSync(table, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('| '))
    : [];
  const { day, commit } = stamp();
  const broken = [{ attack: 'broke down', passed: false }];
  const own = (results.length > 0 ? results : broken).map(({ attack, passed, skipped, ...rest }) => {
    const said = skipped ? `skipped: ${skipped}` : passed ? 'holds' : 'does NOT hold';
    return `| ${part}: ${attack} | ${said} | ${day} | ${commit} | ${figures(rest)} |`;
  });
  const names = [...own, `| ${part}: broke down |`].map((row) => row.split(' | ')[0]);
  const others = rows.slice(2).filter((row) => !names.some((name) => row.startsWith(`${name} `)));
  writeFileSync(table, `${HEAD}${[...others, ...own].sort().join('\n')}\n`);
}

function stamp() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return { day: new Date().toISOString().slice(0, 10), commit: commit.trim() };
}

/** Numbers and short words; lists are in the output of the attack. */
function figures(result) {
  return Object.entries(result)
    .filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length < 400))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
    .replaceAll('|', '\\|');
}
