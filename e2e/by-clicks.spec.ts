import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { sendActs } from './acts.ts';
import { languages } from './languages.ts';
import { people, signInQuietly } from './people.ts';
import { wordsOf } from './words.ts';
import type { Locale, TextKey } from './words.ts';

/** `row`: the first row of a table. `own-row`: that of an act sent for it, which no other journey signs. `handed`: a link that is shown to be handed on, gone to by whom it is for. */
type Click = TextKey | 'row' | 'own-row' | 'handed';
/** A screen of web/src/app/screens.ts, its heading, and the words on what is clicked to come to it. */
type Way = [screen: string, heading: TextKey | null, ...clicks: Click[]];

const business: Way[] = [
  ['/lk/business', 'home:title'],
  ['/lk/business/acts', 'acts:title', 'app:nav.acts'],
  ['/lk/business/acts/$act_id', 'acts:number', 'row'],
  ['/lk/business/acts/import', 'act-import:title', 'acts:all_acts', 'acts:import'],
  ['/lk/business/acts/creating-act', 'acts:form.new_title', 'app:nav.acts', 'acts:create'],
  [
    '/lk/business/acts/$act_id/edit',
    'acts:form.edit_title',
    'app:nav.acts',
    'acts:views.draft',
    'row',
    'acts:actions.edit',
  ],
  ['/verify/$public_id', null, 'app:nav.acts', 'acts:views.paid', 'row', 'proofs:party.check_page'],
  ['/lk/business/contracts', 'documents:title', 'app:title', 'app:nav.contracts'],
  ['/lk/business/contracts/$doc_id', null, 'row'],
  ['/lk/business/executors', 'invitations:title', 'app:nav.executors'],
  ['/lk/business/executors/$executor_id', null, 'row'],
  ['/lk/business/executors/invite', 'invitations:many.title', 'executors:back', 'invitations:many.open'],
  ['/lk/business/payments', 'payment-orders:title', 'app:nav.payments'],
  ['/lk/business/esf', 'esf:title', 'app:nav.esf'],
  ['/lk/business/esf/inbound', 'esf:inbound.title', 'app:nav.esf', 'esf:views.inbound'],
  ['/lk/business/statistics', 'statistics:title', 'app:nav.statistics'],
  ['/lk/business/reconciliation', 'bookkeeping:reconciliation.title', 'statistics:reconciliation'],
  ['/lk/business/reconciliation/acts', 'reconciliations:title', 'reconciliations:tab_acts'],
  ['/lk/business/support', 'support:title', 'app:nav.support'],
  ['/lk/business/support/$ticket_id', 'support:number', 'row'],
  ['/lk/business/taxes', 'obligations:title', 'app:nav.obligations'],
  ['/lk/business/income', 'certificates:title', 'app:nav.obligations', 'obligations:certificates'],
  ['/lk/business/settings/company', 'settings:title', 'app:nav.settings'],
  ['/lk/business/settings/integrations', 'integrations:title', 'settings:tabs.integrations'],
  ['/lk/business/settings/employees', 'employees:title', 'settings:tabs.employees'],
  ['/lk/business/settings/templates', 'templates:page.title', 'settings:tabs.templates'],
  ['/lk/business/settings/bookkeeping', 'bookkeeping:title', 'settings:tabs.bookkeeping'],
  ['/lk/business/settings/tariff', 'tariff:title', 'settings:tabs.tariff'],
  ['/lk/business/settings/api', 'api-keys:title', 'settings:tabs.api'],
  ['/developers', 'developers:guides.quick-start', 'api-keys:guides_link'],
  ['/developers/$guide', 'developers:guides.events', 'developers:guides.events'],
  ['/developers/reference', 'developers:reference.title', 'developers:reference.title'],
  ['/lk/notices', 'notices:page.title', 'app:title', 'app:top.bell', 'notices:news.all'],
  ['/lk/jobs', 'jobs:title', 'app:top.person', 'app:top.jobs'],
  ['/lk/business/bin', 'bin:title', 'app:top.person', 'app:top.bin'],
  ['/lk/profile', 'profile:title', 'app:top.person', 'app:top.profile'],
  ['/sandbox/nca', 'sandbox-nca:title', 'profile:sandbox.nca'],
  [
    '/sign/$token',
    'quick-sign:title_act',
    'app:title',
    'app:nav.acts',
    'acts:views.to_sign',
    'own-row',
    'handed',
  ],
];

const executor: Way[] = [
  ['/lk/executor', 'home:title'],
  ['/lk/executor/income', 'income:title', 'balances:income'],
  ['/lk/executor/acts', 'acts:title', 'app:nav.acts'],
  ['/lk/executor/acts/$act_id', 'acts:number', 'row'],
  ['/lk/executor/contracts', 'documents:title', 'app:nav.contracts'],
  ['/lk/executor/contracts/$doc_id', null, 'row'],
  ['/lk/executor/esf', 'esf:title', 'app:nav.esf'],
  ['/lk/executor/statistics', 'statistics:title', 'app:nav.statistics'],
  ['/lk/executor/reconciliation', 'bookkeeping:reconciliation.title', 'statistics:reconciliation'],
  ['/lk/executor/reconciliation/acts', 'reconciliations:title', 'reconciliations:tab_acts'],
  ['/lk/executor/support', 'support:title', 'app:nav.support'],
  ['/lk/executor/support/$ticket_id', 'support:number', 'row'],
  ['/lk/executor/settings/company', 'settings:title', 'app:nav.settings'],
  ['/lk/executor/settings/integrations', 'integrations:title', 'settings:tabs.integrations'],
  ['/lk/notices', 'notices:page.title', 'app:top.bell', 'notices:news.all'],
  ['/lk/jobs', 'jobs:title', 'app:top.person', 'app:top.jobs'],
  ['/lk/profile', 'profile:title', 'app:top.person', 'app:top.profile'],
  ['/auth/login/password-recovery', 'auth:recovery.title', 'security:sessions.strange'],
];

const administrator: Way[] = [
  ['/admin', 'admin:home.title'],
  ['/admin/verification', 'admin:verification.title', 'app:nav.verification'],
  ['/admin/consultations', 'admin:consultations.title', 'app:nav.consultations'],
  ['/admin/companies', 'admin:companies.title', 'app:nav.companies'],
  ['/admin/tariffs', 'tariff:admin.title', 'app:nav.tariffs'],
  ['/admin/tariffs/$company_id', null, 'row'],
  ['/admin/tariffs/incoming', 'tariff:admin.title', 'app:nav.tariffs', 'tariff:admin.tabs.incoming'],
  ['/admin/tariffs/setup', 'tariff:admin.title', 'tariff:admin.tabs.setup'],
  ['/admin/taxes', 'taxes:title', 'app:nav.taxes'],
  ['/admin/taxes/decisions', 'tax-decisions:title', 'app:nav.taxes', 'tax-decisions:tabs.decisions'],
  ['/admin/tickets', 'support:admin_title', 'app:nav.tickets'],
  ['/admin/tickets/$ticket_id', 'support:number', 'row'],
  ['/admin/bank-refusals', 'admin:bank_refusals.title', 'app:nav.bank_refusals'],
  ['/admin/disputes', 'admin:disputes.title', 'app:nav.disputes'],
  ['/admin/acts', 'admin:acts.title', 'app:nav.acts'],
  ['/admin/users', 'admin:users.title', 'app:nav.people'],
  ['/admin/administrators', 'admin:administrators.title', 'app:nav.administrators'],
  ['/admin/outbox', 'admin:outbox.title', 'app:nav.outbox'],
  ['/admin/outbox/texts', 'admin:texts.title', 'admin:texts.title'],
  ['/admin/jobs', 'admin:jobs.title', 'app:nav.jobs'],
  ['/admin/health', 'admin:health.title', 'app:nav.health'],
  ['/admin/audit', 'admin:audit.title', 'app:nav.audit'],
  ['/admin/agreement', 'admin:agreement.title', 'app:nav.agreement'],
];

const visitor: Way[] = [
  ['/auth/login', 'auth:title'],
  ['/auth/login/login-ip', 'auth:title', 'auth:ways.ip'],
  ['/auth/login/login-too', 'auth:title', 'auth:ways.too'],
  ['/auth/login/forgot-password', 'auth:forgot.title', 'auth:forgot_link'],
  ['/auth/login/consultation', 'auth:consultation.title', 'app:title', 'auth:consultation_link'],
  ['/verify', 'verification:title', 'app:title', 'auth:verify_link'],
  ['/auth/sign-up/business', 'sign-up:title_business', 'app:title', 'auth:sign_up'],
  ['/auth/sign-up/executor', 'sign-up:title_executor', 'sign-up:start.to_executor'],
  ['/sandbox/bank', 'sandbox-bank:title', 'app:title', 'auth:bank'],
  ['/sandbox/phone', 'phone:title', 'app:title', 'auth:ways.qr', 'qr-signing:here.sandbox'],
];

/** What takes more than clicks to come to, and the journey that comes there. */
const elsewhere: Record<string, readonly string[]> = {
  'registration.spec.ts': [
    '/auth/sign-up/business/phone-confirmation',
    '/auth/sign-up/business/company-data',
    '/auth/sign-up/business/choosing-bank',
    '/auth/sign-up/business/offer-agreement',
    '/auth/sign-up/business/waiting-verification',
    '/auth/sign-up/executor/company-data',
    '/auth/sign-up/executor/address',
    '/auth/sign-up/executor/choosing-bank',
    '/auth/sign-up/executor/electronic-invoice',
    '/auth/sign-up/executor/offer-agreement',
    '/auth/sign-up/executor/offer-agreement-company',
    '/auth/sign-up/executor/waiting-verification',
  ],
  'reconciliations.spec.ts': [
    '/lk/business/reconciliation/acts/$reconciliation_id',
    '/lk/executor/reconciliation/acts/$reconciliation_id',
  ],
  // From the first steps of a company, which the demo company has behind it.
  'first-day.spec.ts': ['/lk/business/example'],
  // By the link of a letter.
  'employees.spec.ts': ['/join/$token'],
  // By the link of a letter, or a notice, of another company.
  'two-companies.spec.ts': ['/lk/other-company'],
};

/** Each visitor in one language, which are two visitors in each; with E2E_LANGUAGES=whole each in both. */
const walks: [name: string, email: string | null, ways: Way[], locale: Locale][] = [
  ['a company', people.director, business, 'ru'],
  ['an executor', people.executor, executor, 'kz'],
  ['an administrator', people.administrator, administrator, 'ru'],
  ['who is not signed in', null, visitor, 'kz'],
];

for (const [name, email, ways, usual] of walks)
  for (const locale of languages(usual))
    test(`${name} comes by clicks to each of the own screens, in ${locale}`, ({ page }) =>
      walk(page, email, ways, locale));

test('each screen is come to by clicks', async () => {
  const table = new URL('../web/src/app/screens.ts', import.meta.url).href;
  const { screens } = (await import(table)) as { screens: { path: string; leadsTo?: string }[] };
  const walked = walks.flatMap(([, , ways]) => ways.map(([screen]) => screen));
  const told = Object.values(elsewhere).flat();
  expect(told.filter((path) => walked.includes(path))).toEqual([]);
  expect([...new Set([...walked, ...told])].toSorted()).toEqual(
    screens
      .filter(({ leadsTo }) => !leadsTo)
      .map(({ path }) => path)
      .toSorted(),
  );
});

async function walk(page: Page, email: string | null, ways: Way[], locale: Locale): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url: process.env.E2E_BASE_URL! }]);
  if (email) await signInQuietly(page.request, email);
  await page.goto('/');
  let now = page;
  for (const [screen, heading, ...clicks] of ways) {
    await test.step(screen, async () => {
      for (const what of clicks) now = await click(now, what, locale);
      const address = new RegExp(
        `^${screen
          .replace('$guide', 'events')
          .replace('$token', String.raw`[\w-]+`)
          .replaceAll(/\$\w+/g, String.raw`\w*\d\w*`)}$`,
      );
      await expect(now, screen).toHaveURL((url) => address.test(url.pathname));
      // The address is there before the page: until then the page before is seen, and may go in the middle of a click.
      await expect(now.locator('[data-waiting]')).toHaveCount(0);
      const name = heading ? await wordsOf(locale, heading) : /./;
      await expect(now.getByRole('heading', { level: 1, name })).toBeVisible();
    });
  }
}

/** Gives the page that is looked at afterwards: a link may open a tab of its own. */
async function click(page: Page, what: Click, locale: Locale): Promise<Page> {
  if (what === 'row') {
    // The rows of the view before are shown until those of the chosen one have come.
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await page.getByRole('main').getByRole('table').getByRole('link').first().click();
    return page;
  }
  if (what === 'own-row') {
    const title = `По щелчкам ${Date.now().toString(36)}`;
    await sendActs(page.request, [title]);
    await page.reload();
    await page.getByRole('row').filter({ hasText: title }).getByRole('link').first().click();
    return page;
  }
  if (what === 'handed') {
    await (await named(page, 'quick-sign:link.button', locale)).click();
    await (await named(page, 'quick-sign:link.make', locale)).click();
    await page.goto(await page.getByRole('dialog').getByRole('textbox').inputValue());
    return page;
  }
  const target = await named(page, what, locale);
  if ((await target.getAttribute('target')) !== '_blank') {
    await target.click();
    if (what.includes(':views.')) await expect(target).toHaveAttribute('aria-current', 'page');
    return page;
  }
  const [tab] = await Promise.all([page.context().waitForEvent('page'), target.click()]);
  return tab;
}

async function named(page: Page, key: TextKey, locale: Locale): Promise<Locator> {
  const name = { name: await wordsOf(locale, key) };
  const roles = ['button', 'tab', 'menuitem'] as const;
  return roles
    .reduce((found, role) => found.or(page.getByRole(role, name)), page.getByRole('link', name))
    .first();
}
