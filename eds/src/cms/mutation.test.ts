import { describe, expect, test } from 'vitest';
import { BENDS, faultOf, messages, verifyBent } from '../../test/bent-messages.ts';

/**
 * Whatever single byte of a message is changed, it is refused or says exactly what it said before. With RSA, which is
 * quick, every byte is changed here; with two signers of both kinds one byte in some, and each of them by
 * `npm run attack bent`. `cms.test.ts` changes each byte of a bare signature with GOST.
 */
const STEPS = { 'one signer, RSA': 1, 'two signers, GOST and RSA': 23 };

describe.each(Object.entries(messages))('%s', (name, { cms, trust }) => {
  const step = STEPS[name as keyof typeof STEPS];

  test('is valid to begin with, with both proofs of each signer', async () => {
    const good = await verifyBent(cms, trust);
    expect(good.status).toBe('valid');
    for (const one of good.signers) expect([one.timestamp, one.revocation]).toEqual(['good', 'good']);
  });

  test.each(BENDS)('with %s of a byte changed is refused or means the same', async (_name, sparse, bend) => {
    const good = await verifyBent(cms, trust);
    let accepted = 0;
    for (let at = 0; at < cms.length; at += step * sparse) {
      const bent = cms.slice();
      bent[at] = bend(bent[at]!, at);
      const verdict = await verifyBent(bent, trust);
      expect(faultOf(good, verdict), `byte ${at}`).toBeNull();
      if (verdict.status === 'valid') accepted++;
    }
    expect(accepted * step * sparse).toBeLessThan(cms.length / 2);
  });

  test('cut off anywhere, or with a byte behind, is none', async () => {
    for (let length = 0; length < cms.length; length += 7)
      expect((await verifyBent(cms.subarray(0, length), trust)).status, String(length)).toBe('invalid');
    expect((await verifyBent(Uint8Array.from([...cms, 0]), trust)).reason).toBe('trailing_bytes');
  });
});
