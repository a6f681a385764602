import { isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/registration.company';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { BinIinInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SandboxHelp } from '../auth/public.ts';
import { useFilling, useKnownCompany, useRegister } from './company.data.ts';
import { stepDraft } from './draft.ts';
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
  const draft = stepDraft('person', EMPTY_PERSON);
  const form = useForm(known, {
    limits: { bin: limits.bin, ceo: limits.ceo, name: { ...limits.name, required: true } },
    draft,
    check: ({ type, bin, name, ceo }) => ({
      bin: bin === '' ? t('required') : isIin(bin) ? null : 'field.bin',
      name: type !== 'ip' ? null : name.trim() === '' ? t('required') : undefined,
      ceo: ceo.trim() === '' ? t('required') : undefined,
    }),
  });
  const { values } = form;
  const trader = values.type === 'ip';
  const register = useRegister(
    trader ? values.bin : '',
    useFilling(values, ['name', 'ceo', 'address'], form.set),
  );
  const save = async (typed: PersonDraft) => {
    draft.keep(typed);
    go('/auth/sign-up/executor/address');
  };
  return (
    <StepFrame
      stage="company_data"
      state={state}
      title={t('company.title_person')}
      hint={t('company.hint_person')}
    >
      <form className={css.form} {...form.bind(save)}>
        <div>
          <p id="person-type">{t('company.type_person')}</p>
          <SegmentedControl
            fullWidth
            aria-labelledby="person-type"
            data={TYPES.map((value) => ({ value, label: words(`company_type.${value}`) }))}
            value={values.type}
            onChange={(type) => form.set({ type })}
          />
        </div>
        <BinIinInput kind="iin" label={t('company.iin')} size="md" {...form.field('bin')} />
        {values.bin === '' && (
          <SandboxHelp
            of="sample"
            kinds={[trader ? 'ip' : 'individual']}
            field="bin"
            onFill={({ bin, full_name }) => form.set({ bin, ...(trader ? {} : { ceo: full_name }) })}
          />
        )}
        {trader && <RegisterSays {...register} />}
        {trader && (
          <TextInput
            label={t('company.name_ip')}
            description={t('company.name_ip_hint')}
            size="md"
            autoComplete="organization"
            {...form.field('name')}
          />
        )}
        <TextInput label={t('company.full_name')} size="md" autoComplete="name" {...form.field('ceo')} />
        <StepActions>
          <Button type="submit" size="md">
            {t('next')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
