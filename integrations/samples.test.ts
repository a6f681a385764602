import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, type TestContext } from 'vitest';
import { samplesOf } from '../web/src/features/developers/make-samples.ts';
import { readReference, type OpenApi } from '../web/src/features/developers/read-reference.ts';
import { addTestKey } from '../server/test/api-keys.ts';
import { makeDealApp } from '../server/test/deal-app.ts';
import { parseBsl } from '../server/test/one-c/parse-bsl.ts';
import { samplePdf } from '../server/test/papers.ts';
import { makeThrowawayFolder } from '../server/test/temporary-folder.ts';

/** The samples of the reference, one of each call and language, run as they stand there. */
const root = fileURLToPath(new URL('../', import.meta.url));
const guide = (name: string) => readFileSync(join(root, 'web/public/developers/en', name), 'utf8');
const document = JSON.parse(
  readFileSync(join(root, 'web/public/developers/openapi.json'), 'utf8'),
) as OpenApi;
const { app, director } = await makeDealApp();
const base_url = await app.listen();
const folder = makeThrowawayFolder('samples');
writeFileSync(join(folder, 'file.pdf'), await samplePdf());
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** A call that takes the key to another company ends the others; one that archives everything is no sample to run here. */
const calls = [...readReference(document).values()].flat().filter(({ scope }) => scope !== '');
const inLanguage = (language: string) =>
  calls.flatMap((call) => {
    const sample = samplesOf(call, document, base_url).find((one) => one.language === language);
    return sample ? [{ name: call.name, text: sample.text }] : [];
  });

const has = (command: string, words: string[] = ['--version']) => spawnSync(command, words).status === 0;
const need = ({ skip }: TestContext, command: string, words?: string[]) => {
  if (!has(command, words)) skip(`${command} is not on this machine`);
};

/** Runs a program with a key of its own, and returns what it has written. */
async function run(command: string, words: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { token } = await addTestKey(app, director);
  const env = { PATH: process.env.PATH, KELISIM_KEY: token, ...more };
  const child = spawn(command, words, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, failure] = ['', ''];
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (failure += chunk));
  const code = await new Promise((done) => child.on('close', done));
  expect({ code, failure: failure.slice(0, 2_000) }).toEqual({ code: 0, failure: '' });
  return said;
}

/** What is answered to a request that does not say what it wants. */
const NOT_UNDERSTOOD =
  /"code":"(bad_json|bad_input|unknown_field|missing_field|unauthorized|not_for_keys|scope_missing|unsupported_media|field\.(?!ids_empty)[a-z_]+)"/;

/** Each line has the name of a call and its answer. */
function judge(lines: string, names: string[]): void {
  const answers = new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
  );
  expect([...answers.keys()].toSorted()).toEqual(names.toSorted());
  const wrong = [...answers].filter(([, text]) => NOT_UNDERSTOOD.test(text));
  expect(wrong.map(([name, text]) => `${name}: ${text.slice(0, 300)}`)).toEqual([]);
  expect(answers.get('companies.own')).toContain('"bin":');
}
const namesOf = (samples: { name: string }[]) => samples.map(({ name }) => name);

test('in PHP are understood', async (context) => {
  need(context, 'php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']);
  const samples = inLanguage('php');
  const functions = samples.map(
    ({ name, text }) => `$calls['${name}'] = function () {\n${text}\nreturn $text;\n};`,
  );
  const program = `<?php\nerror_reporting(E_ALL);\n$calls = [];\n${functions.join('\n')}
foreach ($calls as $name => $call) echo $name, ' ', str_replace("\\n", ' ', $call()), "\\n";`;
  writeFileSync(join(folder, 'samples.php'), program);
  judge(await run('php', ['samples.php']), namesOf(samples));
});

/** What Mono, an older .NET, does not have: stood in for, so that the sample itself is as a new one takes it. */
const NEWER = `
namespace System.Net.Http.Json {
  public static class JsonContent {
    public static System.Net.Http.HttpContent Create(object value) {
      var json = new System.Web.Script.Serialization.JavaScriptSerializer().Serialize(value);
      return new System.Net.Http.StringContent(json, System.Text.Encoding.UTF8, "application/json");
    }
  }
}
namespace System.Text.Json {
  public class JsonDocument {
    public static JsonDocument Parse(string json) { return new JsonDocument(); }
  }
}`;
const LIBRARIES = ['-langversion:latest', '-nowarn:1998', '-r:System.Net.Http', '-r:System.Web.Extensions'];
function compile(name: string, text: string): string {
  writeFileSync(join(folder, `${name}.cs`), text + NEWER);
  const compiled = spawnSync('mcs', [...LIBRARIES, `${name}.cs`], { cwd: folder, encoding: 'utf8' });
  expect(compiled.stdout + compiled.stderr).toBe('');
  return `${name}.exe`;
}
/** Some systems divide Mono into packages, so that its compiler may stand there without these libraries. */
const needMono = (context: TestContext) => {
  need(context, 'mono');
  writeFileSync(join(folder, 'empty.cs'), 'class Empty { static void Main() { } }');
  need(context, 'mcs', [...LIBRARIES, '-out:' + join(folder, 'empty.exe'), join(folder, 'empty.cs')]);
};

test('in C# are understood', async (context) => {
  needMono(context);
  const samples = inLanguage('csharp');
  const usings = new Set(samples.flatMap(({ text }) => text.match(/^using .*;$/gm) ?? []));
  const functions = samples.map(
    ({ text }, at) =>
      `static async Task<string> Call${at}() {\n${text.replace(/^using .*;\n/gm, '')}\nreturn text;\n}`,
  );
  const lines = samples.map(
    ({ name }, at) => `Console.WriteLine("${name} " + (await Call${at}()).Replace("\\n", " "));`,
  );
  const program = compile(
    'samples',
    `${[...usings].join('\n')}\nusing System.Threading.Tasks;
class Samples {\n${functions.join('\n')}\nstatic async Task Run() {\n${lines.join('\n')}\n}\nstatic void Main() { Run().Wait(); }\n}`,
  );
  judge(await run('mono', [program]), namesOf(samples));
});

test('in Python are understood', async (context) => {
  need(context, 'python3');
  const samples = inLanguage('python');
  const functions = samples.map(
    ({ text }, at) => `def call_${at}():\n${text.replace(/^/gm, '    ')}\n    return answer\n`,
  );
  const lines = samples.map(({ name }, at) => `    ("${name}", call_${at}),`);
  const program = `import json\nfrom kelisim import KelisimError\n${functions.join('\n')}
for name, call in [\n${lines.join('\n')}\n]:
    try:
        answer = call()
        print(name, json.dumps(answer, separators=(",", ":"), default=str))
    except KelisimError as error:
        print(name, json.dumps({"code": error.code}, separators=(",", ":")))`;
  writeFileSync(join(folder, 'samples.py'), program);
  const path = { PYTHONPATH: join(root, 'sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  judge(await run('python3', ['samples.py'], path), namesOf(samples));
});

test('in curl are understood', async (context) => {
  need(context, 'curl');
  const samples = inLanguage('bash');
  const lines = samples.map(
    ({ name, text }) =>
      `printf '%s ' ${name}\n${text.replace('curl', 'curl -sS')} | tr -d '\\000' | tr '\\n' ' '\necho`,
  );
  judge(await run('bash', ['--norc', '-c', lines.join('\n')]), namesOf(samples));
});

/** Judges a program by the types of the client, which it imports as a package. */
function judgeTypes(name: string, text: string): void {
  const at = JSON.stringify(join(root, 'sdk/ts/src/client.ts'));
  writeFileSync(join(folder, name), text.replaceAll("'@kelisim/client'", at));
  const words =
    '--noEmit --strict --module nodenext --target es2024 --allowImportingTsExtensions --types node';
  const tsc = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...words.split(' '),
      '--typeRoots',
      join(root, 'node_modules/@types'),
      name,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(tsc.stdout).toBe('');
}

test('in TypeScript are of the types of the client', () => {
  const functions = inLanguage('typescript').map(
    ({ text }, place) =>
      `export async function call${place}() {\n${text.replace(/^import .*\n/gm, '')}\nreturn answer;\n}`,
  );
  const imports =
    "import { readFile } from 'node:fs/promises';\nimport { createClient } from '@kelisim/client';\n";
  judgeTypes('samples.ts', imports + functions.join('\n'));
});

test('the quick start in TypeScript and in Python is one whole program', (context) => {
  const blocks = (language: string) =>
    [...guide('quick-start.md').matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``, 'g'))]
      .map(([, text]) => text)
      .join('\n');
  const once = blocks('typescript').replace("import { readFile } from 'node:fs/promises';\n", '');
  judgeTypes('quick-start.mts', once);
  need(context, 'python3');
  writeFileSync(join(folder, 'quick_start.py'), blocks('python'));
  // Names that nothing defines are found as it is read, without running it.
  const undefined_names = spawnSync(
    'python3',
    [
      '-c',
      `import ast, builtins
tree = ast.parse(open("quick_start.py").read())
names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
known = {n.id for n in names if isinstance(n.ctx, ast.Store)} | set(dir(builtins))
known |= {a.asname or a.name for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
print(sorted({n.id for n in names} - known))`,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(undefined_names.stdout.trim()).toBe('[]');
});

test('in the language of 1C are read by its grammar', () => {
  const samples = inLanguage('bsl');
  expect(samples.length).toBeGreaterThan(100);
  for (const { name, text } of samples)
    expect(parseBsl(`Процедура Пример(Ключ)\n${text}\nКонецПроцедуры`), name).toHaveLength(1);
});

/** A request of a webhook of this moment, and one whose body was bent. */
function signedNow() {
  const [id, secret, body] = [
    'evt_1',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    '{"id":"ping_1","type":"ping"}',
  ];
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { id, secret, body, timestamp, signature: `v1,AAAA v1,${digest}` };
}
const checkIn = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(guide('webhooks.md'))?.[1] ?? '';
const CHECKS = ['taken', 'refused', 'refused', 'refused'];

test('the check of a webhook in PHP takes what is signed and nothing else', async (context) => {
  need(context, 'php');
  const program = `<?php
${checkIn('php')}
$one = json_decode($argv[1], true);
$headers = ['webhook-id' => $one['id'], 'webhook-timestamp' => $one['timestamp'], 'webhook-signature' => $one['signature']];
$old = ['webhook-timestamp' => (string) (time() - 301)] + $headers;
$none = ['webhook-signature' => ''] + $headers;
foreach ([[$one['body'], $headers], [$one['body'] . ' ', $headers], [$one['body'], $old], [$one['body'], $none]] as [$body, $given])
  try { echo verify($body, $given, $one['secret'])['type'] === 'ping' ? "taken\\n" : "?\\n"; } catch (Exception $error) { echo "refused\\n"; }`;
  writeFileSync(join(folder, 'check.php'), program);
  expect((await run('php', ['check.php', JSON.stringify(signedNow())])).trim().split('\n')).toEqual(CHECKS);
});

test('the check of a webhook in C# takes what is signed and nothing else', async (context) => {
  needMono(context);
  const program = compile(
    'check',
    `using System; using System.Text; using System.Text.Json; using System.Security.Cryptography;
class Check {
${checkIn('csharp')}
static string Try(string body, string id, string timestamp, string signature, string secret) {
  try { Verify(body, id, timestamp, signature, secret); return "taken"; } catch (Exception) { return "refused"; }
}
static void Main(string[] given) {
  string id = given[0], timestamp = given[1], signature = given[2], secret = given[3], body = given[4];
  var old = (DateTimeOffset.UtcNow.ToUnixTimeSeconds() - 301).ToString();
  Console.WriteLine(Try(body, id, timestamp, signature, secret));
  Console.WriteLine(Try(body + " ", id, timestamp, signature, secret));
  Console.WriteLine(Try(body, id, old, signature, secret));
  Console.WriteLine(Try(body, id, timestamp, "", secret));
}}`,
  );
  const { id, timestamp, signature, secret, body } = signedNow();
  const said = await run('mono', [program, id, timestamp, signature, secret, body]);
  expect(said.trim().split('\n')).toEqual(CHECKS);
});
