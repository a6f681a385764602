import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { SandboxHelp } from '../auth/public.ts';
import { useFilling, useKnownCompany, useRegister } from './company.data.ts';
import { useDraft } from './draft.ts';
import { focusFirst } from './field-error.ts';
import { EMPTY_PERSON } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import { RegisterSays } from './register-says.tsx';
import css from './registration.module.css';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepBones, StepFrame } from './step-frame.tsx';

const TYPES = ['individual', 'ip'] as const;

export function PersonForm({ state }: { state: RegistrationState }) {
  const { data, isPending } = useKnownCompany();
  if (isPending) return <StepBones />;
  const known: PersonDraft = {
    ...EMPTY_PERSON,
    ...(data?.type === 'ip' ? { type: 'ip' } : {}),
    bin: data?.bin ?? '',
    name: data?.type === 'ip' ? (data.name ?? '') : '',
    ceo: data?.ceo ?? '',
    address: data?.address ?? '',
  };
  return <Fields state={state} known={known} />;
}

/** How one works and who one is; the address is the next question. */
function Fields({ state, known }: { state: RegistrationState; known: PersonDraft }) {
  const t = useTexts('sign-up');
  const words = useTexts('registration');
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [fields, change] = useDraft<PersonDraft>('person', known);
  const [asked, setAsked] = useState(false);
  const trader = fields.type === 'ip';
  const register = useRegister(
    trader ? fields.bin : '',
    useFilling(fields, ['name', 'ceo', 'address'], change),
  );
  const said = (field: 'bin' | 'name' | 'ceo') =>
    asked && fields[field].trim() === '' ? t('required') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isIin(fields.bin) || !fields.ceo.trim() || (trader && !fields.name.trim()))
      return focusFirst(form.current);
    go('/auth/sign-up/executor/address');
    return undefined;
  };
  return (
    <StepFrame
      stage="company_data"
      state={state}
      title={t('company.title_person')}
      hint={t('company.hint_person')}
    >
      <form ref={form} noValidate className={css.form} onSubmit={submit}>
        <div>
          <p id="person-type">{t('company.type_person')}</p>
          <SegmentedControl
            fullWidth
            aria-labelledby="person-type"
            data={TYPES.map((value) => ({ value, label: words(`company_type.${value}`) }))}
            value={fields.type}
            onChange={(type) => change({ type })}
          />
        </div>
        <BinIinInput
          kind="iin"
          label={t('company.iin')}
          size="md"
          required
          value={fields.bin}
          error={said('bin')}
          onChange={(bin) => change({ bin })}
        />
        {fields.bin === '' && (
          <SandboxHelp
            of="sample"
            kinds={[trader ? 'ip' : 'individual']}
            field="bin"
            onFill={({ bin, full_name }) => change({ bin, ...(trader ? {} : { ceo: full_name }) })}
          />
        )}
        {trader && <RegisterSays {...register} />}
        {trader && (
          <TextInput
            label={t('company.name_ip')}
            description={t('company.name_ip_hint')}
            size="md"
            required
            maxLength={300}
            autoComplete="organization"
            value={fields.name}
            error={said('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={t('company.full_name')}
          size="md"
          required
          maxLength={200}
          autoComplete="name"
          value={fields.ceo}
          error={said('ceo')}
          onChange={(event) => change({ ceo: event.currentTarget.value })}
        />
        <StepActions>
          <Button type="submit" size="md">
            {t('next')}
          </Button>
        </StepActions>
      </form>
      <p className={css.second}>{t('later')}</p>
    </StepFrame>
  );
}
