import { openPkcs12 } from '@kelisim/eds/pkcs12/open.ts';
import { subjectRights } from '@kelisim/eds/x509/rights.ts';
import { isIin, withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import { afterAll, expect, test } from 'vitest';
import { makeTestApp } from '../../../test/make-app.ts';

const app = await makeTestApp();
afterAll(() => app.close());

async function issued(bin: string) {
  const body = { bin, company_name: 'ТОО «Сынақ»', full_name: 'Сынақова Айжан Ерланқызы' };
  const keys = await app.ok('sandbox.issue_keys', null, { body });
  return await Promise.all(
    keys.map(async ({ role, pkcs12, password }) => {
      const opened = await openPkcs12(Buffer.from(pkcs12, 'base64'), password);
      if (opened.status !== 'ok') throw new Error(opened.reason);
      const { certificate } = opened.keys[0]!;
      return { role, subject: certificate.subject, rights: subjectRights(certificate) };
    }),
  );
}

test('a company gets the keys of its head and of an employee, a person his own', async () => {
  const bin = withCheckDigit('21054003456')!;
  const [head, employee] = await issued(bin);
  expect(head).toMatchObject({ role: 'head', subject: { bin, organization: 'ТОО «Сынақ»' } });
  expect(head!.rights).toContain('head');
  expect(employee!.rights).not.toContain('head');
  expect(employee!.rights).toContain('employee');
  for (const { subject } of [head!, employee!]) {
    expect(isIin(subject.iin!)).toBe(true);
    expect(subject).toMatchObject({ common_name: 'СЫНАҚОВА АЙЖАН', given_name: 'ЕРЛАНҚЫЗЫ' });
  }
  const iin = withCheckDigit('88061530027')!;
  const own = await issued(iin);
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({ role: 'person', subject: { iin } });
  expect(own[0]!.subject.bin ?? null).toBeNull();
});
