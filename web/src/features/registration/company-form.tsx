import { isBin, isBinOrIin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { SandboxHelp } from '../auth/public.ts';
import { Failure } from '../../ui/failure.tsx';
import { AddressInput } from './address-input.tsx';
import { useFilling, useKnownCompany, useRegister } from './company.data.ts';
import type { CompanyType } from './company.data.ts';
import { useDraft } from './draft.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { RegisterSays } from './register-says.tsx';
import css from './registration.module.css';
import { useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepBones, StepFrame } from './step-frame.tsx';

const FIELDS = ['bin', 'type', 'name', 'ceo', 'director_position', 'address'];
const TYPES = ['too', 'ao', 'other'] as const;

export function CompanyForm({ state }: { state: RegistrationState }) {
  const { data, isPending } = useKnownCompany();
  if (isPending) return <StepBones />;
  const known = {
    bin: data?.bin ?? '',
    type: data?.type ?? 'too',
    name: data?.name ?? '',
    ceo: data?.ceo ?? '',
    director_position: data?.director_position ?? '',
    address: data?.address ?? '',
  };
  return <Fields state={state} known={known} />;
}

type Known = Record<'bin' | 'type' | 'name' | 'ceo' | 'director_position' | 'address', string>;

function Fields({ state, known }: { state: RegistrationState; known: Known }) {
  const t = useTexts('sign-up');
  const words = useTexts('registration');
  const form = useRef<HTMLFormElement>(null);
  const [fields, change] = useDraft<Known>('company', {
    ...known,
    director_position: known.director_position || t('company.position_default'),
  });
  const [asked, setAsked] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const register = useRegister(fields.bin, useFilling(fields, ['name', 'ceo', 'address'], change));
  const person = isIin(fields.bin) && !isBin(fields.bin);
  const type: CompanyType = person ? 'ip' : fields.type === 'ip' ? 'too' : (fields.type as CompanyType);

  const set = (part: Partial<Known>) => {
    change(part);
    forgive();
  };
  const said = (field: keyof Known) =>
    asked && fields[field].trim() === '' ? t('required') : fieldError(error, field);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const { bin, name, ceo, address, director_position } = fields;
    if (!isBinOrIin(bin) || [name, ceo, address].some((text) => text.trim() === ''))
      return focusFirst(form.current);
    const body = {
      bin,
      type,
      name: name.trim(),
      ceo: ceo.trim(),
      address: address.trim().replace(/,$/, ''),
      ...(!person && director_position.trim() ? { director_position: director_position.trim() } : {}),
    };
    const taken = await take((hash_key) => api.call('registration.company', { body: { ...body, hash_key } }));
    if (!taken) focusFirst(form.current);
    return undefined;
  };

  return (
    <StepFrame stage="company_data" state={state} title={t('company.title')} hint={t('company.hint')}>
      <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        <BinIinInput
          label={t('company.bin')}
          size="md"
          required
          autoFocus={fields.bin === ''}
          value={fields.bin}
          error={said('bin')}
          onChange={(bin) => set({ bin })}
        />
        {fields.bin === '' && (
          <SandboxHelp of="sample" kinds={['too', 'ip']} field="bin" onFill={({ bin }) => set({ bin })} />
        )}
        <RegisterSays {...register} />
        {register.whole && !register.asking && (
          <>
            {!person && (
              <div>
                <p id="company-type">{t('company.type')}</p>
                <SegmentedControl
                  fullWidth
                  aria-labelledby="company-type"
                  data={TYPES.map((value) => ({
                    value,
                    label: words(`company_type.${value}`),
                  }))}
                  value={type}
                  onChange={(value) => set({ type: value })}
                />
              </div>
            )}
            <TextInput
              label={t(person ? 'company.name_ip' : 'company.name')}
              description={t(person ? 'company.name_ip_hint' : 'company.name_hint')}
              size="md"
              required
              maxLength={300}
              autoComplete="organization"
              value={fields.name}
              error={said('name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              label={t(person ? 'company.full_name' : 'company.ceo')}
              description={person ? undefined : t('company.ceo_hint')}
              size="md"
              required
              maxLength={200}
              autoComplete="name"
              value={fields.ceo}
              error={said('ceo')}
              onChange={(event) => set({ ceo: event.currentTarget.value })}
            />
            {!person && (
              <TextInput
                label={t('company.position')}
                size="md"
                maxLength={100}
                autoComplete="organization-title"
                value={fields.director_position}
                error={fieldError(error, 'director_position')}
                onChange={(event) => set({ director_position: event.currentTarget.value })}
              />
            )}
            <AddressInput
              label={t('company.address')}
              size="md"
              required
              value={fields.address}
              error={said('address')}
              onChange={(address) => set({ address })}
            />
          </>
        )}
        <Failure text={formError(error, FIELDS)} />
        <StepActions>
          <Button type="submit" size="md" loading={busy} disabled={register.asking}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
      <p className={css.second}>{t('later')}</p>
    </StepFrame>
  );
}
