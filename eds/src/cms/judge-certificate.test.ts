import { expect, test } from 'vitest';
import { makeSandbox, NOW } from '../../test/sandbox.ts';
import { primitives } from '../../test/vectors.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { judgeCertificate, statusAt } from './judge-certificate.ts';
import type { KeyPurpose } from './judge-certificate.ts';

const { signer, trust } = await makeSandbox();
const SIGNS: Certificate['key_usage'] = ['digital_signature', 'non_repudiation'];

test.each<[KeyPurpose, Partial<Certificate>, string]>([
  ['sign', { key_usage: SIGNS, extended_key_usage: [OID.emailProtection] }, 'good'],
  ['sign', { key_usage: SIGNS, extended_key_usage: [OID.clientAuth] }, 'not_a_signing_key'],
  ['sign', { key_usage: ['digital_signature'] }, 'key_usage_wrong'],
  ['sign', { key_usage: ['non_repudiation'] }, 'key_usage_wrong'],
  ['sign', { is_ca: true }, 'key_usage_wrong'],
  ['login', { key_usage: ['digital_signature'], extended_key_usage: [OID.clientAuth] }, 'good'],
  ['login', { key_usage: ['digital_signature'], extended_key_usage: [OID.emailProtection] }, 'good'],
  ['login', { key_usage: ['digital_signature'], extended_key_usage: [OID.timeStamping] }, 'key_usage_wrong'],
  ['login', { key_usage: ['non_repudiation'] }, 'key_usage_wrong'],
  ['login', { is_ca: true }, 'key_usage_wrong'],
])('to %s, a key with %o is %s', async (purpose, fields, said) => {
  const certificate = { ...signer.certificate, ...fields };
  const judged = await judgeCertificate({ certificate, others: [], purpose, at: NOW, trust, primitives });
  expect(judged.reason ?? 'good').toBe(said);
});

test('what was revoked later was good at the moment, and revoked from its second on', () => {
  const revoked = { status: 'revoked', revoked_at: NOW } as const;
  expect(statusAt(revoked, new Date(NOW.getTime() - 1))).toBe('good');
  expect(statusAt(revoked, NOW)).toBe('revoked');
  expect(statusAt({ status: 'revoked' }, NOW)).toBe('revoked');
  expect(statusAt({ status: 'unknown', revoked_at: NOW }, new Date(0))).toBe('unknown');
});
