import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { AddressInput } from './address-input.tsx';
import { useDraft } from './draft.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { EMPTY_PERSON, isWhole } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import css from './registration.module.css';
import { useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepBones, StepFrame } from './step-frame.tsx';

const DATA = '/auth/sign-up/executor/company-data';

/** The second half of what an executor says of themselves: where they live. */
export default function AddressPage() {
  return <Step stages={['company_data']}>{(state) => <AddressForm state={state} />}</Step>;
}

function AddressForm({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [fields, change] = useDraft<PersonDraft>('person', EMPTY_PERSON);
  const [asked, setAsked] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const whole = isWhole(fields);
  useEffect(() => {
    if (!whole) go(DATA, { replace: true });
  }, [whole, go]);
  if (!whole) return <StepBones />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const address = fields.address.trim().replace(/,$/, '');
    if (!address) return focusFirst(form.current);
    const ceo = fields.ceo.trim();
    const type = fields.type === 'ip' ? 'ip' : 'individual';
    const body = {
      bin: fields.bin,
      type,
      name: type === 'ip' ? fields.name.trim() : ceo,
      ceo,
      address,
    } as const;
    const taken = await take((hash_key) => api.call('registration.company', { body: { ...body, hash_key } }));
    if (!taken) focusFirst(form.current);
    return undefined;
  };
  return (
    <StepFrame stage="company_data" state={state} title={t('address.title')} hint={t('address.hint')}>
      <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        <AddressInput
          label={t('address.label')}
          size="md"
          required
          autoFocus
          value={fields.address}
          error={asked && !fields.address.trim() ? t('required') : fieldError(error, 'address')}
          onChange={(address) => {
            change({ address });
            forgive();
          }}
        />
        <Failure text={formError(error, ['address'])} />
        <StepActions onBack={() => go(DATA)} busy={busy}>
          <Button type="submit" size="md" loading={busy}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
      <p className={css.second}>{t('later')}</p>
    </StepFrame>
  );
}
