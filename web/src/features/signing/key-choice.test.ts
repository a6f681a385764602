import { withCheckDigit } from '@kelisim/shared/kernel/bin-iin.ts';
import kz from '@kelisim/shared/texts/kz/signing.ts';
import ru from '@kelisim/shared/texts/ru/signing.ts';
import { describe, expect, it } from 'vitest';
import { algorithmWord, daysToWarnOf, firstChoice, keyFault, maskIin, onlyKey } from './key-choice.ts';
import type { KeyCard } from './signing-messages.ts';

const now = new Date('2026-11-20T07:00:00Z');
const iin = '900101350003';

const key = (part: Partial<KeyCard> = {}): KeyCard => ({
  index: 0,
  name: 'СӘРСЕНОВ ЕРЛАН',
  iin,
  bin: null,
  organization: null,
  issuer: 'НУЦ',
  serial: '01',
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_until: '2027-01-01T00:00:00.000Z',
  algorithm: 'gost512',
  for_signing: true,
  rights: ['person'],
  ...part,
});

describe('keyFault', () => {
  // A real БИН by its check digit, or the rule for organisations would never be asked.
  const company = withCheckDigit('05014000123')!;
  const head = key({ bin: company, rights: ['organisation', 'head'] });

  it('takes the key of a person for his own ИИН and of a head for the organisation', () => {
    expect(keyFault(key(), iin, now)).toBeNull();
    expect(keyFault(head, company, now)).toBeNull();
    expect(keyFault({ ...head, rights: ['organisation', 'right_to_sign'] }, company, now)).toBeNull();
  });

  it('refuses a key that only signs in, before anything else is said of it', () => {
    expect(keyFault(key({ for_signing: false, valid_until: '2020-01-01T00:00:00.000Z' }), iin, now)).toBe(
      'for_login',
    );
  });

  it('refuses what has ended or has not begun', () => {
    expect(keyFault(key({ valid_until: '2026-11-20T06:59:59.000Z' }), iin, now)).toBe('expired');
    expect(keyFault(key({ valid_from: '2026-11-20T07:00:01.000Z' }), iin, now)).toBe('not_yet');
  });

  it('refuses the key of another person, another organisation, or without the right to sign', () => {
    expect(keyFault(key({ iin: '850101350003' }), iin, now)).toBe('other_person');
    expect(keyFault(key(), company, now)).toBe('other_company');
    expect(keyFault({ ...head, rights: ['organisation', 'employee'] }, company, now)).toBe('no_right');
  });
});

it('warns in the last thirty days only', () => {
  const until = (valid_until: string) => daysToWarnOf(key({ valid_until }), now);
  expect(until('2026-12-21T08:00:00.000Z')).toBeNull();
  expect(until('2026-12-20T08:00:00.000Z')).toBe(30);
  expect(until('2026-11-20T23:00:00.000Z')).toBe(0);
  expect(until('2026-11-20T06:00:00.000Z')).toBeNull();
});

it('offers the key that can sign and lives longest', () => {
  const login = key({ index: 0, for_signing: false, valid_until: '2029-01-01T00:00:00.000Z' });
  const short = key({ index: 1, valid_until: '2027-01-01T00:00:00.000Z' });
  const long = key({ index: 2, valid_until: '2027-06-01T00:00:00.000Z' });
  expect(firstChoice([login, short, long], iin, now)?.index).toBe(2);
  expect(firstChoice([login], iin, now)?.index).toBe(0);
  expect(firstChoice([], iin, now)).toBeNull();
});

it('hides the middle of an ИИН', () => {
  expect(maskIin(iin)).toBe('9001••••••03');
});

it('calls the algorithm of a key by its standard in both languages', () => {
  for (const texts of [ru, kz]) {
    expect(texts.key[algorithmWord('gost512')!]).toContain('34.310-2015');
    expect(texts.key[algorithmWord('rsa')!]).toBe('RSA');
  }
  expect(algorithmWord('ecdsa')).toBeNull();
});

describe('onlyKey', () => {
  const sign = key();
  const enter = key({ index: 1, for_signing: false });

  it('is the one key that can sign, beside others that cannot', () => {
    expect(onlyKey([enter, sign], iin, now)).toBe(sign);
  });

  it('is none where there is a choice, nothing to choose, or a warning to read', () => {
    expect(onlyKey([sign, key({ index: 2 })], iin, now)).toBeNull();
    expect(onlyKey([enter], iin, now)).toBeNull();
    expect(onlyKey([key({ valid_until: '2026-11-25T00:00:00.000Z' })], iin, now)).toBeNull();
  });
});
