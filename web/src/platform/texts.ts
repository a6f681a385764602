import type acts from '@kelisim/shared/texts/ru/acts.ts';
import type app from '@kelisim/shared/texts/ru/app.ts';
import type auth from '@kelisim/shared/texts/ru/auth.ts';
import type documents from '@kelisim/shared/texts/ru/documents.ts';
import type home from '@kelisim/shared/texts/ru/home.ts';
import type jobs from '@kelisim/shared/texts/ru/jobs.ts';
import type payments from '@kelisim/shared/texts/ru/payments.ts';
import type invitations from '@kelisim/shared/texts/ru/invitations.ts';
import type phone from '@kelisim/shared/texts/ru/phone.ts';
import type problems from '@kelisim/shared/texts/ru/problems.ts';
import type profile from '@kelisim/shared/texts/ru/profile.ts';
import type proofs from '@kelisim/shared/texts/ru/proofs.ts';
import type qrSigning from '@kelisim/shared/texts/ru/qr-signing.ts';
import type quickSign from '@kelisim/shared/texts/ru/quick-sign.ts';
import type registration from '@kelisim/shared/texts/ru/registration.ts';
import type signUp from '@kelisim/shared/texts/ru/sign-up.ts';
import type signing from '@kelisim/shared/texts/ru/signing.ts';
import type states from '@kelisim/shared/texts/ru/states.ts';
import type ui from '@kelisim/shared/texts/ru/ui.ts';
import type verification from '@kelisim/shared/texts/ru/verification.ts';

/** The texts of every feature by its name; a new feature adds its two lines here. */
export interface AllTexts {
  acts: typeof acts;
  app: typeof app;
  auth: typeof auth;
  documents: typeof documents;
  home: typeof home;
  jobs: typeof jobs;
  payments: typeof payments;
  phone: typeof phone;
  problems: typeof problems;
  profile: typeof profile;
  proofs: typeof proofs;
  invitations: typeof invitations;
  'qr-signing': typeof qrSigning;
  'quick-sign': typeof quickSign;
  registration: typeof registration;
  'sign-up': typeof signUp;
  signing: typeof signing;
  states: typeof states;
  ui: typeof ui;
  verification: typeof verification;
}

export type Feature = keyof AllTexts;
