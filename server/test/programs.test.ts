import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from './make-app.ts';
import { samplePdf } from './papers.ts';
import { makeThrowawayFolder } from './temporary-folder.ts';

const app = await makeTestApp();
const base_url = await app.listen();
app.watch();
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
  CONTRACT_PDF: contract_pdf,
};

/** Runs a program with nobody beside it, and returns the first words of the lines that it writes. */
async function run(command: string, words: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const child = spawn(command, words, { env, cwd: folder });
  let failure = '';
  child.stderr.on('data', (chunk) => (failure += chunk));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) said.push(line.replace(/ .*/, ''));
  expect(failure).toBe('');
  return said;
}

/** Each is heard by a webhook. */
const CHAIN = ['contract.signed', 'act.signed', 'act.paid'];

test.each(['ts/examples/first-act.ts', 'python/examples/first_act.py'])('%s has at most 60 lines', (path) => {
  const text = readFileSync(join(root, 'sdk', path), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

test('an empty project installs the package and takes an act from a key to payment', async () => {
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
  expect(await run(process.execPath, [join(project, 'first-act.ts')], environment)).toEqual(CHAIN);
});

const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
  encoding: 'utf8',
});

test.runIf(python.stdout?.trim() === 'True')('the same in Python', async () => {
  const sdk = join(root, 'sdk', 'python');
  const env = { ...environment, PYTHONPATH: join(sdk, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  expect(await run('python3', [join(sdk, 'examples', 'first_act.py')], env)).toEqual(CHAIN);
});

const has_shell = ['jq', 'curl', 'bash'].every((name) => spawnSync(name, ['--version']).status === 0);

test.runIf(has_shell)('the commands of the guide, as they stand in it', () => {
  const guide = readFileSync(join(root, 'web/public/developers/en/sandbox.md'), 'utf8');
  const commands = [...guide.matchAll(/```bash\n([^]*?)```/g)].find(([, text]) =>
    text?.includes('sandbox/pay'),
  )?.[1];
  return new Promise<void>((done, fail) => {
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands ?? 'false'], { env: environment });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += chunk));
    shell.on('close', (code) =>
      code === 0 && said.includes('"type": "act.paid"') ? done() : fail(new Error(`${code}: ${said}`)),
    );
  });
});
