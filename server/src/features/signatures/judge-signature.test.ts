import type { SignerVerdict } from '@kelisim/eds/cms/verdict.ts';
import type { ReasonCode } from '@kelisim/eds/reasons.ts';
import type { Problem } from '@kelisim/shared/kernel/problem.ts';
import { describe, expect, test } from 'vitest';
import { assertParty, isOfParty, judgeVerdict, type Signer } from './judge-signature.ts';

const [BIN, IIN, OTHER_IIN] = ['210240012345', '900101300123', '800101300124'];
const signer: SignerVerdict = {
  status: 'valid',
  remarks: [],
  rights: ['organisation', 'head'],
  iin: IIN,
  bin: BIN,
  algorithm: 'gost512',
  revocation: 'good',
  timestamp: 'absent',
  chain: [],
};
/** What the product says of a refusal: its code, and its reason where it tells one. */
function saidOf(deed: () => unknown): string {
  try {
    deed();
  } catch (error) {
    const { code, detail } = error as Problem;
    return [code, detail.values?.reason].filter(Boolean).join(' ');
  }
  return 'good';
}

describe('whose a signature is', () => {
  const company: Signer = { iin: IIN, company: { bin: BIN, role: 'business' } };
  const trader: Signer = { iin: IIN, company: { bin: IIN, role: 'business' } };
  const person: Signer = { iin: null, company: { bin: IIN, role: 'executor' } };
  const of_person = { rights: ['person'], bin: undefined };

  test.each<[string, Signer, object, string]>([
    ['the head of the company', company, {}, 'good'],
    ['whoever has the right to sign', company, { rights: ['organisation', 'right_to_sign'] }, 'good'],
    ['an employee', company, { rights: ['organisation', 'employee'] }, 'signature.no_right'],
    ['another person', company, { iin: OTHER_IIN }, 'signature.other_person'],
    ['nobody', company, { iin: undefined }, 'signature.other_person'],
    ['another company', company, { bin: '210240012346' }, 'signature.other_company'],
    ['whoever signs for a company whose person is not known', { ...company, iin: null }, {}, 'good'],
    ['a sole trader with a key of a person', trader, of_person, 'good'],
    ['another than the sole trader', trader, { ...of_person, iin: OTHER_IIN }, 'signature.other_person'],
    ['an executor who is a person', person, of_person, 'good'],
    ['another than the executor', person, { ...of_person, iin: OTHER_IIN }, 'signature.other_person'],
    [
      'a director in whose company number no company stands',
      { iin: IIN, company: { bin: OTHER_IIN, role: 'business' } },
      of_person,
      'signature.other_company',
    ],
  ])('of %s', (_, party, fields, said) => {
    const one: SignerVerdict = { ...signer, ...fields };
    expect(saidOf(() => assertParty(one, party))).toBe(said);
    expect(isOfParty(one, party)).toBe(said === 'good');
  });
});

describe('a verdict', () => {
  const certificate = {} as NonNullable<SignerVerdict['certificate']>;
  const good = { ...signer, certificate };
  const saying = (reason: ReasonCode | undefined, signers: SignerVerdict[] = [good]) =>
    saidOf(() => judgeVerdict({ status: reason ? 'invalid' : 'valid', ...(reason && { reason }), signers }));

  test.each<[ReasonCode | undefined, string]>([
    [undefined, 'good'],
    // Nobody could be asked: that is asked again later.
    ['revocation_unknown', 'good'],
    ['digest_mismatch', 'signature.other_file'],
    ['no_trust', 'signature.indeterminate no_trust'],
    ['internal_error', 'signature.indeterminate internal_error'],
    ['certificate_expired', 'signature.certificate certificate_expired'],
    ['issuer_unknown', 'signature.certificate issuer_unknown'],
    ['root_not_pinned', 'signature.certificate root_not_pinned'],
    ['key_usage_wrong', 'signature.certificate key_usage_wrong'],
    ['not_a_signing_key', 'signature.certificate not_a_signing_key'],
    ['signature_wrong', 'signature.invalid signature_wrong'],
  ])('with %s is %s', (reason, said) => expect(saying(reason)).toBe(said));

  test('is of one signer with a certificate', () => {
    expect(judgeVerdict({ status: 'valid', signers: [good] })).toBe(good);
    expect(saying(undefined, [])).toBe('signature.invalid one_signer');
    expect(saying(undefined, [signer])).toBe('signature.invalid one_signer');
    expect(saying(undefined, [good, good])).toBe('signature.invalid one_signer');
  });
});
