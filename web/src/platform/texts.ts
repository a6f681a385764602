import type acts from '@kelisim/shared/texts/ru/acts.ts';
import type admin from '@kelisim/shared/texts/ru/admin.ts';
import type app from '@kelisim/shared/texts/ru/app.ts';
import type auth from '@kelisim/shared/texts/ru/auth.ts';
import type documents from '@kelisim/shared/texts/ru/documents.ts';
import type employees from '@kelisim/shared/texts/ru/employees.ts';
import type home from '@kelisim/shared/texts/ru/home.ts';
import type invitations from '@kelisim/shared/texts/ru/invitations.ts';
import type jobs from '@kelisim/shared/texts/ru/jobs.ts';
import type paymentOrders from '@kelisim/shared/texts/ru/payment-orders.ts';
import type payments from '@kelisim/shared/texts/ru/payments.ts';
import type phone from '@kelisim/shared/texts/ru/phone.ts';
import type problems from '@kelisim/shared/texts/ru/problems.ts';
import type profile from '@kelisim/shared/texts/ru/profile.ts';
import type proofs from '@kelisim/shared/texts/ru/proofs.ts';
import type qrSigning from '@kelisim/shared/texts/ru/qr-signing.ts';
import type quickSign from '@kelisim/shared/texts/ru/quick-sign.ts';
import type registration from '@kelisim/shared/texts/ru/registration.ts';
import type sandboxBank from '@kelisim/shared/texts/ru/sandbox-bank.ts';
import type sandboxNca from '@kelisim/shared/texts/ru/sandbox-nca.ts';
import type signUp from '@kelisim/shared/texts/ru/sign-up.ts';
import type security from '@kelisim/shared/texts/ru/security.ts';
import type signing from '@kelisim/shared/texts/ru/signing.ts';
import type states from '@kelisim/shared/texts/ru/states.ts';
import type ui from '@kelisim/shared/texts/ru/ui.ts';
import type verification from '@kelisim/shared/texts/ru/verification.ts';

/** The texts of every feature by its name; a new feature adds its two lines here. */
export interface AllTexts {
  acts: typeof acts;
  admin: typeof admin;
  app: typeof app;
  auth: typeof auth;
  documents: typeof documents;
  employees: typeof employees;
  home: typeof home;
  invitations: typeof invitations;
  jobs: typeof jobs;
  'payment-orders': typeof paymentOrders;
  payments: typeof payments;
  phone: typeof phone;
  problems: typeof problems;
  profile: typeof profile;
  proofs: typeof proofs;
  'qr-signing': typeof qrSigning;
  'quick-sign': typeof quickSign;
  registration: typeof registration;
  'sandbox-bank': typeof sandboxBank;
  'sandbox-nca': typeof sandboxNca;
  'sign-up': typeof signUp;
  security: typeof security;
  signing: typeof signing;
  states: typeof states;
  ui: typeof ui;
  verification: typeof verification;
}

export type Feature = keyof AllTexts;
