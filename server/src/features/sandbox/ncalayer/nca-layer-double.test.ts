import { createNcaLayer, type NcaLayer } from '@kelisim/eds/ncalayer/client.ts';
import type { NcaSignInput } from '@kelisim/eds/ncalayer/messages.ts';
import { OID } from '@kelisim/eds/oids.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../../test/make-app.ts';
import { judgeBareSignature } from '../../esf/judge-bare-signature.ts';
import { makeDeal, makeSentActs, stateOf } from '../../../../test/papers.ts';
import { makeCompany, makeExecutor, type Person } from '../../../../test/people.ts';

const layers: NcaLayer[] = [];

const app = await makeTestApp();
const company = await makeCompany(app);
const deal = await makeDeal(app, company, await makeExecutor(app, company));
for (const algorithm of ['gost512', 'rsa'] as const) await keepTestKey(deal.executor.person, algorithm);
const { address } = await app.ok('sandbox.ncalayer', deal.executor.person, {});
afterAll(async () => {
  for (const layer of layers) layer.close();
  await app.close();
});

/** A key of the sandbox as the demo data have it. */
async function keepTestKey(person: Person, algorithm: 'gost512' | 'rsa'): Promise<void> {
  const day_ms = 86_400_000;
  const { pkcs12 } = await app.sandbox_nca!.issueKey({
    algorithm,
    subject: { common_name: 'СЫНАҚОВ ӘЛІБЕК', iin: person.iin, country: 'KZ' },
    profile: { kind: 'signer', rights: ['person'] },
    password: 'Qwerty12',
    not_before: new Date(Date.now() - day_ms),
    not_after: new Date(Date.now() + day_ms),
  });
  const { user_id, company_id } = person;
  await app.parts.db
    .insertInto('sandbox.keys')
    .values({
      user_id,
      company_id,
      algorithm,
      name: algorithm,
      file_name: `${algorithm}.p12`,
      password: 'Qwerty12',
      pkcs12: Buffer.from(pkcs12),
    })
    .execute();
}

function layerAt(url = address): NcaLayer {
  const layer = createNcaLayer({ openSocket: (at) => new WebSocket(at), url });
  layers.push(layer);
  return layer;
}

const plan = (...whims: string[]) =>
  fetch(address.replace(/^ws/, 'http'), { method: 'POST', body: JSON.stringify(whims) });

async function hashesOf(act_ids: number[], hash: 'sha256' | 'streebog512'): Promise<string[]> {
  const { items } = await app.ok('signing.prepare', deal.executor.person, {
    body: { doc_type: 'act', ids: act_ids },
  });
  return items.map(({ file }) => Buffer.from(file[hash], 'hex').toString('base64'));
}

const asked = (data: string[], signer: Partial<NcaSignInput['signer']> = {}): NcaSignInput => ({
  format: 'cms',
  attached: false,
  digested: true,
  timestamp: false,
  data,
  signer: { extended_key_usage: [OID.emailProtection], iin: deal.executor.person.iin, ...signer },
});

test.each([
  ['sign', 'streebog512'],
  ['rsa', 'sha256'],
] as const)('signs two acts by one call (%s), and the server takes both', async (whim, hash) => {
  const ids = await makeSentActs(app, deal, 2);
  await plan(whim);
  const layer = layerAt();
  expect(await layer.connect()).toEqual({ status: 'ok', version: '1.4' });
  const answer = await layer.sign(asked(await hashesOf(ids, hash)));
  if (answer.status !== 'signed') throw new Error(JSON.stringify(answer));
  expect(answer.signatures[0]).toMatch(/^-----BEGIN CMS-----\r\n[\w+/=\r\n]+-----END CMS-----\r\n$/);
  const signatures = answer.signatures.map((pem, at) => ({
    act_id: ids[at]!,
    cms: pem.replace(/-----[A-Z ]+-----|\s/g, ''),
  }));
  const { items } = await app.ok('acts.sign', deal.executor.person, {
    body: { signatures, means: 'ncalayer' },
  });
  expect(items.map(({ status }) => status)).toEqual(['ok', 'ok']);
  for (const act_id of ids) {
    expect(await stateOf(app, act_id)).toBe('signed_by_executor');
    const { signatures: cards } = await app.ok('acts.get', deal.executor.person, { params: { act_id } });
    expect(cards.map(({ means }) => means)).toEqual(['ncalayer']);
  }
});

test('signs XML, and bare values through the module of ИС ЭСФ', async () => {
  const layer = layerAt();
  expect(await layer.listTokens()).toEqual({ status: 'ok', storages: [] });
  const signer = { extended_key_usage: [OID.emailProtection] };
  const xml = await layer.sign({ format: 'xml', data: ['<authTicket/>'], signer });
  if (xml.status !== 'signed') throw new Error(JSON.stringify(xml));
  expect(xml.signatures[0]).toMatch(/^<authTicket><ds:Signature [^]*<\/authTicket>$/);
  const text = '<awp>№ 7</awp>';
  const bare = await layer.signBare(text, 'PKCS12');
  if (bare.status !== 'signed') throw new Error(JSON.stringify(bare));
  const given = Buffer.from(JSON.stringify(bare));
  const { iin, signature } = await judgeBareSignature(app.parts, Buffer.from(text), given);
  expect([iin, signature]).toEqual([deal.executor.person.iin, bare.signature]);
  await plan('none');
  expect(await layer.signBare(text, 'PKCS12')).toEqual({ status: 'error', reason: 'no_module' });
});

test('a message of many frames and 64 KB arrives whole', async () => {
  const hash = Buffer.alloc(64, 3).toString('base64');
  const answer = await layerAt().sign(asked(Array.from({ length: 900 }, () => hash)));
  expect(answer.status === 'signed' && answer.signatures.length).toBe(900);
});

test('asks nobody else’s key: with no key that fits there is only a closed window', async () => {
  const hash = Buffer.alloc(64, 3).toString('base64');
  const layer = layerAt();
  for (const signer of [{ iin: '900101350003' }, { bin: '061040002322' }, { extended_key_usage: ['1.2.3'] }])
    expect(await layer.sign(asked([hash], signer))).toEqual({ status: 'cancelled' });
  const stranger = layerAt(address.replace(/\d+$/, '999999'));
  expect(await stranger.sign(asked([hash]))).toEqual({ status: 'cancelled' });
});

test('lives through its whims: cancel, an error, gone amid the call, an old one, none at all', async () => {
  const data = [Buffer.alloc(64, 3).toString('base64')];
  await plan('cancel', 'fail', 'leave', 'old', 'absent');
  const layer = layerAt();
  expect(await layer.sign(asked(data))).toEqual({ status: 'cancelled' });
  expect(await layer.sign(asked(data))).toMatchObject({ reason: 'failed', code: 'INVOCATION_ERROR' });
  expect(await layer.sign(asked(data))).toEqual({ status: 'error', reason: 'disconnected' });
  expect(await layer.connect()).toEqual({ status: 'ok', version: '1.2' });
  expect(await layerAt().connect()).toEqual({ status: 'error', reason: 'not_running' });
  // A hash of another length than the key wants.
  expect(await layer.sign(asked([Buffer.alloc(32).toString('base64')]))).toMatchObject({ reason: 'failed' });
});
