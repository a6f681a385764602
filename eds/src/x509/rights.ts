import type { Certificate } from './certificate.ts';

/** Who the owner of a certificate is and what they may sign, by the register of OIDs of root.gov.kz. */
export type SubjectRight =
  | 'person'
  | 'organisation'
  | 'head'
  | 'right_to_sign'
  | 'right_to_sign_financial'
  | 'hr'
  | 'employee'
  | 'information_system'
  | 'treasury';

const USER_TYPE = '1.2.398.3.3.4.1';

const RIGHTS: Record<string, SubjectRight> = {
  [`${USER_TYPE}.1`]: 'person',
  [`${USER_TYPE}.1.1`]: 'information_system',
  [`${USER_TYPE}.2`]: 'organisation',
  [`${USER_TYPE}.2.1`]: 'head',
  [`${USER_TYPE}.2.2`]: 'right_to_sign',
  [`${USER_TYPE}.2.3`]: 'right_to_sign_financial',
  [`${USER_TYPE}.2.4`]: 'hr',
  [`${USER_TYPE}.2.5`]: 'employee',
  [`${USER_TYPE}.2.6`]: 'information_system',
  '1.2.398.5.19.1.2.2.1': 'treasury',
};

/** The OID in the extended key usage for a right; an information system has one of its own beneath `.2.6`. */
export function oidOfRight(right: SubjectRight): string {
  return Object.entries(RIGHTS)
    .filter(([, value]) => value === right)
    .at(-1)![0];
}

/** Rights in the order of the certificate, each once; empty when the certificate names none. */
export function subjectRights(certificate: Pick<Certificate, 'extended_key_usage'>): SubjectRight[] {
  const rights = new Set<SubjectRight>();
  for (const id of certificate.extended_key_usage) {
    const right = RIGHTS[id] ?? (id.startsWith(`${USER_TYPE}.2.6.`) ? 'information_system' : undefined);
    if (right !== undefined) rights.add(right);
  }
  return [...rights];
}
