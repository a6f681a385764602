import { Button, Select } from '@mantine/core';
import limits from 'virtual:form-limits/registration.bank';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { IbanInput } from '../../ui/id-inputs.tsx';
import { useForm } from '../../ui/use-form.ts';
import { SandboxHelp } from '../auth/public.ts';
import { useKnownCompany } from './company.data.ts';
import { stepDraft } from './draft.ts';
import css from './registration.module.css';
import { useKind, useTake } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepActions, StepBones, StepFrame } from './step-frame.tsx';

/** The account first: its number says whose bank it is. */
export default function BankPage() {
  return <Step stages={['bank']}>{(state) => <Loaded state={state} />}</Step>;
}

function Loaded({ state }: { state: RegistrationState }) {
  const banks = useCall('banking.banks', undefined, { staleTime: Number.POSITIVE_INFINITY });
  const known = useKnownCompany();
  if (banks.error) return <ErrorState error={banks.error} onRetry={() => void banks.refetch()} />;
  if (!banks.data || known.isPending) return <StepBones />;
  const bank = known.data?.bank ?? null;
  const before = {
    iban: bank?.iban.includes('•') ? '' : (bank?.iban ?? ''),
    bank_id: bank ? String(bank.bank_id) : '',
  };
  return <BankForm state={state} banks={banks.data} before={before} />;
}

interface BankFormProps {
  state: RegistrationState;
  banks: readonly { id: number; name: string; iban_code: string | null }[];
  before: { iban: string; bank_id: string };
}

function BankForm({ state, banks, before }: BankFormProps) {
  const t = useTexts('sign-up');
  const kind = useKind();
  const take = useTake();
  const bankOf = ({ iban, bank_id }: typeof before) => {
    const ofNumber = banks.find((bank) => bank.iban_code !== null && bank.iban_code === iban.slice(4, 7));
    const id = bank_id || (ofNumber ? String(ofNumber.id) : '');
    return { id, another: ofNumber && id !== String(ofNumber.id) ? ofNumber.name : null };
  };
  const form = useForm(before, {
    limits,
    draft: stepDraft('bank', before),
    check: (typed) => {
      const { id, another } = bankOf(typed);
      return {
        iban: typed.iban === '' ? t('required') : undefined,
        bank_id: another ? t('bank.other_bank', { bank: another }) : id ? null : t('bank.choose'),
      };
    },
  });
  const { iban } = form.values;
  const bank = bankOf(form.values);
  const save = () =>
    take((hash_key) => api.call('registration.bank', { body: { bank_id: Number(bank.id), iban, hash_key } }));
  const back = () =>
    void form.run(() => take((hash_key) => api.call('registration.back', { body: { hash_key } })));
  return (
    <StepFrame stage="bank" state={state} title={t('bank.title')} hint={t(`bank.hint_${kind}`)}>
      <form className={css.form} {...form.bind(save)}>
        <IbanInput
          label={t('bank.iban')}
          description={t('bank.iban_hint')}
          size="md"
          autoFocus
          {...form.field('iban')}
          onChange={(value) =>
            form.set({ iban: value, ...(value.slice(4, 7) === iban.slice(4, 7) ? {} : { bank_id: '' }) })
          }
        />
        {iban === '' && (
          <SandboxHelp
            of="sample"
            kinds={[kind === 'business' ? 'too' : 'individual']}
            field="iban"
            onFill={(sample) => form.set({ iban: sample.iban, bank_id: '' })}
          />
        )}
        <Select
          label={t('bank.bank')}
          description={t('bank.bank_hint')}
          size="md"
          searchable
          limit={60}
          nothingFoundMessage={t('bank.none')}
          data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('bank_id')}
          value={bank.id || null}
          error={bank.another ? t('bank.other_bank', { bank: bank.another }) : form.fault('bank_id')}
        />
        <Failure text={form.failure} />
        <StepActions onBack={back} busy={form.busy}>
          <Button type="submit" size="md" loading={form.busy}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
