import { expect, it } from 'vitest';
import kz from '@kelisim/shared/texts/kz/search.ts';
import ru from '@kelisim/shared/texts/ru/search.ts';
import { COMMANDS, commandsOf, hrefOf } from '../features/search/commands.ts';
import { findPlaces } from '../features/search/places.ts';
import { screens } from './screens.ts';

const SIDES = ['business', 'executor'] as const;
const all = (side: (typeof SIDES)[number]) => commandsOf(side, () => true).map(({ at }) => hrefOf(side, at));
const path = (href: string) => href.split('?')[0];

it('the palette leads an administrator to every screen of theirs', () => {
  const own = screens
    .filter(({ who, path: at }) => who === 'admin' && !at.includes('$'))
    .map(({ path: at }) => at);
  const reached = commandsOf('admin', () => true).map(({ at }) => hrefOf('admin', at));
  expect(own.filter((at) => !reached.includes(at))).toEqual([]);
  expect(commandsOf('admin', (right) => right === 'support').map(({ key }) => key)).toEqual([
    'desk_queue',
    'desk_tickets',
    'desk_disputes',
    'desk_acts',
    'profile',
    'verify',
  ]);
});

it.each(SIDES)('the palette leads a %s to every screen of their own, and to no other', (side) => {
  const own = screens.filter(
    ({ path: at, who, leadsTo }) =>
      at.startsWith('/lk') &&
      !at.includes('$') &&
      !leadsTo &&
      (who === side || who === 'signed-in') &&
      at !== '/lk/other-company',
  );
  const reached = new Set(all(side).map(path));
  expect(own.map(({ path: at }) => at).filter((at) => !reached.has(at))).toEqual([]);
  const known = new Set(screens.map((screen) => screen.path));
  expect([...reached].filter((at) => !known.has(at ?? ''))).toEqual([]);
});

it.each([ru, kz])('no two commands of a person have the same name', ({ command }) => {
  for (const side of [...SIDES, 'admin'] as const) {
    const labels = commandsOf(side, () => true).map(({ key }) => command[key]);
    expect(labels).toEqual([...new Set(labels)]);
  }
});

it('shows an employee only what they have the right to', () => {
  const keys = commandsOf('business', () => false).map(({ key }) => key);
  expect(keys).toContain('acts');
  for (const key of ['sign', 'pay', 'create_act', 'settings', 'statistics'] as const)
    expect(keys).not.toContain(key);
});

/** What somebody who pays, and may not change the settings, typed in vain. */
it.each(['закрыть месяц', 'закрытие', 'жабу', 'айды жабу', 'ай есебі', 'есеп', 'учёт'])(
  '%s leads to the books without the right to the settings',
  (word) => {
    for (const { command } of [ru, kz]) {
      const places = commandsOf('business', (right) => right === 'pay').map(({ key }) => ({
        href: key,
        label: command[key],
        also: command[`${key}_also`],
      }));
      const found = findPlaces(places, word).map(({ href }) => href);
      expect(found.slice(0, 3)).toContain('bookkeeping');
    }
  },
);

/** What people typed in vain, and the same in Kazakh. */
it.each([
  ['оплатить', 'pay'],
  ['тариф', 'tariff'],
  ['сверка', 'reconciliation'],
  ['выписка', 'load_statement'],
  ['шаблон', 'templates'],
  ['сотрудник', 'employees'],
  ['эсф', 'invoices'],
  ['экспорт', 'statistics'],
  ['закрыть период', 'close_month'],
  ['закрыть месяц', 'close_month'],
  ['закрытие месяца', 'close_month'],
  ['жабу', 'close_month'],
  ['айды жабу', 'close_month'],
  ['ай есебі', 'close_month'],
  ['реквизиты налоговой', 'taxes'],
  ['салық деректемелері', 'taxes'],
  ['удержания', 'taxes'],
  ['помощь', 'support'],
  ['төлеу', 'pay'],
  ['салыстыру', 'reconciliation'],
  ['үлгі', 'templates'],
  ['қызметкер', 'employees'],
  ['көмек', 'support'],
  ['подписать', 'sign'],
  ['қол қою', 'sign'],
  ['gjlgbcfnm', 'sign'],
  ['новый акт', 'create_act'],
  ['жаңа акт', 'create_act'],
  ['excel', 'import_acts'],
  ['пригласить', 'invite'],
  ['шақыру', 'invite'],
  ['ljujdjh', 'contracts'],
  ['шарт', 'contracts'],
  ['черновики', 'drafts'],
  ['корзина', 'bin'],
  ['себет', 'bin'],
  ['справка о доходах', 'income'],
  ['ключи', 'api'],
  ['пароль', 'profile'],
] as const)('%s leads to %s in both languages', (word, key) => {
  for (const { command } of [ru, kz]) {
    const places = COMMANDS.map((one) => ({
      href: one.key,
      label: command[one.key],
      also: command[`${one.key}_also`],
    }));
    expect(
      findPlaces(places, word)
        .slice(0, 3)
        .map(({ href }) => href),
    ).toContain(key);
  }
});
