import type { Feature } from '../platform/texts.ts';
import type { Role } from '../platform/session.ts';
import type { RawSearch } from '../platform/url-state.ts';
import type { FunctionComponent } from 'react';

/** `bare` is `default` without Mantine, for pages that open first on a cheap phone. */
export type LayoutName = 'default' | 'bare' | 'login' | 'sign-up' | 'lk' | 'personal-account';

export interface Screen {
  /** `$act_id` stands for a part that varies. */
  path: string;
  layout: LayoutName;
  /** `public` needs no sign-in, `signed-in` any, a role that one. */
  who: 'public' | 'signed-in' | Role;
  /** The page is the default export of its file, loaded when it is first wanted. */
  page?: () => Promise<{ default: FunctionComponent }>;
  /** Texts to load beside it (`ui` and `app` are always there). */
  texts?: readonly Feature[];
  /** False is a 404: for addresses that cannot be right. */
  valid?: (params: Readonly<Record<string, string>>, search: RawSearch) => boolean | Promise<boolean>;
  /** Instead of a page: where this address leads. `home` is the own home of the person. */
  leadsTo?: 'home' | (string & {});
}

type Page = readonly [load: NonNullable<Screen['page']>, texts: NonNullable<Screen['texts']>];

function screensOf(
  layout: LayoutName,
  who: Screen['who'],
  pages: Readonly<Record<string, Page>>,
  valid?: Screen['valid'],
): Screen[] {
  return Object.entries(pages).map(([path, [page, texts]]) => ({
    path,
    layout,
    who,
    page,
    texts,
    ...(valid && { valid }),
  }));
}

const isSandbox = () => import('../features/sandbox/public.ts').then((sandbox) => sandbox.isSandbox());

/** A build for production leaves them out with all that they load. */
const SANDBOX_SCREENS: Screen[] =
  // The journeys read this table in Node, where there is no env.
  import.meta.env?.VITE_SANDBOX === 'off'
    ? []
    : screensOf(
        'default',
        'public',
        {
          '/sandbox/phone': [() => import('../features/sandbox/phone-page.tsx'), ['phone']],
          '/sandbox/bank': [() => import('../features/sandbox/bank-page.tsx'), ['sandbox-bank']],
          '/sandbox/nca': [() => import('../features/sandbox/nca-page.tsx'), ['sandbox-nca']],
        },
        isSandbox,
      );

const signInPage: Page = [() => import('../features/auth/sign-in-page.tsx'), ['auth']];
const entryPage: Page = [() => import('../features/registration/entry-page.tsx'), ['sign-up', 'faults']];
const companyDataPage: Page = [
  () => import('../features/registration/company-page.tsx'),
  ['sign-up', 'registration'],
];
const bankPage: Page = [() => import('../features/registration/bank-page.tsx'), ['sign-up']];
const agreementPage: Page = [() => import('../features/registration/agreement-page.tsx'), ['sign-up']];
const waitingPage: Page = [
  () => import('../features/registration/waiting-page.tsx'),
  ['sign-up', 'registration'],
];
const guidePage: Page = [() => import('../features/developers/guide-page.tsx'), ['developers']];
const statisticsPage: Page = [() => import('../features/statistics/statistics-page.tsx'), ['statistics']];
const reconciliationPage: Page = [
  () => import('../features/bookkeeping/reconciliation-page.tsx'),
  ['bookkeeping', 'reconciliations'],
];
const reconciliationActPage: Page = [
  () => import('../features/reconciliations/act-page.tsx'),
  ['reconciliations', 'signing', 'faults'],
];
const actsPage: Page = [() => import('../features/acts/acts-page.tsx'), ['acts', 'states']];
const esfPage: Page = [() => import('../features/esf/esf-page.tsx'), ['esf']];
const actPage: Page = [
  () => import('../features/acts/act-page.tsx'),
  ['acts', 'states', 'signing', 'proofs'],
];
const documentPage: Page = [
  () => import('../features/documents/document-page.tsx'),
  ['documents', 'signing', 'states', 'proofs', 'jobs'],
];
const settingsPage: Page = [() => import('../features/settings/company-page.tsx'), ['settings', 'auth']];
const integrationsPage: Page = [
  () => import('../features/integrations/integrations-page.tsx'),
  ['integrations', 'settings', 'auth'],
];
const ticketsPage: Page = [() => import('../features/support/tickets-page.tsx'), ['support']];
const ticketPage: Page = [() => import('../features/support/ticket-page.tsx'), ['support']];

/** Every screen of the product, a line each. */
export const screens: readonly Screen[] = [
  { path: '/', layout: 'lk', who: 'signed-in', leadsTo: 'home' },
  { path: '/lk/business/settings', layout: 'lk', who: 'business', leadsTo: '/lk/business/settings/company' },
  { path: '/lk/executor/settings', layout: 'lk', who: 'executor', leadsTo: '/lk/executor/settings/company' },
  ...screensOf('login', 'public', {
    '/auth/login': signInPage,
    '/auth/login/login-too': signInPage,
    '/auth/login/login-ip': signInPage,
    '/auth/login/forgot-password': [
      () => import('../features/auth/forgot-password-page.tsx'),
      ['auth', 'faults'],
    ],
    '/auth/login/consultation': [() => import('../features/consultation/consultation-page.tsx'), ['auth']],
    '/join/$token': [() => import('../features/employees/join-page.tsx'), ['employees', 'auth']],
  }),
  ...screensOf('login', 'signed-in', {
    '/auth/login/password-recovery': [
      () => import('../features/security/new-password-page.tsx'),
      ['auth', 'security', 'faults'],
    ],
  }),
  ...screensOf('sign-up', 'public', {
    '/auth/sign-up/business': entryPage,
    '/auth/sign-up/business/phone-confirmation': [
      () => import('../features/registration/phone-page.tsx'),
      ['sign-up'],
    ],
    '/auth/sign-up/business/company-data': companyDataPage,
    '/auth/sign-up/business/choosing-bank': bankPage,
    '/auth/sign-up/business/offer-agreement': agreementPage,
    '/auth/sign-up/business/waiting-verification': waitingPage,
    '/auth/sign-up/executor': entryPage,
    '/auth/sign-up/executor/company-data': companyDataPage,
    '/auth/sign-up/executor/address': [
      () => import('../features/registration/address-page.tsx'),
      ['sign-up'],
    ],
    '/auth/sign-up/executor/choosing-bank': bankPage,
    '/auth/sign-up/executor/electronic-invoice': [
      () => import('../features/registration/esf-page.tsx'),
      ['sign-up'],
    ],
    '/auth/sign-up/executor/offer-agreement': agreementPage,
    '/auth/sign-up/executor/offer-agreement-company': [
      () => import('../features/registration/contract-page.tsx'),
      ['sign-up', 'signing'],
    ],
    '/auth/sign-up/executor/waiting-verification': waitingPage,
  }),
  ...screensOf('lk', 'business', {
    '/lk/business': [() => import('../features/home/business-home-page.tsx'), ['home', 'states']],
    '/lk/business/example': [
      () => import('../features/acts/example-page.tsx'),
      ['acts', 'example', 'states'],
    ],
    '/lk/business/reconciliation': reconciliationPage,
    '/lk/business/reconciliation/acts': [
      () => import('../features/reconciliations/parties-page.tsx'),
      ['reconciliations', 'signing', 'jobs', 'states'],
    ],
    '/lk/business/reconciliation/acts/$reconciliation_id': reconciliationActPage,
    '/lk/business/acts': actsPage,
    '/lk/business/acts/creating-act': [() => import('../features/acts/new-act-page.tsx'), ['acts', 'faults']],
    '/lk/business/acts/import': [() => import('../features/acts/import-page.tsx'), ['acts', 'act-import']],
    '/lk/business/acts/$act_id/edit': [
      () => import('../features/acts/edit-act-page.tsx'),
      ['acts', 'faults', 'states'],
    ],
    '/lk/business/esf': esfPage,
    '/lk/business/esf/inbound': [() => import('../features/esf/inbound-page.tsx'), ['esf']],
    '/lk/business/acts/$act_id': actPage,
    '/lk/business/executors': [
      () => import('../features/invitations/executors-page.tsx'),
      ['invitations', 'executors', 'registration', 'states'],
    ],
    '/lk/business/executors/invite': [
      () => import('../features/invitations/invite-many-page.tsx'),
      ['invitations', 'papers', 'jobs'],
    ],
    '/lk/business/executors/$executor_id': [
      () => import('../features/executors/executor-page.tsx'),
      ['executors', 'states'],
    ],
    '/lk/business/payments': [() => import('../features/payments/payments-page.tsx'), ['payment-orders']],
    '/lk/business/income': [
      () => import('../features/bookkeeping/certificates-page.tsx'),
      ['certificates', 'states'],
    ],
    '/lk/business/taxes': [() => import('../features/obligations/obligations-page.tsx'), ['obligations']],
    '/lk/business/contracts': [
      () => import('../features/documents/documents-page.tsx'),
      ['documents', 'signing', 'states', 'jobs', 'templates'],
    ],
    '/lk/business/contracts/$doc_id': documentPage,
    '/lk/business/bin': [() => import('../features/bin/bin-page.tsx'), ['bin']],
    '/lk/business/settings/company': settingsPage,
    '/lk/business/settings/integrations': integrationsPage,
    '/lk/business/settings/templates': [
      () => import('../features/templates/templates-page.tsx'),
      ['templates', 'settings', 'states', 'jobs'],
    ],
    '/lk/business/settings/bookkeeping': [
      () => import('../features/bookkeeping/bookkeeping-page.tsx'),
      ['bookkeeping', 'month-package', 'openings', 'settings', 'auth'],
    ],
    '/lk/business/settings/employees': [
      () => import('../features/employees/employees-page.tsx'),
      ['employees', 'auth', 'settings'],
    ],
    '/lk/business/settings/api': [
      () => import('../features/api-keys/api-page.tsx'),
      ['api-keys', 'auth', 'settings', 'webhooks'],
    ],
    '/lk/business/settings/tariff': [
      () => import('../features/tariff/tariff-page.tsx'),
      ['tariff', 'settings'],
    ],
    '/lk/business/support': ticketsPage,
    '/lk/business/support/$ticket_id': ticketPage,
  }),
  ...screensOf('personal-account', 'business', {
    '/lk/business/statistics': statisticsPage,
  }),
  ...screensOf('lk', 'executor', {
    '/lk/executor': [() => import('../features/home/executor-home-page.tsx'), ['home', 'states']],
    '/lk/executor/reconciliation': reconciliationPage,
    '/lk/executor/reconciliation/acts': [
      () => import('../features/reconciliations/sent-page.tsx'),
      ['reconciliations', 'signing', 'jobs', 'states'],
    ],
    '/lk/executor/reconciliation/acts/$reconciliation_id': reconciliationActPage,
    '/lk/executor/income': [() => import('../features/bookkeeping/income-page.tsx'), ['income']],
    '/lk/executor/acts': actsPage,
    '/lk/executor/esf': esfPage,
    '/lk/executor/acts/$act_id': actPage,
    '/lk/executor/contracts': [
      () => import('../features/documents/documents-page.tsx'),
      ['documents', 'signing', 'states', 'jobs'],
    ],
    '/lk/executor/contracts/$doc_id': documentPage,
    '/lk/executor/settings/company': settingsPage,
    '/lk/executor/settings/integrations': integrationsPage,
    '/lk/executor/support': ticketsPage,
    '/lk/executor/support/$ticket_id': ticketPage,
  }),
  ...screensOf('personal-account', 'executor', {
    '/lk/executor/statistics': statisticsPage,
  }),
  ...screensOf('lk', 'signed-in', {
    '/lk/notices': [() => import('../features/notices/notices-page.tsx'), ['notices']],
    '/lk/other-company': [() => import('../features/notices/other-company-page.tsx'), ['notices']],
    '/lk/jobs': [() => import('../features/jobs/jobs-page.tsx'), ['jobs', 'states']],
    '/lk/profile': [() => import('../features/profile/profile-page.tsx'), ['profile', 'auth']],
  }),
  ...screensOf('lk', 'admin', {
    '/admin/tariffs': [() => import('../features/tariff/admin-tariffs-page.tsx'), ['tariff']],
    '/admin/tariffs/incoming': [() => import('../features/tariff/admin-incoming-page.tsx'), ['tariff']],
    '/admin/tariffs/setup': [() => import('../features/tariff/admin-setup-page.tsx'), ['tariff', 'auth']],
    '/admin/tariffs/$company_id': [() => import('../features/tariff/admin-tariff-page.tsx'), ['tariff']],
    '/admin': [() => import('../features/admin/home-page.tsx'), ['admin']],
    '/admin/verification': [() => import('../features/admin/verification-page.tsx'), ['admin']],
    '/admin/disputes': [() => import('../features/admin/disputes-page.tsx'), ['admin']],
    '/admin/taxes': [() => import('../features/taxes/figures-page.tsx'), ['taxes', 'tax-decisions']],
    '/admin/taxes/decisions': [() => import('../features/taxes/decisions-page.tsx'), ['tax-decisions']],
    '/admin/bank-refusals': [
      () => import('../features/admin/bank-refusals-page.tsx'),
      ['admin', 'payment-orders'],
    ],
    '/admin/consultations': [() => import('../features/admin/consultations-page.tsx'), ['admin']],
    '/admin/acts': [() => import('../features/admin/acts-page.tsx'), ['admin']],
    '/admin/companies': [() => import('../features/admin/companies-page.tsx'), ['admin', 'auth']],
    '/admin/users': [() => import('../features/admin/users-page.tsx'), ['admin', 'auth']],
    '/admin/administrators': [() => import('../features/admin/administrators-page.tsx'), ['admin', 'auth']],
    '/admin/outbox': [() => import('../features/admin/outbox-page.tsx'), ['admin']],
    '/admin/outbox/texts': [() => import('../features/admin/texts-page.tsx'), ['admin']],
    '/admin/jobs': [() => import('../features/admin/jobs-page.tsx'), ['admin', 'jobs', 'states']],
    '/admin/health': [() => import('../features/admin/health-page.tsx'), ['admin']],
    '/admin/audit': [
      () => import('../features/admin/audit-page.tsx'),
      ['admin', 'security', 'notices', 'taxes', 'tax-decisions'],
    ],
    '/admin/agreement': [() => import('../features/admin/agreement-page.tsx'), ['admin']],
    '/admin/tickets': [() => import('../features/support/desk-page.tsx'), ['support']],
    '/admin/tickets/$ticket_id': [() => import('../features/support/desk-ticket-page.tsx'), ['support']],
  }),
  ...screensOf('bare', 'public', {
    '/developers': guidePage,
    '/developers/$guide': guidePage,
    '/developers/reference': [() => import('../features/developers/reference-page.tsx'), ['developers']],
    '/verify': [() => import('../features/verification/verify-page.tsx'), ['verification', 'states']],
    '/verify/$public_id': [
      () => import('../features/verification/verified-page.tsx'),
      ['verification', 'states'],
    ],
    '/sign/$token': [() => import('../features/quick-sign/quick-sign-page.tsx'), ['quick-sign']],
  }),
  ...SANDBOX_SCREENS,
];
