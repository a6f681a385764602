import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import actsKz from '../shared/src/texts/kz/acts.ts';
import appKz from '../shared/src/texts/kz/app.ts';
import executorsKz from '../shared/src/texts/kz/executors.ts';
import homeKz from '../shared/src/texts/kz/home.ts';
import ordersKz from '../shared/src/texts/kz/payment-orders.ts';
import uiKz from '../shared/src/texts/kz/ui.ts';
import actsRu from '../shared/src/texts/ru/acts.ts';
import appRu from '../shared/src/texts/ru/app.ts';
import executorsRu from '../shared/src/texts/ru/executors.ts';
import homeRu from '../shared/src/texts/ru/home.ts';
import ordersRu from '../shared/src/texts/ru/payment-orders.ts';
import uiRu from '../shared/src/texts/ru/ui.ts';

const ru = { acts: actsRu, app: appRu, executors: executorsRu, home: homeRu, orders: ordersRu, ui: uiRu };
const kz = { acts: actsKz, app: appKz, executors: executorsKz, home: homeKz, orders: ordersKz, ui: uiKz };
const texts = { ru, kz };
type Texts = (typeof texts)[keyof typeof texts];

/** Roles and names in their order; a number may follow a name. */
type Node = readonly [role: string, name?: string, children?: readonly Node[]];

/** Of a company, as its menu has them. */
export const SECTIONS = [
  'home',
  'acts',
  'contracts',
  'executors',
  'payments',
  'obligations',
  'esf',
  'statistics',
  'support',
  'settings',
] as const;

/** What a screen reader walks through above and beside the page. */
const frameOf = ({ app }: Texts, main: readonly Node[]): Node[] => [
  ['link', app.skip],
  ['complementary', '', [['navigation', app.nav.label, SECTIONS.map((one) => ['link', app.nav[one]])]]],
  [
    'banner',
    '',
    [
      ['button', app.top.search],
      ['button', app.top.bell],
      [
        'group',
        app.top.language,
        [
          ['button', 'Русский'],
          ['button', 'Қазақша'],
        ],
      ],
      ['button', app.top.person],
    ],
  ],
  ['main', '', main],
];

const tableOf = (name: string, columns: readonly string[]): Node => [
  'table',
  name,
  [['rowgroup', '', [['row', '', columns.map((column) => ['columnheader', column])]]]],
];

/** The parts of the main pages that their data do not change. */
const trees: Record<string, (t: Texts) => Node[]> = {
  '/lk/business': ({ home }) => [
    ['heading', home.title],
    ['region', home.waiting.title, [['heading', home.waiting.title]]],
    ['heading', home.stuck.title],
    ['heading', home.events.title],
  ],
  '/lk/business/acts': ({ acts, ui }) => [
    ['heading', acts.title],
    ['navigation', acts.views.label],
    ['group', ui.filters.label, [['searchbox', acts.filters.search]]],
    tableOf(acts.title, [acts.columns.number, acts.columns.executor, acts.columns.sum, acts.columns.state]),
  ],
  '/lk/business/acts/$act_id': ({ acts }) => [
    ['link', acts.all_acts],
    ['heading'],
    ['region', '', [['group', '']]],
    ['region', acts.page.services, [['table', acts.page.services]]],
    ['heading', acts.page.facts],
    ['heading', acts.page.parties],
    ['heading', acts.comments.title],
    ['heading', acts.page.history],
    ['list', acts.page.history],
  ],
  '/lk/business/payments': ({ orders, ui }) => [
    ['heading', orders.title],
    ['group', ui.filters.label, [['searchbox', orders.search_label]]],
    tableOf(orders.title, [
      orders.column.payee,
      orders.column.act,
      orders.column.state,
      orders.column.amount,
    ]),
  ],
  '/lk/business/executors': ({ executors, ui }) => [
    ['heading', executors.list],
    ['group', ui.filters.label, [['searchbox', executors.search]]],
    tableOf(executors.list, [executors.column.name, executors.column.responsible, executors.column.state]),
  ],
};

const escaped = (name: string) => name.replaceAll(/[.*+?^$()[\]{}\\|/]/g, String.raw`\$&`);

function write(nodes: readonly Node[], indent = ''): string {
  return nodes
    .map(([role, name, children]) => {
      const line = `${indent}- ${role}${name ? ` /^${escaped(name)}[\\s\\d]*$/` : ''}`;
      return children ? `${line}:\n${write(children, `${indent}  `)}` : line;
    })
    .join('\n');
}

export const hasTree = (path: string) => path in trees;

/** The page is heard as it was meant, in its language; nothing is asked of a page that has no tree here. */
export async function expectTree(page: Page, path: string, locale: keyof typeof texts): Promise<void> {
  const main = trees[path]?.(texts[locale]);
  if (!main) return;
  await expect
    .soft(page.locator('body'))
    .toMatchAriaSnapshot(write(frameOf(texts[locale], main)), { timeout: 10_000 });
}
