import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasGostEngine, makeFolder, openssl, WITHOUT_GOST_ENGINE } from '../../test/openssl.ts';
import { makeOwner, makeSandbox, NOW } from '../../test/sandbox.ts';
import { hasVectors, primitives, readVector, WITHOUT_VECTORS } from '../../test/vectors.ts';
import { certificatesIn, toPem, unarmour } from '../asn1/armour.ts';
import { octetsOf, readAsn1, wholeBitsOf } from '../asn1/read.ts';
import { bitString, octetString, oid, sequence } from '../asn1/write.ts';
import { concatBytes, fromHex, latin1ToBytes, toHex } from '../bytes.ts';
import { signedBytes } from '../cms/attributes.ts';
import { parseCms } from '../cms/parse.ts';
import type { SignerInfo } from '../cms/parse.ts';
import { signCms } from '../cms/sign.ts';
import { answerTimestamp } from '../timestamp/answer.ts';
import { buildTimestampRequest } from '../timestamp/request.ts';
import { parseTimestampResponse } from '../timestamp/response.ts';
import { parseCertificate } from '../x509/certificate.ts';
import type { Certificate } from '../x509/certificate.ts';
import { curve2004, curve256 } from './curve256.ts';
import { curve512, plainCurve512 } from './curve512.ts';
import { generateGost512Key, signGost512 } from './sign.ts';
import { streebog256, streebog512 } from './streebog.ts';
import { verifyOnCurve } from './verify.ts';

/**
 * The GOST engine of OpenSSL (Debian: libengine-gost-openssl) knows nothing of us. Its signatures are s ‖ r
 * big-endian, which is ours read backwards.
 */
const reversed = (bytes: Uint8Array): Uint8Array => bytes.slice().reverse();

function signersOf(cms: Uint8Array): readonly SignerInfo[] {
  const parsed = parseCms(cms);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed.signed_data.signers;
}

describe.skipIf(!hasGostEngine)(
  `the GOST engine of openssl as the other side (${WITHOUT_GOST_ENGINE})`,
  () => {
    const file = makeFolder();
    const engine = ['-engine', 'gost'];

    test.each([
      ['gost2012_512', 'A', curve512(), 64],
      ['gost2012_512', 'A', plainCurve512, 64],
      ['gost2012_256', 'TCA', curve256, 32],
      ['gost2001', 'A', curve2004, 32],
    ] as const)('we verify its signatures: %s, parameters %s', (algorithm, parameters, curve, size) => {
      const key = file('engine.key');
      openssl([
        'genpkey',
        ...engine,
        '-algorithm',
        algorithm,
        '-pkeyopt',
        `paramset:${parameters}`,
        '-out',
        key,
      ]);
      const spki = openssl(['pkey', ...engine, '-in', key, '-pubout']);
      const der = certificatesIn(latin1ToBytes(spki.replaceAll('PUBLIC KEY', 'CERTIFICATE')))[0]!;
      const point = octetsOf(readAsn1(wholeBitsOf(readAsn1(der, 'der')!.children[1])!, 'der')!);
      for (let i = 0; i < 3; i++) {
        const digest = primitives.randomBytes(size);
        const out = file('engine.sig');
        openssl(['pkeyutl', ...engine, '-sign', '-inkey', key, '-in', file('digest', digest), '-out', out]);
        const signature = reversed(new Uint8Array(readFileSync(out)));
        expect(verifyOnCurve(curve, size, point, digest, signature)).toBe(true);
        signature[i]! ^= 1;
        expect(verifyOnCurve(curve, size, point, digest, signature)).toBe(false);
      }
    });

    test('it verifies our signatures', () => {
      const { scalar, publicKey } = generateGost512Key(primitives.randomBytes);
      const spki = sequence(
        sequence(oid('1.2.643.7.1.1.1.2'), sequence(oid('1.2.643.7.1.2.1.2.1'), oid('1.2.643.7.1.1.2.3'))),
        bitString(octetString(publicKey)),
      );
      const key = file('ours.pem', toPem('PUBLIC KEY', spki));
      for (const digest of [primitives.randomBytes(64), new Uint8Array(64).fill(0xff)]) {
        const signature = reversed(signGost512(scalar, digest, primitives.randomBytes));
        const said = (signed: Uint8Array): string =>
          openssl(
            ['pkeyutl', ...engine, '-verify', '-pubin', '-inkey', key],
            ['-in', file('digest', digest), '-sigfile', file('ours.sig', signed)],
          );
        expect(said(signature)).toContain('Verified Successfully');
        const changed = signature.slice();
        changed[5]! ^= 1;
        expect(() => said(changed)).toThrow(/signature mismatch/);
      }
    });

    /** Whether it finds the signature right, made by the owner of a certificate, in the names it knows a key by. */
    function engineSays(by: Certificate, data: Uint8Array, signature: Uint8Array): string {
      const spki = sequence(
        sequence(oid('1.2.643.7.1.1.1.2'), sequence(oid('1.2.643.7.1.2.1.2.1'), oid('1.2.643.7.1.1.2.3'))),
        bitString(wholeBitsOf(readAsn1(by.spki, 'der')!.children[1])!),
      );
      return openssl(
        ['dgst', ...engine, '-md_gost12_512', '-verify', file('key.pem', toPem('PUBLIC KEY', spki))],
        ['-signature', file('one.sig', reversed(signature)), file('data', data)],
      );
    }

    const expectRight = (by: Certificate, data: Uint8Array, signature: Uint8Array): void => {
      expect(engineSays(by, data, signature)).toContain('Verified OK');
      const changed = data.slice();
      changed[changed.length >> 1]! ^= 1;
      expect(() => engineSays(by, changed, signature)).toThrow(/Command failed/);
    };

    test('it verifies our certificates, our CMS and our time stamps', async () => {
      const { root, authority, signer } = await makeSandbox();
      for (const [of, by] of [
        [root, root],
        [authority, root],
        [signer, authority],
      ] as const)
        expectRight(by.certificate, of.certificate.tbs, of.certificate.signature);

      const content = latin1ToBytes('act 18');
      const cms = await signCms({ content, ...signer, signing_time: NOW, primitives });
      const [info] = signersOf(cms);
      expectRight(signer.certificate, signedBytes(info!.signed_attributes!).next().value!, info!.signature);

      const tsa = await makeOwner({
        profile: { kind: 'tsa' },
        subject: { common_name: 'TSA' },
        issuer: authority,
      });
      const imprint = { digest: 'streebog512', hash: streebog512(info!.signature) } as const;
      const answer = await answerTimestamp({
        request: buildTimestampRequest({ imprint }),
        ...tsa,
        gen_time: NOW,
        serial: Uint8Array.of(1),
        primitives,
      });
      const read = parseTimestampResponse(answer);
      if (read?.status !== 'granted') throw new Error('no stamp');
      const [stamp] = signersOf(read.token);
      expectRight(tsa.certificate, signedBytes(stamp!.signed_attributes!).next().value!, stamp!.signature);
    });

    test.skipIf(!hasVectors)(`it verifies what we verify of the Republic (${WITHOUT_VECTORS})`, () => {
      const certificate = (path: string): Certificate => parseCertificate(unarmour(readVector(path))!)!;
      for (const [of, by] of [
        ['nca/production/root_gost_2022.pem', 'nca/production/root_gost_2022.pem'],
        ['nca/production/nca_gost_2022.pem', 'nca/production/root_gost_2022.pem'],
        ['nca/test/nca_gost2022_test.cer', 'nca/test/root_test_gost_2022.cer'],
      ] as const) {
        const one = certificate(of);
        expectRight(certificate(by), one.tbs, one.signature);
      }
    });

    test('Streebog is the same for messages of every length around a block', () => {
      const hashOf = (name: string, data: Uint8Array): string => {
        const said = openssl(['dgst', ...engine, `-${name}`, '-r', file('message', data)]);
        return toHex(fromHex(said.split(' ')[0]!)!);
      };
      for (const length of [0, 1, 63, 64, 65, 127, 128, 129, 1000, 100_000]) {
        const data = concatBytes(
          primitives.randomBytes(Math.min(length, 65_536)),
          new Uint8Array(length).fill(0xff),
        );
        expect(toHex(streebog512(data)), String(length)).toBe(hashOf('md_gost12_512', data));
        expect(toHex(streebog256(data)), String(length)).toBe(hashOf('md_gost12_256', data));
      }
    });
  },
);
