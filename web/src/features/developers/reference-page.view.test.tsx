import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { show } from '../../../test/show.tsx';
import { loadTexts, switchLocale } from '../../platform/i18n.ts';
import { RouteContext, type RawSearch } from '../../platform/route.ts';
import ReferencePage from './reference-page.tsx';

beforeEach(() => loadTexts(['developers']));

async function showIn(language: Locale | 'en') {
  if (language !== 'en') await switchLocale(language);
  const search: RawSearch = language === 'en' ? { in: 'en' } : {};
  const route = { path: '/developers/reference', params: {}, search };
  const screen = await show(
    <RouteContext value={route}>
      <ReferencePage />
    </RouteContext>,
  );
  await expect.element(screen.getByText('/api/v1/sandbox/sign', { exact: true })).toBeVisible();
  const all = (selector: string) => [...screen.container.querySelectorAll(selector)];
  const textsOf = (selector: string) => all(selector).map((one) => one.textContent);
  return { screen, all, textsOf };
}

/** What stands at each call, in the order of the document. */
async function sayingsIn(language: Locale | 'en') {
  const { screen, textsOf } = await showIn(language);
  const sayings = textsOf('summary > span:nth-of-type(2)');
  const headings = textsOf('h2, h3');
  const events = textsOf('section:last-of-type li');
  await screen.unmount();
  return { sayings, headings, events };
}

test('says each call, group and event in the three languages', async () => {
  const [ru, kz, en] = [await sayingsIn('ru'), await sayingsIn('kz'), await sayingsIn('en')];
  expect(en.sayings.length).toBeGreaterThan(150);
  for (const said of [ru, kz]) {
    expect(said.sayings).toHaveLength(en.sayings.length);
    expect(said.headings).toHaveLength(en.headings.length);
    for (const text of [...said.sayings, ...said.headings]) expect(text).toMatch(/[а-яәіңғүұқөһ]/i);
    expect(said.events).toHaveLength(en.events.length);
    for (const text of said.events) expect(text).toMatch(/^[\w.]+ [а-яәіңғүұқөһ]/i);
  }
  for (const [at, text] of en.sayings.entries()) {
    expect(text).toMatch(/^[A-Z][a-z]+ /);
    expect(ru.sayings[at]).not.toBe(kz.sayings[at]);
  }
});

test('finds a call by what is shown of it', async () => {
  const { screen, textsOf } = await showIn('kz');
  await userEvent.fill(screen.getByRole('searchbox'), 'қол қойылған шарттың скан');
  await expect
    .poll(() => textsOf('summary > code:first-of-type'))
    .toEqual(['/api/v1/doc/documents/{doc_id}/scan']);
  await userEvent.fill(screen.getByRole('searchbox'), 'кері шақырылды');
  await expect.poll(() => textsOf('section:last-of-type code')).toContain('act.recalled');
});

test('says the scope and the fields in the language of the page', async () => {
  const { screen } = await showIn('ru');
  await userEvent.click(screen.getByText('Перечислить счета компании, первым основной'));
  await expect.element(screen.getByText('Право: Компания и её счета: читать company:read')).toBeVisible();
  await userEvent.click(screen.getByText('/api/v1/doc/documents/renew', { exact: true }));
  await expect.element(screen.getByText(/^send: true Право: .*[а-я] contracts:send$/)).toBeVisible();
});
