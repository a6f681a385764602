import { expect, it } from 'vitest';
import { fillFromRegister, NOTHING_SAID } from './fill-from-register.ts';
import type { CompanyFields, Said } from './fill-from-register.ts';

const BIN = '990540009937';
const OTHER_BIN = '040440008978';
const IIN = '880105300012';

const found = { status: 'found' as const, name_kz: null, oked: null };
const alpha = { ...found, name: 'ТОО «Альфа»', ceo: 'Ахметов А.', address: 'Абая, 1' };
const beta = { ...found, name: 'ТОО «Бета»', ceo: null, address: null };
const unknown = {
  status: 'unknown' as const,
  name: null,
  name_kz: null,
  ceo: null,
  address: null,
  oked: null,
};

/** A form into which numbers are typed, one after another. */
function makeForm() {
  let said: Said = NOTHING_SAID;
  const fields: CompanyFields = {
    role: 'business',
    type: 'too',
    name: '',
    bin: '',
    address: '',
    ceo_name: '',
  };
  const hear = (bin: string, answer: typeof alpha | typeof beta | typeof unknown | null) => {
    const next = fillFromRegister(bin, answer, fields, said);
    said = next.said;
    Object.assign(fields, next.part);
    return fields;
  };
  return { fields, hear };
}

it('leaves nothing of the company whose number was typed by mistake', () => {
  const of_found = makeForm();
  expect(of_found.hear(BIN, alpha)).toMatchObject({ ceo_name: 'Ахметов А.', address: 'Абая, 1' });
  expect(of_found.hear(OTHER_BIN, beta)).toMatchObject({ name: 'ТОО «Бета»', ceo_name: '', address: '' });
  for (const answer of [unknown, null]) {
    const form = makeForm();
    form.hear(BIN, alpha);
    expect(form.hear(OTHER_BIN, answer)).toMatchObject({ name: '', ceo_name: '', address: '' });
  }
});

it('keeps what was typed, and what was found while the register is silent for a moment', () => {
  const form = makeForm();
  form.fields.ceo_name = 'Сама';
  form.hear(BIN, alpha);
  form.fields.address = 'Абая, 2';
  form.hear(BIN, null);
  expect(form.fields).toMatchObject({ name: 'ТОО «Альфа»', ceo_name: 'Сама', address: 'Абая, 2' });
  form.hear(OTHER_BIN, beta);
  expect(form.fields).toMatchObject({ name: 'ТОО «Бета»', ceo_name: 'Сама', address: 'Абая, 2' });
});

it('takes a number of a person for a sole trader, and takes that back with the number', () => {
  const form = makeForm();
  form.fields.type = 'ao';
  expect(form.hear(IIN, alpha).type).toBe('ip');
  expect(form.hear(BIN, beta).type).toBe('ao');
  form.fields.type = 'individual';
  expect(form.hear(IIN, alpha).type).toBe('individual');
});
