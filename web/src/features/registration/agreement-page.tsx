import { Button, Checkbox } from '@mantine/core';
import { useReducer } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { useForm } from '../../ui/use-form.ts';
import css from './registration.module.css';
import { useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepBones, StepFrame } from './step-frame.tsx';

/** The version in force: what is read here is what is accepted. */
export default function AgreementPage() {
  return <Step stages={['offer_agreement']}>{(state) => <Agreement state={state} />}</Step>;
}

function Agreement({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const f = useFormats();
  const take = useTake();
  const form = useForm(
    { accepted: false },
    { check: ({ accepted }) => ({ accepted: accepted ? undefined : t('agreement.must') }) },
  );
  // Under a finger a checkbox must not move, and nobody agrees to what is not there yet.
  const [is_placed, place] = useReducer(() => true, false);
  const current = useCall('agreement.current', undefined, { staleTime: 0 });
  const version = current.data?.version;
  const file = useCall('agreement.file', undefined, { enabled: version !== undefined, staleTime: 0 });
  if (current.error) return <ErrorState error={current.error} onRetry={() => void current.refetch()} />;
  if (!current.data) return <StepBones />;

  const save = () =>
    take(async (hash_key) => {
      try {
        return await api.call('registration.confirm_agreement', { body: { hash_key, version } });
      } catch (reason) {
        if (reason instanceof ApiError && reason.code === 'registration.agreement_changed') {
          form.set({ accepted: false });
          await Promise.all([current.refetch(), file.refetch()]);
        }
        throw reason;
      }
    });
  return (
    <StepFrame
      stage="offer_agreement"
      state={state}
      title={t('agreement.title')}
      hint={t('agreement.version', {
        version: current.data.version,
        date: f.date(current.data.in_force_from),
      })}
    >
      {file.error ? (
        <ErrorState error={file.error} onRetry={() => void file.refetch()} />
      ) : (
        <div className="k-shrink k-framed k-round-8">
          <PdfView file={file.data} name={t('agreement.name')} onPlaced={place} />
        </div>
      )}
      {is_placed && (
        <form className={css.form} {...form.bind(save)}>
          <Checkbox
            size="md"
            label={t('agreement.accept')}
            aria-invalid={form.fault('accepted') ? true : undefined}
            {...form.field('accepted')}
          />
          <Failure text={form.failure} />
          <StepActions>
            <Button type="submit" size="md" loading={form.busy}>
              {t('agreement.submit')}
            </Button>
          </StepActions>
        </form>
      )}
    </StepFrame>
  );
}
