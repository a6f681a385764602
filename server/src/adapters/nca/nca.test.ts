import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { authoritiesFolder } from '../../../test/signing-keys.ts';
import { nodePrimitives } from '../../platform/node-primitives.ts';
import { folderNca } from './folder/folder-nca.ts';
import { openSandboxNca } from './sandbox/sandbox-nca.ts';

const DAY_MS = 86_400_000;
const now = new Date();

const folder = mkdtempSync(join(tmpdir(), 'kelisim-nca-'));
const nca = await openSandboxNca(join(folder, 'nca'), now);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const issue = (algorithm: 'gost512' | 'rsa') =>
  nca.issueKey({
    algorithm,
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin: '900101350003',
      organization: 'ТОО «Мысал»',
      bin: '940140000385',
      country: 'KZ',
    },
    profile: { kind: 'signer', rights: ['organisation', 'head'] },
    password: 'Құпия-2026',
    not_before: new Date(now.getTime() - DAY_MS),
    not_after: new Date(now.getTime() + DAY_MS),
  });

const sign = async (key: Awaited<ReturnType<typeof issue>>) =>
  signCms({
    content: Buffer.from('act'),
    key: key.key,
    certificate: key.certificate,
    signing_time: now,
    primitives: nodePrimitives,
  });

describe.each(['gost512', 'rsa'] as const)('the sandbox НУЦ (%s)', (algorithm) => {
  test('issues keys whose signatures it trusts, with names and purposes of the real profile', async () => {
    const key = await issue(algorithm);
    expect(subjectRights(key.certificate)).toEqual(['organisation', 'head']);
    const verdict = await verifyCms({ cms: await sign(key), content: Buffer.from('act'), ...nca, at: now });
    expect(verdict).toMatchObject({
      status: 'valid',
      signers: [{ iin: '900101350003', bin: '940140000385' }],
    });
    const late = await verifyCms({
      cms: await sign(key),
      content: Buffer.from('act'),
      ...nca,
      at: new Date(now.getTime() + 2 * DAY_MS),
    });
    expect(late).toMatchObject({ status: 'invalid', reason: 'certificate_expired' });
  });

  test('is asked about a signature without changing a byte of it, though it be a Buffer', async () => {
    const cms = Buffer.from(await sign(await issue(algorithm)));
    const before = Buffer.from(cms);
    await verifyCms({ cms, content: Buffer.from('act'), ...nca, at: now });
    expect(cms.equals(before)).toBe(true);
  });

  test('gives the key out as PKCS#12 that opens with its password', async () => {
    const key = await issue(algorithm);
    const opened = await openPkcs12(key.pkcs12, 'Құпия-2026');
    expect(opened).toMatchObject({ status: 'ok' });
    expect(await openPkcs12(key.pkcs12, 'другой')).toMatchObject({
      status: 'error',
      reason: 'wrong_password',
    });
  });

  test('is the same after a restart, and trusted by nobody else', async () => {
    const cms = await sign(await issue(algorithm));
    const again = await openSandboxNca(join(folder, 'nca'), new Date(now.getTime() + 100 * DAY_MS));
    expect(await verifyCms({ cms, content: Buffer.from('act'), ...again, at: now })).toMatchObject({
      status: 'valid',
    });
    const stranger = await folderNca(await authoritiesFolder());
    expect((await verifyCms({ cms, content: Buffer.from('act'), ...stranger, at: now })).status).not.toBe(
      'valid',
    );
  });
});

test('its secrets are for the product’s own user', () => {
  for (const name of readdirSync(join(folder, 'nca')).filter((file) => file.endsWith('.key')))
    expect(statSync(join(folder, 'nca', name)).mode & 0o077, name).toBe(0);
});

test('a folder without a pinned root is refused: nothing could be verified', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await expect(folderNca(empty)).rejects.toThrow('No pinned root');
  // A root of somebody's own, with names that look right, is not believed for lying there.
  const unpinned = join(folder, 'unpinned');
  mkdirSync(unpinned);
  writeFileSync(join(unpinned, 'root.cer'), nca.trust.roots[0]!.der);
  await expect(folderNca(unpinned)).rejects.toThrow('No pinned root');
});
