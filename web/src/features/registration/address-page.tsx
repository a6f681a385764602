import { Button } from '@mantine/core';
import { useEffect } from 'react';
import limits from 'virtual:form-limits/registration.company';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AddressInput } from './address-input.tsx';
import { stepDraft } from './draft.ts';
import { EMPTY_PERSON, isWhole } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import css from './registration.module.css';
import { useTake } from './registration.data.ts';
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
  const take = useTake();
  const form = useForm(EMPTY_PERSON, {
    limits: { address: limits.address },
    draft: stepDraft('person', EMPTY_PERSON),
    words: { address: t('required') },
  });
  const whole = isWhole(form.values);
  useEffect(() => {
    if (!whole) go(DATA, { replace: true });
  }, [whole, go]);
  if (!whole) return <StepBones />;

  const save = ({ bin, ...typed }: PersonDraft) => {
    const ceo = typed.ceo.trim();
    const address = typed.address.trim().replace(/,$/, '');
    const type = typed.type === 'ip' ? 'ip' : 'individual';
    const body = { bin, type, name: type === 'ip' ? typed.name.trim() : ceo, ceo, address } as const;
    return take((hash_key) => api.call('registration.company', { body: { ...body, hash_key } }));
  };
  return (
    <StepFrame stage="company_data" state={state} title={t('address.title')} hint={t('address.hint')}>
      <form className={css.form} {...form.bind(save)}>
        <AddressInput label={t('address.label')} size="md" autoFocus {...form.field('address')} />
        <Failure text={form.failure} />
        <StepActions onBack={() => go(DATA)} busy={form.busy}>
          <Button type="submit" size="md" loading={form.busy}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
