import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeFolder } from '../test/openssl.ts';
import { makeOwner, sha256Hex } from '../test/sandbox.ts';
import { makePkcs12 } from './pkcs12/make.ts';
import { REASON_CODES, statusOfReason } from './reasons.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const file = makeFolder();

test('the first example runs as it stands, in a process of its own', async () => {
  const example = /```ts\n([^]*?)```/.exec(README)![1]!;
  // The example signs now, whenever that is.
  const day = (n: number): Date => new Date(Date.now() + n * 86_400_000);
  const life = { not_before: day(-1), not_after: day(300) };
  const profile = { kind: 'authority' } as const;
  const root = await makeOwner({ ...life, profile, subject: { common_name: 'SANDBOX ROOT' } });
  const authority = await makeOwner({
    ...life,
    profile,
    subject: { common_name: 'SANDBOX CA' },
    issuer: root,
  });
  const owner = await makeOwner({ ...life, issuer: authority });
  const given = {
    p12: await makePkcs12({ ...owner, password: 'Qwerty12' }),
    root: root.certificate.der,
    authority: authority.certificate.der,
    pins: new TextEncoder().encode(await sha256Hex(root.certificate.der)),
  };
  const read = Object.entries(given).map(([name, bytes]) => {
    const path = JSON.stringify(file(name, bytes));
    return `const ${name} = new Uint8Array(readFileSync(${path}));`;
  });
  const script = file(
    'example.ts',
    [
      "import { readFileSync } from 'node:fs';",
      ...read,
      'const password = process.argv[2]!;',
      "const content = new TextEncoder().encode('Акт № 18');",
      "const files = [{ name: 'root.cer', bytes: root }, { name: 'ca.cer', bytes: authority }, { name: 'pins.txt', bytes: pins }];",
      example.replaceAll('@kelisim/eds/', new URL('./', import.meta.url).href),
      'console.log(JSON.stringify(verdict && [verdict.status, verdict.signers[0]!.name]));',
    ].join('\n'),
  );
  const run = (password: string): unknown =>
    JSON.parse(execFileSync(process.execPath, [script, password], { encoding: 'utf8' }));
  expect(run('Qwerty12')).toEqual(['valid', 'ИВАНОВ ИВАН']);
  expect(run('wrong')).toBe(false);
});

test('the reasons it lists are those there are, each under its status', () => {
  const rows = [...README.matchAll(/^\| `(invalid|indeterminate)`: [^|]+\|([^|]+)\|$/gm)];
  const listed = rows.flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`([a-z_]+)`/g)].map(([, code]) => `${code} ${status}`),
  );
  expect(listed.toSorted()).toEqual(REASON_CODES.map((code) => `${code} ${statusOfReason(code)}`).toSorted());
});
