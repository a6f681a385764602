import {
  registrationStages,
  type RegistrationKind,
  type RegistrationStage,
} from '@kelisim/shared/features/registration/registration-stage.ts';
import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import css from './registration.module.css';

/** A code belongs to the step it confirms: a person counts questions, not screens. */
const STEP_OF = {
  phone: 'phone',
  phone_code: 'phone',
  email: 'email',
  email_code: 'email',
  company_data: 'company_data',
  bank: 'bank',
  ecp: 'ecp',
  esf: 'esf',
  offer_agreement: 'offer_agreement',
  contract: 'contract',
  verification: 'verification',
  done: 'verification',
} as const satisfies Record<RegistrationStage, string>;

type StepName = (typeof STEP_OF)[RegistrationStage];

interface ChecklistProps {
  kind: RegistrationKind;
  stage: RegistrationStage;
  need_sign_contract: boolean;
}

/** What is done, what is now and what is still to come. */
export function Checklist({ kind, stage, need_sign_contract }: ChecklistProps) {
  const t = useTexts('sign-up');
  const steps = [...new Set(registrationStages(kind, need_sign_contract).map((one) => STEP_OF[one]))];
  const at = steps.indexOf(STEP_OF[stage]);
  const nameOf = (step: StepName) =>
    t(`steps.${step === 'company_data' && kind === 'executor' ? 'person_data' : step}`);
  return (
    <nav aria-label={t('progress')} className={css.progress}>
      <p className={`k-second k-below-12 k-small ${css.count}`}>
        {t('step_of', { at: at + 1, all: steps.length })}
        <span className={css.countName} aria-hidden>
          {' · '}
          {nameOf(steps[at]!)}
        </span>
      </p>
      <ol className={`k-list k-stack k-gap-12 ${css.checklist}`}>
        {steps.map((step, index) => {
          const past = index < at || stage === 'done';
          return (
            <li
              key={step}
              data-past={past || undefined}
              aria-current={index === at ? 'step' : undefined}
              className={`k-flex k-gap-8 k-top k-second ${css.step}`}
            >
              <span className={css.mark} aria-hidden>
                {past ? <IconCheck size={14} stroke={2.5} /> : index + 1}
              </span>
              <span className={css.stepName}>{nameOf(step)}</span>
              {past && <span className="k-visually-hidden">, {t('done_step')}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
