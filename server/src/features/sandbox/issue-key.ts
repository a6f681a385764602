import { createHash } from 'node:crypto';
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
  profile: { kind: 'signer'; rights: KeyOwner['rights'] };
  password: string;
  not_before: Date;
  not_after: Date;
}) => Promise<{ pkcs12: Uint8Array; certificate: { serial: string; not_after: Date } }>;

const PASSWORD = 'Kelisim2026';
const DAY_MS = 86_400_000;

interface KeyOwner {
  iin: string;
  full_name: string;
  /** Of an organisation; a sole trader and an individual have the key of a person. */
  organization: { name: string; bin: string } | null;
  rights: ('person' | 'organisation' | 'head' | 'employee' | 'right_to_sign')[];
  /** From now on; a year when it is not given. Less than nothing is a key that has ended. */
  lasts_ms?: number;
}

/** One test key. */
export async function issueKeyTo(
  { issue, clock }: { issue: IssueKey; clock: Clock },
  { iin, full_name, organization, rights, lasts_ms = 365 * DAY_MS }: KeyOwner,
) {
  const now = clock.now().getTime();
  const [surname = '', first_name = '', given_name = ''] = full_name.toUpperCase().split(/\s+/);
  const { pkcs12, certificate } = await issue({
    algorithm: 'gost512',
    subject: {
      common_name: `${surname} ${first_name}`.trim(),
      surname,
      ...(given_name ? { given_name } : {}),
      iin,
      country: 'KZ',
      ...(organization ? { organization: organization.name, bin: organization.bin } : {}),
    },
    profile: { kind: 'signer', rights },
    password: PASSWORD,
    not_before: new Date(now - DAY_MS),
    not_after: new Date(now + lasts_ms),
  });
  return {
    file_name: `GOST512_${certificate.serial.slice(0, 16)}.p12`,
    password: PASSWORD,
    pkcs12: Buffer.from(pkcs12),
    serial: certificate.serial,
    valid_until: certificate.not_after,
  };
}

/** Test keys for somebody who is only registering: of the person, or of the head and of an employee of the company. */
export async function issueKeys(
  parts: { issue: IssueKey; clock: Clock },
  { bin, company_name, full_name }: { bin: string; company_name: string; full_name: string },
) {
  const person = isIin(bin);
  const roles = person ? (['person'] as const) : (['head', 'employee'] as const);
  return await Promise.all(
    roles.map(async (role) => {
      const { file_name, password, pkcs12 } = await issueKeyTo(parts, {
        iin: person ? bin : inventIin(`${bin} ${role} ${full_name}`),
        full_name,
        organization: person ? null : { name: company_name, bin },
        rights: role === 'person' ? ['person'] : ['organisation', role],
      });
      return { role, file_name, password, pkcs12: pkcs12.toString('base64') };
    }),
  );
}

/** Of somebody born in the eighties, who does not exist; the same for the same words. */
export function inventIin(of: string): string {
  for (let turn = 0; ; turn++) {
    const number = createHash('sha256').update(`${of} ${turn}`).digest().readUInt32BE();
    const two = (value: number) => String(value).padStart(2, '0');
    const born = `8${number % 10}${two(1 + (number % 12))}${two(1 + (number % 28))}`;
    const iin = withCheckDigit(
      `${born}${3 + (number % 2)}${String((number >>> 8) % 10_000).padStart(4, '0')}`,
    );
    if (iin) return iin;
  }
}
