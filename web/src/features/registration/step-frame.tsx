import type { RegistrationStage } from '@kelisim/shared/features/registration/registration-stage.ts';
import { Alert, Skeleton } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { Checklist } from './checklist.tsx';
import css from './registration.module.css';
import { entryOf, useKind, useRegistration } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';

interface StepFrameProps {
  stage: RegistrationStage;
  /** None while nothing has begun. */
  state?: RegistrationState;
  need_sign_contract?: boolean;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** One question: the list of steps, what is asked, the fields. The question gets the focus when it changes. */
export function StepFrame({
  stage,
  state,
  need_sign_contract = false,
  title,
  hint,
  children,
}: StepFrameProps) {
  const t = useTexts('sign-up');
  const kind = useKind();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Kelisim`;
  }, [title]);
  // Before any part of the question takes the focus for itself: one reads from the top.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={css.frame}>
      <Checklist
        kind={kind}
        stage={stage}
        need_sign_contract={state?.need_sign_contract ?? need_sign_contract}
      />
      <div className={css.question}>
        <h1 ref={heading} tabIndex={-1} className={`k-heading k-balance ${css.title}`}>
          {title}
        </h1>
        {hint && <p className={css.hint}>{hint}</p>}
        {state?.refusal && (
          <Alert color="attention" role="status" title={t('waiting.refused')}>
            {state.refusal.reason}
          </Alert>
        )}
        {children}
        {stage === 'company_data' && <p className={css.second}>{t('later')}</p>}
      </div>
    </div>
  );
}

/** Bones of a question while the state is asked for. */
export function StepBones() {
  const late = useDelayed(true);
  if (!late) return <div className={css.skeletons} aria-busy />;
  return (
    <div className={css.skeletons} aria-busy>
      <Skeleton h={28} w={220} />
      <Skeleton h={16} />
      <Skeleton h={44} />
      <Skeleton h={44} />
    </div>
  );
}

/**
 * A later step: shown in its turn alone. Without a living key one is at the entry; ahead of one's turn or past it, at the
 * step that is due.
 */
export function Step({
  stages,
  children,
}: {
  stages: readonly RegistrationStage[];
  children: (state: RegistrationState) => ReactNode;
}) {
  const kind = useKind();
  const go = useGo();
  const { state, none, asking, error, again } = useRegistration();
  const isElsewhere = state !== null && (state.kind !== kind || !stages.includes(state.stage));
  // An administrator may have moved it on since: nobody is sent away by what was known before.
  const elsewhere = none ? entryOf(kind) : isElsewhere && !asking ? state.redirect_url : null;
  useEffect(() => {
    if (elsewhere) go(elsewhere, { replace: true });
  }, [elsewhere, go]);
  if (error) return <ErrorState error={error} onRetry={again} />;
  if (!state || isElsewhere) return <StepBones />;
  return children(state);
}

interface ActionsProps {
  onBack?: (() => void) | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** Fixed at the thumb on a phone. */
export function StepActions({ onBack, busy = false, children }: ActionsProps) {
  const t = useTexts('sign-up');
  return (
    <div className={css.actions}>
      {children}
      {onBack && (
        <button type="button" className={css.back} disabled={busy} onClick={onBack}>
          {t('back')}
        </button>
      )}
    </div>
  );
}
