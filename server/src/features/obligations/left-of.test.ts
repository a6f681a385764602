import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { closeSound } from '../../../test/hold-invariants.ts';
import { makeTestApp } from '../../../test/make-app.ts';
import { TODAY, type Deal } from '../../../test/papers.ts';
import { END, LAST, makeTwo, payNet, THIS } from '../../../test/withheld.ts';

// A list to the State Corporation is over what is left of a contribution, as the order to the budget is.
const app = await makeTestApp();
afterAll(() => closeSound(app));

async function makeNamed(): Promise<[Deal, Deal]> {
  const [one, other] = await makeTwo(app);
  await sql`update users set full_name = 'Петров Иван' where iin in (${one.executor.bin}, ${other.executor.bin})`.execute(
    app.owner,
  );
  return [one, other];
}

const tell = ({ company }: Deal, amount: string, paid_on = TODAY, month = THIS) =>
  app.ok('obligations.tell_paid', company.director, { body: { month, kind: 'opv', paid_on, amount } });

/** Whom a list names, and its total; or why there is none. */
async function list({ company }: Deal, people: readonly Deal[], of: object = {}) {
  const file = await app.raw('obligations.list_file', company.director, {
    query: { month: THIS, kind: 'opv', ...of },
  });
  const text = new TextDecoder(file.status === 200 ? 'windows-1251' : 'utf-8').decode(file.bytes);
  if (file.status !== 200) return [file.status, /obligation\.\w+/.exec(text)?.[0]];
  const names = people.filter(({ executor }) => text.includes(`/IDN/${executor.bin}\r\n`));
  return [/KZT(\d+,\d\d)\r\n-}/.exec(text)?.[1], names.map(({ executor }) => executor.id)];
}

test('what is paid is not listed again, and of what is added since the new one alone is', async () => {
  const [one, other] = await makeNamed();
  const both = [one, other];
  await payNet(app, one, '300000.00', TODAY);
  expect(await list(one, both)).toEqual(['30000,00', [one.executor.id]]);
  await tell(one, '30000.00');
  expect(await list(one, both)).toEqual([409, 'obligation.nothing']);
  await payNet(app, other, '100000.00', TODAY);
  expect(await list(one, both)).toEqual(['10000,00', [other.executor.id]]);
  expect(await list(one, both, { executor_company_id: one.executor.id })).toEqual([
    409,
    'obligation.nothing',
  ]);
  expect(await list(one, both, { executor_company_id: other.executor.id })).toEqual([
    '10000,00',
    [other.executor.id],
  ]);
  await tell(one, '40000.00');
  expect(await list(one, both)).toEqual([409, 'obligation.nothing']);
  // The same person once more: the month as it was then says how much of theirs went out.
  await payNet(app, one, '100000.00', TODAY);
  expect(await list(one, both)).toEqual(['10000,00', [one.executor.id]]);
});

test('of a payment told only after the month had grown, the bank’s day says whose it was', async () => {
  const [one, other] = await makeNamed();
  const early = addDays(END, -1);
  await payNet(app, one, '300000.00', early);
  await payNet(app, other, '100000.00', END);
  await tell(one, '30000.00', early, LAST);
  expect(await list(one, [one, other], { month: LAST })).toEqual(['10000,00', [other.executor.id]]);
});

test('where nobody knows whose a part was, the company names one, and no more goes out than is left', async () => {
  const [one, other] = await makeNamed();
  const both = [one, other];
  await payNet(app, one, '300000.00', TODAY);
  await payNet(app, other, '100000.00', TODAY);
  await tell(one, '25000.00');
  expect(await list(one, both)).toEqual([409, 'obligation.partly']);
  expect(await list(one, both, { executor_company_id: other.executor.id })).toEqual([
    '10000,00',
    [other.executor.id],
  ]);
  // 15 000 are left.
  expect(await list(one, both, { executor_company_id: one.executor.id })).toEqual([409, 'obligation.partly']);
});

test('a part of what one person alone was withheld leaves the rest of it', async () => {
  const [one] = await makeNamed();
  await payNet(app, one, '300000.00', TODAY);
  await tell(one, '12000.00');
  expect(await list(one, [one])).toEqual(['18000,00', [one.executor.id]]);
});
