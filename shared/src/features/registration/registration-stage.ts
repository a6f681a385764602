import { stateTable, type Move } from '../../kernel/state-machine.ts';

export const REGISTRATION_STAGES = [
  'phone',
  'phone_code',
  'email',
  'email_code',
  'company_data',
  'bank',
  'ecp',
  'esf',
  'offer_agreement',
  'contract',
  'verification',
  'done',
] as const;
export type RegistrationStage = (typeof REGISTRATION_STAGES)[number];

export const REGISTRATION_KINDS = ['business', 'executor'] as const;
export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

/** Steps an administrator may send a registration back to. */
export const CORRECTABLE_STAGES = ['company_data', 'bank', 'ecp'] as const;
export type CorrectableStage = (typeof CORRECTABLE_STAGES)[number];

export type RegistrationAction =
  | 'enter_phone'
  | 'confirm_code'
  | 'enter_email'
  | 'correct_email'
  | 'enter_company'
  | 'choose_bank'
  | 'back'
  | 'sign_ecp'
  | 'enter_esf'
  | 'accept_agreement'
  | 'sign_contract'
  | 'finish'
  | `return_to_${CorrectableStage}`;

/** An invited executor has a contract to sign; after that they are an executor like any other. */
export type RegistrationSide = 'business' | 'executor' | 'invited_executor' | 'administrator';

const PEOPLE = ['business', 'executor', 'invited_executor'] as const;

type RegistrationMove = Move<RegistrationStage, RegistrationAction, RegistrationSide>;

const move = (
  from: RegistrationStage,
  action: RegistrationAction,
  to: RegistrationStage,
  by: readonly RegistrationSide[] = PEOPLE,
): RegistrationMove[] => by.map((side) => ({ from, action, by: side, to }));

/** The order of decisions 2. Until the key has signed for the data they can be gone back to, a step at a time. */
export const registrationTable = stateTable<RegistrationStage, RegistrationAction, RegistrationSide>(
  REGISTRATION_STAGES,
  [
    ...move('phone', 'enter_phone', 'phone_code'),
    ...move('phone_code', 'enter_phone', 'phone_code'),
    ...move('phone_code', 'confirm_code', 'email'),
    ...move('email', 'enter_email', 'email_code'),
    ...move('email_code', 'correct_email', 'email'),
    ...move('email_code', 'confirm_code', 'company_data'),
    ...move('company_data', 'enter_company', 'bank'),
    ...move('bank', 'back', 'company_data'),
    ...move('bank', 'choose_bank', 'ecp'),
    ...move('ecp', 'back', 'bank'),
    ...move('ecp', 'sign_ecp', 'offer_agreement', ['business']),
    ...move('ecp', 'sign_ecp', 'esf', ['executor', 'invited_executor']),
    ...move('esf', 'enter_esf', 'offer_agreement', ['executor', 'invited_executor']),
    ...move('offer_agreement', 'accept_agreement', 'verification', ['business', 'executor']),
    ...move('offer_agreement', 'accept_agreement', 'contract', ['invited_executor']),
    ...move('contract', 'sign_contract', 'verification', ['invited_executor']),
    ...move('verification', 'finish', 'done'),
    ...CORRECTABLE_STAGES.flatMap((stage) =>
      move('verification', `return_to_${stage}`, stage, ['administrator']),
    ),
  ],
);

export function registrationSide(kind: RegistrationKind, need_sign_contract: boolean): RegistrationSide {
  return kind === 'executor' && need_sign_contract ? 'invited_executor' : kind;
}

/** The stages of this registration in order, for the list of what is done and what is to come. */
export function registrationStages(kind: RegistrationKind, need_sign_contract: boolean): RegistrationStage[] {
  return REGISTRATION_STAGES.filter(
    (stage) =>
      (stage !== 'esf' || kind === 'executor') &&
      (stage !== 'contract' || (kind === 'executor' && need_sign_contract)),
  );
}

const PAGES: Partial<Record<RegistrationStage, string>> = {
  company_data: '/company-data',
  bank: '/choosing-bank',
  esf: '/electronic-invoice',
  offer_agreement: '/offer-agreement',
  contract: '/offer-agreement-company',
  verification: '/waiting-verification',
};

/** The screen of a stage. Codes, e-mail and the key are panels of the entry page (decisions 2). */
export function registrationPath(kind: RegistrationKind, stage: RegistrationStage): string {
  if (stage === 'done') return kind === 'executor' ? '/auth/login/login-ip' : '/auth/login';
  if (stage === 'phone_code' && kind === 'business') return '/auth/sign-up/business/phone-confirmation';
  return `/auth/sign-up/${kind}${PAGES[stage] ?? ''}`;
}
