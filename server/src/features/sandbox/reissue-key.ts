import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import type { Certificate } from '@kelisim/eds/x509/certificate.ts';
import type { CertificateProfile, SubjectFields } from '@kelisim/eds/x509/issue.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { findKeyFile, setKeyFile, type KeyOf } from './sandbox-nca.queries.ts';

/** What the НУЦ of the sandbox makes keys of; `app.ts` knows who that is. */
export type ReissueKey = (input: {
  algorithm: 'gost512' | 'rsa';
  subject: SubjectFields;
  profile: CertificateProfile;
  password: string;
  not_before: Date;
  not_after: Date;
}) => Promise<{ pkcs12: Uint8Array; certificate: Certificate }>;

const HOUR_MS = 3_600_000;
const ENDS_IN_MS = { year: 365 * 24 * HOUR_MS, hour: HOUR_MS, ended: -60_000 };

/** A new key of the same person with the same rights, in place of the one that was revoked or is to be tried out. */
export async function reissueKey(
  { db, clock, issue }: { db: Database; clock: Clock; issue: ReissueKey },
  of: KeyOf,
  validity: keyof typeof ENDS_IN_MS,
): Promise<void> {
  const file = orNotFound(await findKeyFile(db, of));
  const opened = await openPkcs12(file.pkcs12, file.password);
  if (opened.status !== 'ok') throw new Error('a key of the sandbox does not open with its own password');
  const { certificate } = opened.keys[0]!;
  const { common_name = '', surname, given_name, iin, organization, bin } = certificate.subject;
  const now = clock.now().getTime();
  const made = await issue({
    algorithm: of.algorithm,
    subject: {
      common_name,
      ...(surname && { surname }),
      ...(given_name && { given_name }),
      ...(iin && { iin }),
      ...(organization && { organization }),
      ...(bin && { bin }),
    },
    profile: { kind: 'signer', rights: subjectRights(certificate) },
    password: file.password,
    not_before: new Date(now - 24 * HOUR_MS),
    not_after: new Date(now + ENDS_IN_MS[validity]),
  });
  const mark = of.algorithm === 'gost512' ? 'GOST512' : 'RSA';
  await setKeyFile(db, of, {
    pkcs12: Buffer.from(made.pkcs12),
    serial: made.certificate.serial,
    valid_until: made.certificate.not_after,
    file_name: `${mark}_${made.certificate.serial.slice(0, 16)}.p12`,
  });
}
