import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasVectors, listVectors, primitives, readVector } from '../../test/vectors.ts';
import { makeOwner, NOW, sha256Hex } from '../../test/sandbox.ts';
import { certificatesIn, unarmour } from '../asn1/armour.ts';
import { toHex } from '../bytes.ts';
import { parseCertificate } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { PRODUCTION_ROOT_PINS } from './pins.ts';
import { oidOfRight, subjectRights } from './rights.ts';
import { checkIssuerSignature } from './trust.ts';

const read = (path: string): Certificate => parseCertificate(unarmour(readVector(path))!)!;

describe.skipIf(!hasVectors)('certificates of the Republic (../shared/vectors)', () => {
  interface Entry {
    file: string;
    sha256_der: string;
    role: string;
    not_before: string;
    not_after: string;
  }
  const manifest = hasVectors
    ? (JSON.parse(new TextDecoder().decode(readVector('nca/production/MANIFEST.json'))) as Entry[])
    : [];

  test.each(manifest)('$file is what the manifest says', async (entry) => {
    const certificate = read(`nca/production/${entry.file}`);
    expect(await sha256Hex(certificate.der)).toBe(entry.sha256_der);
    expect(certificate.not_before).toEqual(new Date(entry.not_before));
    expect(certificate.not_after).toEqual(new Date(entry.not_after));
    expect(certificate.is_ca).toBe(true);
    expect(certificate.key_usage).toEqual(['key_cert_sign', 'crl_sign']);
  });

  test('the pins are exactly the roots of the manifest', () => {
    const roots = manifest.filter((entry) => entry.role === 'root').map((entry) => entry.sha256_der);
    expect([...PRODUCTION_ROOT_PINS].sort()).toEqual(roots.sort());
  });

  test('each is signed by its own issuer and by no other', async () => {
    const issuers: Record<string, string> = {};
    for (const { file } of manifest) {
      const good: string[] = [];
      for (const { file: other } of manifest) {
        const check = await checkIssuerSignature(
          read(`nca/production/${file}`),
          read(`nca/production/${other}`),
          primitives,
        );
        if (check === 'good') good.push(other);
      }
      issuers[file] = good.join();
    }
    expect(issuers).toEqual({
      'root_gost.pem': 'root_gost.pem',
      'root_rsa.pem': 'root_rsa.pem',
      'root_rsa_2020.cer': 'root_rsa_2020.cer',
      'root_gost_2020.cer': 'root_gost_2020.cer',
      'root_gost_2022.pem': 'root_gost_2022.pem',
      'nca_gost.pem': 'root_gost.pem',
      'nca_rsa.pem': 'root_rsa.pem',
      'nca_gost_2022.pem': 'root_gost_2022.pem',
      'nca_rsa_2022.cer': 'root_rsa_2020.cer',
      'ucgo_gost.cer': 'root_gost_2020.cer',
      'btsd_gost.cer': 'root_gost_2020.cer',
    });
  });

  test('an RSA signer of the test contour is read in full', () => {
    const certificate = read('nca/ncanode/certs/individual_valid_sign_2004_rsa.cer');
    expect(certificate).toMatchObject({
      key_algorithm: 'rsa',
      key_usage: ['digital_signature', 'non_repudiation'],
      subject: { common_name: 'ТЕСТОВ ТЕСТ', surname: 'ТЕСТОВ', given_name: 'ТЕСТОВИЧ', iin: '123456789011' },
    });
    expect(certificate.policies).toContain('1.2.398.3.3.2.3');
    expect(subjectRights(certificate)).toEqual(['person']);
  });

  test('no file of any kind makes the reader throw', () => {
    const files = [...listVectors('nca/'), ...listVectors('cades/'), ...listVectors('pdf/')];
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) for (const der of certificatesIn(readVector(file))) parseCertificate(der);
  });
});

describe('a certificate with the profile of НУЦ РК', async () => {
  const root = await makeOwner({ profile: { kind: 'authority' }, subject: { common_name: 'ROOT' } });
  const head = await makeOwner({ issuer: root });

  test('names its owner, rights and purposes', async () => {
    const { certificate } = head;
    expect(certificate.subject).toMatchObject({
      common_name: 'ИВАНОВ ИВАН',
      surname: 'ИВАНОВ',
      given_name: 'ИВАНОВИЧ',
      iin: '900101300123',
      organization: 'ТОО "Мысал"',
      bin: '210240012345',
      country: 'KZ',
      dn: 'CN=ИВАНОВ ИВАН,SN=ИВАНОВ,SERIALNUMBER=IIN900101300123,C=KZ,O=ТОО \\"Мысал\\",OU=BIN210240012345,GN=ИВАНОВИЧ',
    });
    expect(certificate).toMatchObject({
      key_algorithm: 'gost512',
      key_usage: ['digital_signature', 'non_repudiation', 'key_agreement'],
      extended_key_usage: ['1.3.6.1.5.5.7.3.4', '1.2.398.3.3.4.1.2', '1.2.398.3.3.4.1.2.1'],
      policies: ['1.2.398.3.3.2'],
      is_ca: false,
      ocsp_urls: ['http://127.0.0.1/ocsp'],
      issuer_urls: ['http://127.0.0.1/ca.cer'],
      crl_urls: ['http://127.0.0.1/ca.crl'],
      delta_crl_urls: ['http://127.0.0.1/delta.crl'],
      aki: root.certificate.ski,
      signature_algorithm: '1.2.398.3.10.1.1.2.3.2',
      unknown_critical: [],
    });
    expect(subjectRights(certificate)).toEqual(['organisation', 'head']);
    expect(await checkIssuerSignature(certificate, root.certificate, primitives)).toBe('good');
  });

  test('has the key identifier and serial number that НУЦ РК would give', async () => {
    const { certificate } = head;
    // The rule, proven on the real ones: SHA-1 of the BIT STRING with its inner header; the top bit cleared.
    const inner = certificate.spki.subarray(-131);
    expect(toHex(inner.subarray(0, 3))).toBe('048180');
    expect(certificate.ski).toBe(toHex(await primitives.hash('sha1', inner)));
    // As a number: of one that begins with zeros DER writes none.
    const cleared = BigInt(`0x${certificate.ski!}`) & ((1n << 159n) - 1n);
    expect(BigInt(`0x${certificate.serial}`)).toBe(cleared);
  });

  test.skipIf(!hasVectors)('has the extensions of a real one of 2026, in its order', async () => {
    const { openPkcs12 } = await import('../pkcs12/open.ts');
    const opened = await openPkcs12(readVector('nca/test/valid/head.p12'), 'Qwerty12');
    if (opened.status !== 'ok') throw new Error(opened.reason);
    const real = opened.keys[0]!.certificate;
    expect(real.ski).toBe(toHex(await primitives.hash('sha1', real.spki.subarray(-131))));
    expect(extensionOids(head.certificate)).toEqual(extensionOids(real));
    expect(head.certificate.spki.subarray(0, -128)).toEqual(real.spki.subarray(0, -128));
  });

  test('information systems have OIDs of their own beneath one', () => {
    const [own, all] = ['1.2.398.3.3.4.1.2.6.15', '1.2.398.3.3.4.1.2.6'];
    for (const extended_key_usage of [[own], [all], [own, all]])
      expect(subjectRights({ extended_key_usage })).toEqual(['information_system']);
    expect(subjectRights({ extended_key_usage: ['1.2.398.3.3.4.1.2.60', '1.3.6.1.5.5.7.3.4'] })).toEqual([]);
    expect(oidOfRight('information_system')).toBe('1.2.398.3.3.4.1.2.6');
    expect(oidOfRight('right_to_sign_financial')).toBe('1.2.398.3.3.4.1.2.3');
  });

  test('is refused in any damaged form, and nothing throws', () => {
    const { der } = head.certificate;
    for (let at = 0; at < der.length; at++) expect(parseCertificate(der.subarray(0, at))).toBeNull();
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), (at, byte) => {
        const changed = der.slice();
        changed[at] = byte;
        parseCertificate(changed);
      }),
      { numRuns: 1500 },
    );
  });

  test('a name is read by its marks and not by its place', async () => {
    const subjects = {
      // Numbers without their mark are no ИИН, and the БИН of an employee's firm is not their own number.
      plain: { common_name: '900101300123', surname: 'IIN900101300123' },
      company: { common_name: 'ИС "Учёт", №1', bin: '210240012345', organization: 'ТОО, "А"+Б' },
    };
    const plain = await makeOwner({ subject: subjects.plain });
    const company = await makeOwner({ subject: subjects.company });
    expect(plain.certificate.subject.iin).toBeUndefined();
    expect(company.certificate.subject).toMatchObject({ bin: '210240012345', organization: 'ТОО, "А"+Б' });
    expect(company.certificate.subject.iin).toBeUndefined();
    expect(company.certificate.subject.dn).toBe(
      'CN=ИС \\"Учёт\\"\\, №1,C=KZ,O=ТОО\\, \\"А\\"\\+Б,OU=BIN210240012345',
    );
    expect(company.certificate.not_before < NOW).toBe(true);
  });
});

function extensionOids(certificate: Certificate): string[] {
  const found =
    toHex(certificate.tbs).match(/0603551d..|06082b06010505070101|06062a830e030305(?=040c)/g) ?? [];
  return found;
}
