import { isBin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/registration.company';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SandboxHelp } from '../auth/public.ts';
import { AddressInput } from './address-input.tsx';
import { useFilling, useKnownCompany, useRegister } from './company.data.ts';
import type { CompanyType } from './company.data.ts';
import { stepDraft } from './draft.ts';
import { RegisterSays } from './register-says.tsx';
import css from './registration.module.css';
import { useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepActions, StepBones, StepFrame } from './step-frame.tsx';

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
  const take = useTake();
  const initial = { ...known, director_position: known.director_position || t('company.position_default') };
  const form = useForm<Known>(initial, {
    limits: { ...limits, name: { ...limits.name, required: true } },
    draft: stepDraft('company', initial),
    check: ({ bin }) => ({ bin: bin === '' ? t('required') : undefined }),
    words: { name: t('required'), ceo: t('required'), address: t('required') },
  });
  const { values } = form;
  const register = useRegister(values.bin, useFilling(values, ['name', 'ceo', 'address'], form.set));
  const person = isIin(values.bin) && !isBin(values.bin);
  const type: CompanyType = person ? 'ip' : values.type === 'ip' ? 'too' : (values.type as CompanyType);

  const save = (typed: Known) => {
    const director_position = typed.director_position.trim();
    const body = {
      bin: typed.bin,
      type,
      name: typed.name.trim(),
      ceo: typed.ceo.trim(),
      address: typed.address.trim().replace(/,$/, ''),
      ...(!person && director_position ? { director_position } : {}),
    };
    return take((hash_key) => api.call('registration.company', { body: { ...body, hash_key } }));
  };

  return (
    <StepFrame stage="company_data" state={state} title={t('company.title')} hint={t('company.hint')}>
      <form className={css.form} {...form.bind(save)}>
        <BinIinInput
          label={t('company.bin')}
          size="md"
          autoFocus={values.bin === ''}
          {...form.field('bin')}
        />
        {values.bin === '' && (
          <SandboxHelp
            of="sample"
            kinds={['too', 'ip']}
            field="bin"
            onFill={({ bin }) => form.set({ bin })}
          />
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
                  onChange={(value) => form.set({ type: value })}
                />
              </div>
            )}
            <TextInput
              label={t(person ? 'company.name_ip' : 'company.name')}
              description={t(person ? 'company.name_ip_hint' : 'company.name_hint')}
              size="md"
              autoComplete="organization"
              {...form.field('name')}
            />
            <TextInput
              label={t(person ? 'company.full_name' : 'company.ceo')}
              description={person ? undefined : t('company.ceo_hint')}
              size="md"
              autoComplete="name"
              {...form.field('ceo')}
            />
            {!person && (
              <TextInput
                label={t('company.position')}
                size="md"
                autoComplete="organization-title"
                {...form.field('director_position')}
              />
            )}
            <AddressInput label={t('company.address')} size="md" {...form.field('address')} />
          </>
        )}
        <Failure text={form.failure} />
        <StepActions>
          <Button type="submit" size="md" loading={form.busy} disabled={register.asking}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
