import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { addTestKey } from './api-keys.ts';
import { payByFile } from './bank-papers.ts';
import { makeDealApp } from './deal-app.ts';
import { allDone, samplePdf, signBy, signContractBy } from './papers.ts';
import { payAct } from './pay-net.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

const { app, deal, director } = await makeDealApp();
const base_url = await app.listen();
const { token: key } = await addTestKey(app, director, [
  'executors:read',
  'contracts:write',
  'contracts:send',
  'acts:read',
  'acts:write',
  'acts:send',
  'events:read',
]);
const folder = makeThrowawayFolder('programs');
const root = fileURLToPath(new URL('../../', import.meta.url));
const contract_pdf = join(folder, 'contract.pdf');
writeFileSync(contract_pdf, await samplePdf());
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const environment = {
  PATH: process.env.PATH,
  KELISIM_URL: base_url,
  KELISIM_KEY: key,
  EXECUTOR_BIN: deal.executor.bin,
  CONTRACT_PDF: contract_pdf,
};

/** What people do when the program has sent something: both sign, and the director pays. */
const DEEDS: Record<string, (id: number) => Promise<unknown>> = {
  'contract.sent': async (id) => {
    for (const person of [deal.executor.person, director]) allDone(await signContractBy(app, person, id));
  },
  'act.sent': async (id) => {
    for (const person of [deal.executor.person, director]) allDone(await signBy(app, person, id));
  },
  'act.signed': async (act_id) => {
    await payByFile(app, director);
    await payAct(app, deal, act_id);
  },
};

/** Runs a program, does what people would at each line it writes, and returns the first words of the lines. */
async function runBeside(command: string, words: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = spawn(command, words, { env, cwd: folder });
  let failure = '';
  child.stderr.on('data', (chunk) => (failure += chunk));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [event = '', id] = line.split(' ');
    said.push(event);
    await DEEDS[event]?.(Number(id));
  }
  expect(failure).toBe('');
  return said;
}

const CHAIN = ['contract.sent', 'contract.signed', 'act.sent', 'act.signed', 'act.paid'];

test('an empty project installs the package and takes an act from contract to payment', async () => {
  const client = join(root, 'sdk', 'ts');
  const npm = (words: string[], cwd: string) =>
    expect(spawnSync('npm', words, { cwd, encoding: 'utf8' })).toMatchObject({ status: 0 });
  npm(['pack', '--pack-destination', folder], client);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  npm(['install', '--offline', `../${packed}`], project);
  cpSync(join(client, 'examples', 'first-act.ts'), join(project, 'first-act.ts'));
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
  ];
  const tsc = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...strict, 'first-act.ts'],
    {
      cwd: project,
      encoding: 'utf8',
    },
  );
  expect(tsc.stdout).toBe('');
  expect(await runBeside(process.execPath, [join(project, 'first-act.ts')], environment)).toEqual(CHAIN);
});

const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
  encoding: 'utf8',
});

test.runIf(python.stdout?.trim() === 'True')('the same in Python', async () => {
  const sdk = join(root, 'sdk', 'python');
  const env = { ...environment, PYTHONPATH: join(sdk, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  expect(await runBeside('python3', [join(sdk, 'examples', 'first_act.py')], env)).toEqual(CHAIN);
});
