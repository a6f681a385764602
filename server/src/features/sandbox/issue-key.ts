import { randomInt } from 'node:crypto';
import { isIin, withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import type { Clock } from '../../platform/clock.ts';

/** What the НУЦ of the sandbox makes keys of; `app.ts` knows who that is. */
export type IssueKey = (input: {
  algorithm: 'gost512';
  subject: {
    common_name: string;
    given_name?: string;
    surname: string;
    iin: string;
    country: string;
    organization?: string;
    bin?: string;
  };
  profile: { kind: 'signer'; rights: ('person' | 'organisation' | 'head' | 'employee')[] };
  password: string;
  not_before: Date;
  not_after: Date;
}) => Promise<{ pkcs12: Uint8Array; certificate: { serial: string } }>;

const PASSWORD = 'Kelisim2026';
const DAY_MS = 86_400_000;

/** Test keys for somebody who is only registering: of the person, or of the head and of an employee of the company. */
export async function issueKeys(
  { issue, clock }: { issue: IssueKey; clock: Clock },
  { bin, company_name, full_name }: { bin: string; company_name: string; full_name: string },
) {
  const person = isIin(bin);
  const now = clock.now().getTime();
  const roles = person ? (['person'] as const) : (['head', 'employee'] as const);
  const [surname = '', first_name = '', given_name = ''] = full_name.toUpperCase().split(/\s+/);
  return await Promise.all(
    roles.map(async (role) => {
      const { pkcs12, certificate } = await issue({
        algorithm: 'gost512',
        subject: {
          common_name: `${surname} ${first_name}`.trim(),
          surname,
          ...(given_name ? { given_name } : {}),
          iin: person ? bin : inventIin(),
          country: 'KZ',
          ...(person ? {} : { organization: company_name, bin }),
        },
        profile: { kind: 'signer', rights: role === 'person' ? ['person'] : ['organisation', role] },
        password: PASSWORD,
        not_before: new Date(now - DAY_MS),
        not_after: new Date(now + 365 * DAY_MS),
      });
      return {
        role,
        file_name: `GOST512_${certificate.serial.slice(0, 16)}.p12`,
        password: PASSWORD,
        pkcs12: Buffer.from(pkcs12).toString('base64'),
      };
    }),
  );
}

/** Of somebody born in the eighties, who does not exist. */
function inventIin(): string {
  for (;;) {
    const two = (value: number) => String(value).padStart(2, '0');
    const born = `8${randomInt(10)}${two(randomInt(1, 13))}${two(randomInt(1, 29))}`;
    const iin = withCheckDigit(`${born}${randomInt(3, 5)}${String(randomInt(10_000)).padStart(4, '0')}`);
    if (iin) return iin;
  }
}
