import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasOpenssl, makeFolder, openssl } from '../../test/openssl.ts';
import { makeSandbox, NOW } from '../../test/sandbox.ts';
import { primitives } from '../../test/vectors.ts';
import { toPem } from '../asn1/armour.ts';
import { utf8ToBytes } from '../bytes.ts';
import { signCms } from './sign.ts';
import { verifyCms } from './verify.ts';

describe.skipIf(!hasOpenssl)('RSA signatures with openssl as the judge', async () => {
  const file = makeFolder();
  const content = utf8ToBytes('Договор\r\nс двумя строками\n');
  const { root, authority, signer, trust } = await makeSandbox('rsa');
  if (signer.key.algorithm !== 'rsa') throw new Error('an RSA sandbox has RSA keys');
  const pem = (...owners: { certificate: { der: Uint8Array } }[]): string =>
    owners.map((owner) => toPem('CERTIFICATE', owner.certificate.der)).join('');
  const document = file('document.txt', content);
  const other = file('other.txt', utf8ToBytes('Другой договор'));
  const authorities = file('authorities.pem', pem(root, authority));
  const certificate = file('signer.pem', pem(signer));
  const key = file('signer.key', toPem('PRIVATE KEY', signer.key.pkcs8));
  const moment = String(NOW.getTime() / 1000);

  test.each([[[]], [['-cades']]])('it verifies ours %s', async (options) => {
    const cms = file('ours.cms', await signCms({ content, ...signer, signing_time: NOW, primitives }));
    const judge = (path: string): string =>
      openssl(
        ['cms', '-verify', '-binary', '-inform', 'DER', '-in', cms, '-content', path],
        ['-CAfile', authorities, '-attime', moment, '-out', file('out'), ...options],
      );
    expect(() => judge(document)).not.toThrow();
    expect(() => judge(other)).toThrow(/verification failure|digest/i);
  });

  test('it verifies ours with the content inside', async () => {
    const cms = await signCms({ content, ...signer, attached: true, signing_time: NOW, primitives });
    const out = file('content.out');
    openssl(
      ['cms', '-verify', '-binary', '-inform', 'DER', '-in', file('attached.cms', cms), '-out', out],
      ['-CAfile', authorities, '-attime', moment],
    );
    expect(new Uint8Array(readFileSync(out))).toEqual(content);
  });

  test.each([
    ['detached', ['-cades', '-md', 'sha256'], undefined],
    ['attached', ['-cades', '-md', 'sha256', '-nodetach'], undefined],
    ['in BER', ['-cades', '-md', 'sha256', '-nodetach', '-stream', '-indef'], undefined],
    ['with SHA-512', ['-cades', '-md', 'sha512'], undefined],
    ['by key identifier', ['-cades', '-md', 'sha256', '-keyid'], undefined],
    ['with all certificates', ['-cades', '-md', 'sha256', '-certfile', authorities], undefined],
    ['with SHA-1', ['-cades', '-md', 'sha1'], 'weak_algorithm'],
    ['without signed attributes', ['-md', 'sha256', '-noattr'], 'signed_attributes_missing'],
    ['without signingCertificateV2', ['-md', 'sha256'], 'signing_certificate_missing'],
    ['with RSA-PSS', ['-cades', '-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss'], 'algorithm_unsupported'],
    ['without certificates', ['-cades', '-md', 'sha256', '-nocerts'], 'signer_certificate_missing'],
  ] as const)('we verify its own %s', async (_, options, reason) => {
    const out = file('theirs.cms');
    openssl(
      ['cms', '-sign', '-binary', '-in', document, '-signer', certificate, '-inkey', key],
      ['-outform', 'DER', '-out', out, ...options],
    );
    const cms = new Uint8Array(readFileSync(out));
    const verdict = await verifyCms({ cms, content, trust, at: NOW, primitives });
    expect(verdict.reason).toBe(reason);
    if (reason === undefined) {
      const wrong = await verifyCms({ cms, content: utf8ToBytes('x'), trust, at: NOW, primitives });
      expect(wrong.reason).toBe('digest_mismatch');
    }
  });

  test('its view of our certificates is ours', () => {
    const text = openssl('x509', '-in', certificate, '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus');
    for (const part of [
      'IIN900101300123',
      'BIN210240012345',
      'Digital Signature, Non Repudiation',
      'E-mail Protection',
    ]) {
      expect(text).toContain(part);
    }
    expect(() => openssl('verify', '-CAfile', authorities, '-attime', moment, certificate)).not.toThrow();
    expect(() => openssl('asn1parse', '-in', certificate, '-noout')).not.toThrow();
  });
});
