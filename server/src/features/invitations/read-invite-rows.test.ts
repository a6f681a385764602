import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { expect, test } from 'vitest';
import { readInviteRows, type InviteReferences, type TypedRow } from './read-invite-rows.ts';

const today = '2026-11-22';
const references: InviteReferences = {
  today,
  contracts: [
    { promised: { contract_document_id: 3 }, title: 'Доставка', end_date: '2026-11-01' },
    { promised: { contract_document_id: 2 }, title: 'Доставка', end_date: '2027-11-01' },
    { promised: { contract_document_id: 1 }, title: 'Старый', end_date: '2026-01-01' },
  ],
  own: new Set(['+77010000001']),
  working: new Set(['+77010000002']),
  invited: new Set(['+77010000003']),
};
const of_all = { end_date: '2026-12-01', contract: references.contracts[1]! };
const right: TypedRow = { row: 2, name: 'Ән Би', phone: '8 701 123 45 67', end_date: '', contract: '' };

function read(...rows: Partial<TypedRow>[]) {
  const typed = rows.map((row, i) => ({ ...right, row: i + 2, ...row }));
  return readInviteRows(typed, of_all, references);
}
const said = (row: Partial<TypedRow>) => read(row)[0]!.faults.map(({ column, code }) => `${column} ${code}`);

test('a right row says whom it would invite, with what stands for the whole table where it is silent', () => {
  expect(read({})[0]).toMatchObject({
    phone: '+77011234567',
    faults: [],
    input: {
      name: 'Ән Би',
      phone: '+77011234567',
      end_date: '2026-12-01',
      promised: { contract_document_id: 2 },
    },
  });
  const own = read({ end_date: '05.12.2026', contract: ' доставка ' })[0]!.input;
  expect(own).toMatchObject({ end_date: '2026-12-05', promised: { contract_document_id: 2 } });
});

test.each<[Partial<TypedRow>, string]>([
  [{ name: ' ' }, 'name field.required'],
  [{ name: 'Ә'.repeat(201) }, 'name field.too_long'],
  [{ name: 'Ә\nБ' }, 'name field.one_line'],
  [{ name: 'Ә\0' }, 'name unstorable_text'],
  [{ phone: '' }, 'phone field.required'],
  [{ phone: '87272345678' }, 'phone field.phone'],
  [{ phone: '+77010000001' }, 'phone invitation.own_phone'],
  [{ phone: '+77010000002' }, 'phone invitation.works_already'],
  [{ phone: '+77010000003' }, 'phone invitation.exists'],
  [{ end_date: '31.02.2027' }, 'end_date row.date'],
  [{ end_date: addDays(today, -1) }, 'end_date invitation.end_date'],
  [{ end_date: addDays(today, 400) }, 'end_date invitation.end_date'],
  [{ contract: 'Нет такого' }, 'contract invitation.contract_unknown'],
  [{ contract: 'Старый' }, 'contract invitation.contract_ended'],
  [{ phone: '', formulas: ['phone'] }, 'phone row.formula'],
])('%o is told as %s', (row, fault) => {
  expect(said(row)).toEqual([fault]);
  expect(read(row)[0]!.input).toBeNull();
});

test('the second row of a number names the first, however it is written', () => {
  const [first, second] = read({}, { phone: '+7 (701) 123-45-67' });
  expect([first!.faults, second!.faults]).toEqual([
    [],
    [{ column: 'phone', code: 'row.phone_twice', values: { row: 2 } }],
  ]);
});

test('without a contract for all, a row without its own is asked for one', () => {
  const rows = readInviteRows([right], { ...of_all, contract: null }, references);
  expect(rows[0]!.faults).toEqual([{ column: 'contract', code: 'field.required' }]);
});

test('what is wrong comes back as it was typed', () => {
  expect(read({ phone: ' 12345 ', end_date: 'завтра' })[0]).toMatchObject({
    phone: '12345',
    end_date: 'завтра',
  });
});
