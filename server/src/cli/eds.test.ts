import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { makeSandbox, NOW, sha256Hex } from '../../../eds/test/sandbox.ts';
import { nodePrimitives } from '../platform/node-primitives.ts';

const PROGRAM = fileURLToPath(new URL('eds.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'eds-cli-'));
const path = (name: string): string => join(folder, name);

function run(
  args: string[],
  env: Record<string, string> = {},
): { code: number | null; out: string; err: string } {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TRUST_DIR: '', ...env },
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

interface Answer {
  status: string;
  reason?: string;
  signers: Record<string, unknown>[];
}

function verify(
  more: string[] = [],
  cms = 'good.cms',
  env?: Record<string, string>,
): Answer & { code: number | null } {
  const args = ['verify', '--file', path('act.pdf'), '--cms', path(cms), '--at', '2026-11-20', ...more];
  const { code, out, err } = run(args, env);
  expect(err).toBe('');
  return { ...(JSON.parse(out) as Answer), code };
}

const { root, authority, signer } = await makeSandbox();
const content = new TextEncoder().encode('%PDF-1.7 act');
const cms = await signCms({ content, ...signer, signing_time: NOW, primitives: nodePrimitives });
for (const name of ['trust', 'unpinned', 'empty']) mkdirSync(path(name));
writeFileSync(path('act.pdf'), content);
writeFileSync(path('good.cms'), cms);
writeFileSync(path('good.pem'), toPem('CMS', cms));
const changed = cms.slice();
changed[changed.length - 1]! ^= 1;
writeFileSync(path('changed.cms'), changed);
writeFileSync(path('cut.cms'), cms.subarray(0, 300));
writeFileSync(path('empty.cms'), '');
writeFileSync(path('text.cms'), 'Error: <html>');
for (const name of ['trust', 'unpinned']) {
  writeFileSync(path(`${name}/root.cer`), root.certificate.der);
  writeFileSync(path(`${name}/authority.pem`), toPem('CERTIFICATE', authority.certificate.der));
}
writeFileSync(path('trust/pins.txt'), `# sandbox\n${await sha256Hex(root.certificate.der)}\n`);
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run eds -- verify', () => {
  test('tells who signed', () => {
    const answer = verify(['--trust', path('trust')]);
    expect(answer).toMatchObject({
      code: 0,
      status: 'valid',
      signers: [
        {
          status: 'valid',
          name: 'ИВАНОВ ИВАН',
          iin: '900101300123',
          bin: '210240012345',
          organization: 'ТОО "Мысал"',
          rights: ['organisation', 'head'],
          revocation: 'not_checked',
          certificate: { not_before: '2026-10-21T12:00:00.000Z', issuer: 'CN=SANDBOX CA,C=KZ' },
        },
      ],
    });
    expect(verify(['--trust', path('trust')], 'good.pem').code).toBe(0);
    expect(verify([], 'good.cms', { TRUST_DIR: path('trust') }).code).toBe(0);
  });

  test('believes no root that is not pinned', () => {
    for (const trust of ['unpinned', 'empty']) {
      expect(verify(['--trust', path(trust)])).toMatchObject({
        code: 2,
        status: 'indeterminate',
        reason: 'no_trust',
      });
    }
    expect(verify()).toMatchObject({ code: 2, reason: 'no_trust' });
  });

  test('judges at the moment asked for', () => {
    const late = ['--trust', path('trust'), '--at', '2028-01-01T00:00:00+05:00'];
    expect(verify(late)).toMatchObject({ code: 1, reason: 'certificate_expired' });
  });

  test.each([
    ['changed.cms', 'signature_wrong'],
    ['cut.cms', 'not_cms'],
    ['empty.cms', 'not_cms'],
    ['text.cms', 'not_cms'],
    ['act.pdf', 'not_cms'],
  ])('says that %s is invalid, trust or no trust', (name, reason) => {
    expect(verify([], name)).toMatchObject({ code: 1, status: 'invalid', reason });
    expect(verify(['--trust', path('trust')], name)).toMatchObject({ code: 1, status: 'invalid', reason });
  });

  test.each([
    [[]],
    [['sign']],
    [['verify']],
    [['verify', '--file', 'a']],
    [['verify', '--cms', 'a']],
    [['verify', 'more', '--file', 'a', '--cms', 'b']],
    [['verify', '--file', '/nowhere', '--cms', '/nowhere']],
    [['verify', '--file', path('act.pdf'), '--cms', path('good.cms'), '--trust', '/nowhere']],
    [['verify', '--file', path('act.pdf'), '--cms', path('good.cms'), '--at', 'yesterday']],
    [['verify', '--file', path('act.pdf'), '--cms', path('good.cms'), '--at', '2026-02-31T12:00:00']],
    [['verify', '--wat']],
  ])('wrong usage %j ends with 64 and the help', (args) => {
    const { code, out, err } = run(args);
    expect(code).toBe(64);
    expect(out).toBe('');
    expect(err).toContain('--trust DIR');
    expect(err).not.toMatch(/\n\s+at /);
  });

  test('helps', () => {
    const { code, out } = run(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('pins.txt');
  });
});
