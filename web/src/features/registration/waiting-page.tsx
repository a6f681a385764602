import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink, useGo } from '../../ui/app-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PlainButtonLink } from '../../ui/plain-button.tsx';
import { knownEmail } from '../auth/public.ts';
import { dropDrafts } from './draft.ts';
import { hashKey } from './hash-key.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './registration.module.css';
import { useHashKey, useKind } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepBones, StepFrame } from './step-frame.tsx';

const ASK_EVERY_MS = 5_000;
/** A step that an administrator may have sent it back to is told of here first. */
const STAGES = ['verification', 'company_data', 'bank', 'ecp'] as const;

/** Waits by itself; says what was decided. */
export default function WaitingPage() {
  return <Step stages={STAGES}>{(state) => <Waiting state={state} />}</Step>;
}

function Waiting({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const words = useTexts('registration');
  const f = useFormats();
  const kind = useKind();
  const hash_key = useHashKey();
  const { data, error, refetch, dataUpdatedAt } = useCall(
    'registration.confirm',
    { params: { hash_key } },
    {
      staleTime: 0,
      refetchInterval: ({ state: now }) => (now.data?.state === 'waiting' ? ASK_EVERY_MS : false),
    },
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <StepBones />;
  const common = {
    stage: data.state === 'approved' ? ('done' as const) : ('verification' as const),
    state: { ...state, refusal: null },
  };
  if (data.state === 'approved') {
    return (
      <StepFrame {...common} title={t('waiting.approved', { company: data.company_name })}>
        <IconCircleCheck size={48} stroke={1.5} className="k-good" aria-hidden />
        <p className={css.hint}>{t('waiting.approved_hint')}</p>
        <Finish hash_key={hash_key} />
      </StepFrame>
    );
  }
  if (data.state === 'refused' && data.step) {
    return (
      <StepFrame {...common} title={t('waiting.refused')}>
        <Alert
          color="attention"
          role="alert"
          title={t('waiting.reason')}
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          {data.reason}
        </Alert>
        <StepActions>
          <PlainButtonLink href={data.redirect_url} wide>
            {t('waiting.fix', { step: words(`stage.${data.step}`) })}
          </PlainButtonLink>
        </StepActions>
      </StepFrame>
    );
  }
  return (
    <StepFrame {...common} title={t(kind === 'business' ? 'waiting.title' : 'waiting.title_person')}>
      <IconHourglass size={48} stroke={1.5} aria-hidden />
      <p>{t('waiting.hint')}</p>
      <p className={css.hint}>{t('waiting.told')}</p>
      <p role="status" className={css.second}>
        {t('waiting.checked', { time: f.time(new Date(dataUpdatedAt).toISOString()) })}
      </p>
      <AppLink href="/auth/login" className={css.quiet}>
        {t('sign_in')}
      </AppLink>
    </StepFrame>
  );
}

/** The key dies here; one signs in with what one has chosen. */
function Finish({ hash_key }: { hash_key: string }) {
  const t = useTexts('sign-up');
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const finish = async () => {
    setBusy(true);
    try {
      const { email } = await api.call('registration.company_info', { params: { hash_key }, query: {} });
      const { redirect_url } = await api.call('registration.finish', { body: { hash_key } });
      if (email) knownEmail.keep(email);
      dropDrafts();
      hashKey.finish();
      go(redirect_url);
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <Failure text={fault} />
      <StepActions>
        <Button size="md" autoFocus loading={busy} onClick={() => void finish()}>
          {t('waiting.enter')}
        </Button>
      </StepActions>
    </>
  );
}
