import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import { issueCertificate } from '@kelisim/eds/x509/issue.ts';
import { afterAll, expect, test } from 'vitest';
import { makeKey } from '../adapters/nca/sandbox/sandbox-authorities.ts';
import { nodePrimitives as primitives } from '../platform/node-primitives.ts';

const PROGRAM = fileURLToPath(new URL('trust.ts', import.meta.url));
const PRODUCTION = fileURLToPath(new URL('../../../../shared/vectors/nca/production', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kelisim-trust-'));
const place = (name: string) => join(folder, name);
const served: Record<string, Uint8Array> = {};
const server = createServer((request, response) => {
  const bytes = served[request.url!];
  response.statusCode = bytes ? 200 : 404;
  response.end(bytes);
});

await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const dates = {
  not_before: new Date(Date.now() - 86_400_000),
  not_after: new Date(Date.now() + 86_400_000),
};
const selfSigned = async (common_name: string) => {
  const { key, spki } = await makeKey('gost512');
  const profile = { kind: 'authority' } as const;
  const der = await issueCertificate({
    subject: { common_name },
    spki,
    profile,
    ...dates,
    issuer_key: key,
    primitives,
  });
  return { key, der };
};
const own = await selfSigned('TEST ROOT');
const root = own.der;
// The same name, and nobody pinned it.
const stranger = (await selfSigned('TEST ROOT')).der;
const authority = await issueCertificate({
  subject: { common_name: 'TEST CA' },
  spki: (await makeKey('gost512')).spki,
  profile: { kind: 'authority', path_length: 0 },
  ...dates,
  issuer: parseCertificate(root)!,
  issuer_key: own.key,
  urls: { issuer: `${address}/root.cer` },
  primitives,
});
served['/ca.cer'] = authority;
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: { ...process.env, TRUST_DIR: '' } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

function makePinned(name: string): string {
  const to = place(name);
  mkdirSync(to);
  writeFileSync(join(to, 'pins.txt'), createHash('sha256').update(root).digest('hex'));
  return to;
}
const certificatesOf = (to: string) => readdirSync(to).filter((name) => name.endsWith('.cer'));

test('fetches an authority and, where it says so, its root; again there is nothing to add', async () => {
  const to = makePinned('fetched');
  served['/root.cer'] = root;
  const first = await run('update', '--to', to, '--address', `${address}/ca.cer`);
  expect(first.out.match(/^added/gm)).toHaveLength(2);
  expect(first.code).toBe(0);
  const again = await run('update', '--to', to, '--address', `${address}/ca.cer`);
  expect(again).toEqual({ code: 0, out: '' });
  const listed = await run('list', '--to', to);
  expect(listed.out.match(/^ok/gm)).toHaveLength(2);
  expect(listed.code).toBe(0);
});

test('takes no root for its name, nor an authority beneath it', async () => {
  const to = makePinned('deceived');
  served['/root.cer'] = stranger;
  const { code, out } = await run('update', '--to', to, '--address', `${address}/ca.cer`);
  expect(code).toBe(1);
  expect(out.match(/^refused/gm)).toHaveLength(2);
  expect(certificatesOf(to)).toEqual([]);
  served['/root.cer'] = new TextEncoder().encode('<html>');
  const nothing = await run('update', '--to', to, '--address', `${address}/ca.cer`);
  expect(nothing.out).toContain(`missed   ${address}/root.cer`);
  expect(nothing.code).toBe(1);
});

test('says what may not be believed of what lies in the folder', async () => {
  const to = place('unpinned');
  mkdirSync(to);
  writeFileSync(join(to, 'root.cer'), root);
  writeFileSync(join(to, 'ca.cer'), authority);
  const { code, out } = await run('list', '--to', to);
  expect(code).toBe(1);
  expect(out.match(/^no /gm)).toHaveLength(2);
  expect(out).toContain('is not pinned');
});

test('asks for a folder and a command that it knows', async () => {
  expect((await run('list')).code).toBe(64);
  expect((await run('remove', '--to', folder)).code).toBe(64);
  expect((await run('list', '--to', place('nowhere'))).code).toBe(64);
});

test('takes the real certificates of НУЦ РК by the pins of the program (../shared/vectors)', async (context) => {
  context.skip(!existsSync(PRODUCTION), 'the vectors are not on this machine');
  const to = place('production');
  const { out } = await run('update', '--to', to, '--from', PRODUCTION);
  const roots = certificatesOf(to).filter((name) => name.startsWith('root-'));
  expect(roots).toHaveLength(5);
  expect(out.match(/^added/gm)!.length).toBeGreaterThanOrEqual(9);
  expect((await run('list', '--to', to)).code).toBe(0);
});
