import { signCms } from '@kelisim/eds/cms/sign.ts';
import { parseCertificate } from '@kelisim/eds/x509/certificate.ts';
import type { NcaService } from '@kelisim/shared/features/sandbox/nca-faults.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { violations, worldOf } from '../../../test/hold-invariants.ts';
import { makeDealApp } from '../../../test/deal-app.ts';
import { allDone, makeSentAct, signaturesOf } from '../../../test/papers.ts';
import { issueTestKey, type SigningKey } from '../../../test/signing-keys.ts';
import type { Nca } from '../../adapters/nca/nca.ts';
import { NCA_PATIENCE, onlineNca } from '../../adapters/nca/online/online-nca.ts';
import { movableClock } from '../../platform/clock.ts';
import { nodeHttp } from '../../platform/node-http.ts';
import { nodePrimitives } from '../../platform/node-primitives.ts';

const HOUR_MS = 3_600_000;
const clock = movableClock(new Date());
const start = clock.now();

const { app, deal, director } = await makeDealApp({
  app: { clock },
  company: { algorithm: 'gost512' },
  executor: { algorithm: 'gost512' },
});
const base = `${await app.listen()}/sandbox/nca/`;
afterAll(() => app.close());

const keyOf = (algorithm: 'gost512' | 'rsa', valid_days: [number, number] = [-1, 365]) =>
  issueTestKey({
    algorithm,
    subject: {
      common_name: 'СЫНАҚОВ ӘЛІБЕК',
      iin: director.iin,
      organization: deal.company.name,
      bin: deal.company.bin,
    },
    profile: { kind: 'signer', rights: ['organisation', 'head'] },
    valid_days,
  });

/** The services as another program would ask them: over a socket, at the product's own address. */
function overHttp(algorithm: 'gost512' | 'rsa', only?: 'ocsp' | 'crl', timeout_ms = 10_000): Nca {
  return onlineNca(app.parts.nca, {
    http: nodeHttp(),
    tsp_url: `${base}tsp`,
    now: () => clock.now(),
    patience: { ...NCA_PATIENCE, timeout_ms, attempts: 1, answer_ms: 0, list_ms: 0 },
    sources: () => ({
      ocsp: only === 'crl' ? [] : [`${base}ocsp`],
      crl: only === 'ocsp' ? [] : [`${base}crl/nca-${algorithm}.crl`],
      delta_crl: only === 'ocsp' ? [] : [`${base}crl/nca-${algorithm}-delta.crl`],
    }),
  });
}

async function statusOf(nca: Nca, { certificate }: SigningKey): Promise<string> {
  const issuer = nca.trust.intermediates.find((one) => one.subject.dn === certificate.issuer.dn)!;
  const said = await nca.revocation.check({ certificate, issuer, at: clock.now() });
  if (typeof said === 'string') return said;
  return `${said.source} ${said.status}${said.failure ? ` ${said.failure}` : ''}`;
}

const tell = (service: NcaService, fault: string | null) =>
  app.raw('sandbox.nca_fault', null, { body: { service, fault } });

const revoke = ({ certificate }: SigningKey) =>
  app.parts.db
    .insertInto('sandbox.nca_revocations')
    .values({
      algorithm: certificate.key_algorithm as 'gost512' | 'rsa',
      serial: certificate.serial,
      revoked_at: clock.now(),
      reason: 'superseded',
    })
    .execute();

describe.each(['gost512', 'rsa'] as const)('over HTTP, for keys of %s', (algorithm) => {
  test('OCSP and the lists say the same: good, then revoked', async () => {
    const key = await keyOf(algorithm);
    expect(await statusOf(overHttp(algorithm, 'ocsp'), key)).toBe('ocsp good');
    expect(await statusOf(overHttp(algorithm, 'crl'), key)).toBe('crl good');
    await revoke(key);
    expect(await statusOf(overHttp(algorithm, 'ocsp'), key)).toBe('ocsp revoked');
    // Revoked within this hour, so that the delta says it and the base does not.
    expect(await statusOf(overHttp(algorithm, 'crl'), key)).toBe('crl revoked');
    clock.set(new Date(clock.now().getTime() + 2 * HOUR_MS));
    expect(await statusOf(overHttp(algorithm, 'crl'), key)).toBe('crl revoked');
    clock.set(start);
  });

  test('each fault of OCSP and of the lists is what it says', async () => {
    const key = await keyOf(algorithm);
    const said: Record<string, string> = {};
    for (const fault of ['error', 'wrong_responder', 'unknown', 'try_later', 'silent']) {
      await tell('ocsp', fault);
      said[fault] = await statusOf(overHttp(algorithm, 'ocsp', fault === 'silent' ? 200 : 10_000), key);
    }
    await tell('ocsp', null);
    for (const fault of ['error', 'wrong_responder', 'stale']) {
      await tell('crl', fault);
      said[`list ${fault}`] = await statusOf(overHttp(algorithm, 'crl'), key);
    }
    await tell('crl', null);
    expect(said).toEqual({
      error: 'ocsp unknown unreachable',
      wrong_responder: 'ocsp unknown responder_not_allowed',
      unknown: 'ocsp unknown unknown_to_responder',
      try_later: 'ocsp unknown refused',
      silent: 'ocsp unknown unreachable',
      'list error': 'crl unknown unreachable',
      'list wrong_responder': 'crl unknown signature_wrong',
      'list stale': 'crl unknown stale',
    });
  });

  test('certificates of the authorities lie where issued ones say', async () => {
    const issued = await app.sandbox_nca!.issueKey({
      algorithm,
      subject: { common_name: 'X' },
      profile: { kind: 'signer', rights: ['person'] },
      password: 'x',
      not_before: new Date(start.getTime() - HOUR_MS),
      not_after: new Date(start.getTime() + HOUR_MS),
    });
    const { issuer_urls, ocsp_urls, crl_urls, delta_crl_urls, issuer } = issued.certificate;
    const here = (url: string) => new URL(new URL(url).pathname, base).href;
    const bytes = await fetch(here(issuer_urls[0]!)).then((answer) => answer.arrayBuffer());
    expect(parseCertificate(new Uint8Array(bytes))!.subject.dn).toBe(issuer.dn);
    expect(here(ocsp_urls[0]!)).toBe(`${base}ocsp`);
    for (const url of [...crl_urls, ...delta_crl_urls])
      expect((await fetch(here(url))).headers.get('content-type')).toBe('application/pkix-crl');
  });
});

test('stamps the time over HTTP, and each fault of it is what it says', async () => {
  const stamp = async (timeout_ms?: number) => {
    const result = await overHttp('gost512', 'ocsp', timeout_ms).timestamps.stamp(Buffer.from('x'));
    return result.status === 'ok' ? 'ok' : result.reason;
  };
  expect(await stamp()).toBe('ok');
  const said: Record<string, string> = {};
  for (const fault of ['error', 'wrong_responder', 'refused', 'silent']) {
    await tell('tsp', fault);
    said[fault] = await stamp(fault === 'silent' ? 200 : 10_000);
  }
  await tell('tsp', null);
  expect(said).toEqual({
    error: 'unreachable',
    wrong_responder: 'untrusted',
    refused: 'refused',
    silent: 'unreachable',
  });
});

test('refuses a fault that a service does not have, and nonsense', async () => {
  expect(await tell('tsp', 'unknown')).toMatchObject({ status: 400 });
  for (const path of ['ocsp', 'tsp']) {
    const answer = await fetch(`${base}${path}`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(100);
  }
  for (const path of ['crl/other.crl', 'ca/root-gost512.key', 'ca/..%2fpins.txt'])
    expect((await fetch(`${base}${path}`)).status).toBe(404);
});

test('its desk revokes a test key and issues another one', async () => {
  const now = clock.now();
  const issued = await app.sandbox_nca!.issueKey({
    algorithm: 'gost512',
    subject: { common_name: 'СЫНАҚОВ ӘЛІБЕК', iin: director.iin, bin: deal.company.bin, organization: 'X' },
    profile: { kind: 'signer', rights: ['organisation', 'head'] },
    password: 'сынақ',
    not_before: new Date(now.getTime() - HOUR_MS),
    not_after: new Date(now.getTime() + HOUR_MS),
  });
  const of = { user_id: director.user_id, company_id: director.company_id, algorithm: 'gost512' as const };
  await app.parts.db
    .insertInto('sandbox.keys')
    .values({
      ...of,
      name: 'GOST512',
      file_name: 'a.p12',
      password: 'сынақ',
      pkcs12: Buffer.from(issued.pkcs12),
      serial: issued.certificate.serial,
      valid_until: issued.certificate.not_after,
    })
    .execute();
  const input = { body: { ...of, reason: 'superseded' as const } };
  const revoked = await app.ok('sandbox.nca_revoke', null, input);
  expect(revoked.revoked_at).not.toBeNull();
  expect(await app.ok('sandbox.nca_revoke', null, input)).toEqual(revoked);
  expect(await statusOf(overHttp('gost512'), issued)).toBe('ocsp revoked');

  const ended = await app.ok('sandbox.nca_issue', null, { body: { ...of, validity: 'ended' } });
  expect(ended.serial).not.toBe(revoked.serial);
  expect(ended.revoked_at).toBeNull();
  expect(Date.parse(ended.valid_until)).toBeLessThan(now.getTime());
  const { keys } = await app.ok('sandbox.nca', null, {});
  expect(keys).toEqual([ended]);
});

describe('what ended or was revoked since', () => {
  async function signedAct(key: SigningKey) {
    const act_id = await makeSentAct(app, deal);
    const signatures = await signaturesOf(app, director, [act_id], { key });
    const given = Buffer.from(signatures[0]!.cms, 'base64');
    allDone(await app.ok('acts.sign', director, { body: { signatures } }));
    const { file, signatures: cards } = await app.ok('acts.get', director, { params: { act_id } });
    const pdf = await app.ok('acts.file', director, { params: { act_id } });
    const cms = await app.ok('signing.cms', director, { params: { signature_id: cards[0]!.id } });
    return { public_id: file!.public_id, pdf, cms, given };
  }
  const ofId = async (public_id: string) => {
    const { signatures } = await app.ok('verification.document', null, { params: { public_id } });
    return signatures.map(({ verdict }) => verdict.reason ?? verdict.status);
  };
  const ofFiles = async (pdf: Buffer, cms: Buffer) => {
    const files = { file: { name: 'a.pdf', bytes: pdf }, cms: { name: 'a.cms', bytes: cms } };
    const { status, reason } = await app.ok('verification.files', null, { body: {} as never, files });
    return reason ?? status;
  };

  test('does not undo a stamped signature, and undoes one without a stamp', async () => {
    const short = await keyOf('gost512', [-1, 1 / 24]);
    const withdrawn = await keyOf('rsa');
    const [expired, revoked] = [await signedAct(short), await signedAct(withdrawn)];
    clock.set(new Date(start.getTime() + 48 * HOUR_MS));
    await revoke(withdrawn);
    for (const { public_id, pdf, cms } of [expired, revoked]) {
      expect(await ofId(public_id)).toEqual(['valid']);
      expect(await ofFiles(pdf, cms)).toBe('valid');
    }
    expect(await ofFiles(expired.pdf, expired.given)).toBe('certificate_expired');
    expect(await ofFiles(revoked.pdf, revoked.given)).toBe('certificate_revoked');
    expect(await violations({ ...worldOf(app), now: clock.now() }, ['I4'])).toEqual([]);
    clock.set(start);
  });

  test('a key that has ended signs nothing more', async () => {
    const key = await keyOf('gost512', [-2, -1]);
    const act_id = await makeSentAct(app, deal);
    const signatures = await signaturesOf(app, director, [act_id], { key });
    const answer = await app.ok('acts.sign', director, { body: { signatures } });
    expect(answer.items[0]).toMatchObject({ status: 'failed', code: 'signature.certificate' });
    // Nor does it by claiming to have signed while it was valid: nobody proves that.
    const file = await app.parts.db
      .selectFrom('acts as a')
      .innerJoin('files as f', 'f.id', 'a.frozen_file_id')
      .select(['f.sha256', 'f.streebog512'])
      .where('a.id', '=', act_id)
      .executeTakeFirstOrThrow();
    const cms = await signCms({
      digest: { sha256: file.sha256, streebog512: file.streebog512! },
      ...key,
      signing_time: new Date(start.getTime() - 36 * HOUR_MS),
      primitives: nodePrimitives,
    });
    const backdated = [{ act_id, cms: Buffer.from(cms).toString('base64') }];
    const again = await app.ok('acts.sign', director, { body: { signatures: backdated } });
    expect(again.items[0]).toMatchObject({ status: 'failed', code: 'signature.certificate' });
  });
});
