import { randomUUID } from 'node:crypto';
import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import { deriveKey } from '../../../platform/config.ts';
import type { BankLogin } from '../bank-login.ts';

const BANK = 'sandbox-bank';

export interface SandboxBankLogin extends BankLogin {
  /** What the bank's app would hand over for a client who is in it. */
  vouch(iin: string): Promise<string>;
}

/** A bank of the sandbox that vouches for whom it is asked to, with a key of its own. Absent in production. */
export function sandboxBankLogin(
  { master_key, public_url }: { master_key: Buffer; public_url: string },
  clock: Clock,
): SandboxBankLogin {
  const key = deriveKey(master_key, 'sandbox-bank-login');
  return {
    doors: [
      {
        bank: BANK,
        name: { ru: 'учебный банк', kz: 'Оқу банкі' },
        address: `${public_url}/sandbox/bank`,
      },
    ],
    vouch: (iin) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'bank-assertion' })
        .setIssuer(BANK)
        .setAudience(public_url)
        .setSubject(iin)
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(clock.now().getTime() / 1000))
        .sign(key),
    async read(assertion) {
      try {
        const { payload } = await jwtVerify(assertion, key, {
          algorithms: ['HS256'],
          typ: 'bank-assertion',
          issuer: BANK,
          audience: public_url,
          requiredClaims: ['iat', 'sub', 'jti'],
          currentDate: clock.now(),
        });
        const { sub, jti, iat } = payload as { sub: string; jti: string; iat: number };
        return isIin(sub) ? { bank: BANK, iin: sub, id: jti, issued_at: new Date(iat * 1000) } : null;
      } catch {
        return null;
      }
    },
  };
}
