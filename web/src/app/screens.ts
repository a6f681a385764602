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

/** Every screen of the product, a line each. A new one is one more line. */
export const screens: readonly Screen[] = [
  { path: '/', layout: 'lk', who: 'signed-in', leadsTo: 'home' },
  {
    path: '/auth/login',
    layout: 'login',
    who: 'public',
    page: () => import('../features/auth/sign-in-page.tsx'),
    texts: ['auth'],
  },
  {
    path: '/auth/login/login-too',
    layout: 'login',
    who: 'public',
    page: () => import('../features/auth/sign-in-page.tsx'),
    texts: ['auth'],
  },
  {
    path: '/auth/login/login-ip',
    layout: 'login',
    who: 'public',
    page: () => import('../features/auth/sign-in-page.tsx'),
    texts: ['auth'],
  },
  {
    path: '/auth/login/forgot-password',
    layout: 'login',
    who: 'public',
    page: () => import('../features/auth/forgot-password-page.tsx'),
    texts: ['auth', 'problems'],
  },
  {
    path: '/auth/login/password-recovery',
    layout: 'login',
    who: 'signed-in',
    page: () => import('../features/security/new-password-page.tsx'),
    texts: ['auth', 'security', 'problems'],
  },
  {
    path: '/auth/login/consultation',
    layout: 'login',
    who: 'public',
    page: () => import('../features/consultation/consultation-page.tsx'),
    texts: ['auth'],
  },
  {
    path: '/auth/sign-up/business',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/entry-page.tsx'),
    texts: ['sign-up', 'problems'],
  },
  {
    path: '/auth/sign-up/business/phone-confirmation',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/phone-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/business/company-data',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/company-page.tsx'),
    texts: ['sign-up', 'registration'],
  },
  {
    path: '/auth/sign-up/business/choosing-bank',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/bank-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/business/offer-agreement',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/agreement-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/business/waiting-verification',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/waiting-page.tsx'),
    texts: ['sign-up', 'registration'],
  },
  {
    path: '/auth/sign-up/executor',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/entry-page.tsx'),
    texts: ['sign-up', 'problems'],
  },
  {
    path: '/auth/sign-up/executor/company-data',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/company-page.tsx'),
    texts: ['sign-up', 'registration'],
  },
  {
    path: '/auth/sign-up/executor/address',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/address-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/executor/choosing-bank',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/bank-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/executor/electronic-invoice',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/esf-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/executor/offer-agreement',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/agreement-page.tsx'),
    texts: ['sign-up'],
  },
  {
    path: '/auth/sign-up/executor/offer-agreement-company',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/contract-page.tsx'),
    texts: ['sign-up', 'signing'],
  },
  {
    path: '/auth/sign-up/executor/waiting-verification',
    layout: 'sign-up',
    who: 'public',
    page: () => import('../features/registration/waiting-page.tsx'),
    texts: ['sign-up', 'registration'],
  },
  {
    path: '/lk/business',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/home/business-home-page.tsx'),
    texts: ['home', 'states'],
  },
  {
    path: '/lk/executor',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/home/executor-home-page.tsx'),
    texts: ['home', 'states'],
  },
  {
    path: '/lk/business/statistics',
    layout: 'personal-account',
    who: 'business',
    page: () => import('../features/statistics/statistics-page.tsx'),
    texts: ['statistics'],
  },
  {
    path: '/lk/executor/statistics',
    layout: 'personal-account',
    who: 'executor',
    page: () => import('../features/statistics/statistics-page.tsx'),
    texts: ['statistics'],
  },
  {
    path: '/lk/jobs',
    layout: 'lk',
    who: 'signed-in',
    page: () => import('../features/jobs/jobs-page.tsx'),
    texts: ['jobs'],
  },
  {
    path: '/lk/business/acts',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/acts/acts-page.tsx'),
    texts: ['acts', 'states'],
  },
  {
    path: '/lk/business/acts/creating-act',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/acts/new-act-page.tsx'),
    texts: ['acts', 'problems'],
  },
  {
    path: '/lk/business/acts/import',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/acts/import-page.tsx'),
    texts: ['acts'],
  },
  {
    path: '/lk/business/acts/$act_id/edit',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/acts/edit-act-page.tsx'),
    texts: ['acts', 'problems', 'states'],
  },
  {
    path: '/lk/business/acts/$act_id',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/acts/act-page.tsx'),
    texts: ['acts', 'states', 'signing', 'proofs'],
  },
  {
    path: '/lk/executor/acts',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/acts/acts-page.tsx'),
    texts: ['acts', 'states'],
  },
  {
    path: '/lk/executor/acts/$act_id',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/acts/act-page.tsx'),
    texts: ['acts', 'states', 'signing', 'proofs'],
  },
  {
    path: '/lk/business/executors',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/invitations/executors-page.tsx'),
    texts: ['invitations', 'executors', 'registration', 'states'],
  },
  {
    path: '/lk/business/executors/invite',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/invitations/invite-many-page.tsx'),
    texts: ['invitations', 'jobs'],
  },
  {
    path: '/lk/business/executors/$executor_id',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/executors/executor-page.tsx'),
    texts: ['executors', 'states'],
  },
  {
    path: '/lk/business/payments',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/payments/payments-page.tsx'),
    texts: ['payment-orders'],
  },
  {
    path: '/lk/business/contracts',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/documents/documents-page.tsx'),
    texts: ['documents', 'signing', 'states', 'jobs', 'templates'],
  },
  {
    path: '/lk/business/contracts/$doc_id',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/documents/document-page.tsx'),
    texts: ['documents', 'signing', 'states', 'proofs', 'jobs'],
  },
  {
    path: '/lk/executor/contracts',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/documents/documents-page.tsx'),
    texts: ['documents', 'signing', 'states', 'jobs'],
  },
  {
    path: '/lk/executor/contracts/$doc_id',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/documents/document-page.tsx'),
    texts: ['documents', 'signing', 'states', 'proofs', 'jobs'],
  },
  {
    path: '/lk/business/settings',
    layout: 'lk',
    who: 'business',
    leadsTo: '/lk/business/settings/company',
  },
  {
    path: '/lk/business/settings/company',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/settings/company-page.tsx'),
    texts: ['settings', 'auth'],
  },
  {
    path: '/lk/executor/settings',
    layout: 'lk',
    who: 'executor',
    leadsTo: '/lk/executor/settings/company',
  },
  {
    path: '/lk/executor/settings/company',
    layout: 'lk',
    who: 'executor',
    page: () => import('../features/settings/company-page.tsx'),
    texts: ['settings', 'auth'],
  },
  {
    path: '/lk/business/settings/templates',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/templates/templates-page.tsx'),
    texts: ['templates', 'states', 'jobs'],
  },
  {
    path: '/lk/business/settings/employees',
    layout: 'lk',
    who: 'business',
    page: () => import('../features/employees/employees-page.tsx'),
    texts: ['employees', 'auth', 'settings'],
  },
  {
    path: '/join/$token',
    layout: 'login',
    who: 'public',
    page: () => import('../features/employees/join-page.tsx'),
    texts: ['employees', 'auth'],
  },
  {
    path: '/admin',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/home-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/admin/verification',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/verification-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/admin/consultations',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/consultations-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/admin/acts',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/acts-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/admin/companies',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/companies-page.tsx'),
    texts: ['admin', 'auth'],
  },
  {
    path: '/admin/users',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/users-page.tsx'),
    texts: ['admin', 'auth'],
  },
  {
    path: '/admin/administrators',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/administrators-page.tsx'),
    texts: ['admin', 'auth'],
  },
  {
    path: '/admin/outbox',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/outbox-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/admin/audit',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/audit-page.tsx'),
    texts: ['admin', 'security'],
  },
  {
    path: '/admin/agreement',
    layout: 'lk',
    who: 'admin',
    page: () => import('../features/admin/agreement-page.tsx'),
    texts: ['admin'],
  },
  {
    path: '/verify',
    layout: 'bare',
    who: 'public',
    page: () => import('../features/verification/verify-page.tsx'),
    texts: ['verification', 'states'],
  },
  {
    path: '/verify/$public_id',
    layout: 'bare',
    who: 'public',
    page: () => import('../features/verification/verified-page.tsx'),
    texts: ['verification', 'states'],
  },
  {
    path: '/sandbox/phone',
    layout: 'default',
    who: 'public',
    page: () => import('../features/sandbox/phone-page.tsx'),
    texts: ['phone'],
    valid: () => import('../features/sandbox/public.ts').then(({ isSandbox }) => isSandbox()),
  },
  {
    path: '/sandbox/bank',
    layout: 'default',
    who: 'public',
    page: () => import('../features/sandbox/bank-page.tsx'),
    texts: ['sandbox-bank'],
    valid: () => import('../features/sandbox/public.ts').then(({ isSandbox }) => isSandbox()),
  },
  {
    path: '/sandbox/nca',
    layout: 'default',
    who: 'public',
    page: () => import('../features/sandbox/nca-page.tsx'),
    texts: ['sandbox-nca'],
    valid: () => import('../features/sandbox/public.ts').then(({ isSandbox }) => isSandbox()),
  },
  {
    path: '/sign/$token',
    layout: 'bare',
    who: 'public',
    page: () => import('../features/quick-sign/quick-sign-page.tsx'),
    texts: ['quick-sign'],
  },
  {
    path: '/lk/profile',
    layout: 'lk',
    who: 'signed-in',
    page: () => import('../features/profile/profile-page.tsx'),
    texts: ['profile', 'auth'],
  },
];

const paths = new Set(screens.map((screen) => screen.path));

/** Menus offer only what exists. */
export function hasScreen(path: string): boolean {
  return paths.has(path);
}
