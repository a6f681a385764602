import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, fromHex, latin1ToBytes, toHex } from '../bytes.ts';
import { createStreebog, streebog256, streebog512 } from './streebog.ts';

/** The two messages of RFC 6986, 10, in the order of bytes in which files carry them. */
const M1 = latin1ToBytes('012345678901234567890123456789012345678901234567890123456789012');
const M2 = fromHex(
  'd1e520e2e5f2f0e82c20d1f2f0e8e1eee6e820e2edf3f6e82c20e2e5fef2fa20f120eceef0ff20f1f2f0e5ebe0ece820ede020f5f0e0e1f0fbff20efebfaeafb20c8e3eef0e5e2fb',
)!;

describe('Streebog', () => {
  test.each([
    [
      'M1 of RFC 6986',
      M1,
      '1b54d01a4af5b9d5cc3d86d68d285462b19abc2475222f35c085122be4ba1ffa00ad30f8767b3a82384c6574f024c311e2a481332b08ef7f41797891c1646f48',
      '9d151eefd8590b89daa6ba6cb74af9275dd051026bb149a452fd84e5e57b5500',
    ],
    [
      'M2 of RFC 6986',
      M2,
      '1e88e62226bfca6f9994f1f2d51569e0daf8475a3b0fe61a5300eee46d961376035fe83549ada2b8620fcd7c496ce5b33f0cb9dddc2b6460143b03dabac9fb28',
      '9dd2fe4e90409e5da87f53976d7405b0c0cac628fc669a741d50063c557e8f50',
    ],
    [
      'the empty message',
      new Uint8Array(0),
      '8e945da209aa869f0455928529bcae4679e9873ab707b55315f56ceb98bef0a7362f715528356ee83cda5f2aac4c6ad2ba3a715c1bcd81cb8e9f90bf4c1c1a8a',
      '3f539a213e97c802cc229d474c6aa32a825a360b2a933a949fd925208d9ce1bb',
    ],
    [
      'carries through the whole checksum (a vector of the GOST engine of OpenSSL)',
      fromHex(`${'ee'.repeat(64)}16${'11'.repeat(62)}16`)!,
      '8b06f41e59907d9636e892caf5942fcdfb71fa31169a5e70f0edb873664df41c2cce6e06dc6755d15a61cdeb92bd607cc4aaca6732bf3568a23a210dd520fd41',
      '81bb632fa31fcc38b4c379a662dbc58b9bed83f50d3a1b2ce7271ab02d25babb',
    ],
  ])('hashes %s', (_, message, long, short) => {
    expect(toHex(streebog512(message))).toBe(long);
    expect(toHex(streebog256(message))).toBe(short);
  });

  test('gives the same in pieces as at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }),
        fc.constantFrom(256, 512),
        (parts, bits) => {
          const whole = createStreebog(bits)
            .update(concatBytes(...parts))
            .digest();
          const inPieces = createStreebog(bits);
          for (const part of parts) inPieces.update(part);
          expect(toHex(inPieces.digest())).toBe(toHex(whole));
        },
      ),
    );
  });
});
