import { isIban } from '@kelisim/shared/kernel/iban.ts';
import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IbanInput } from '../../ui/id-inputs.tsx';
import { SandboxHelp } from '../auth/public.ts';
import { useKnownCompany } from './company.data.ts';
import { useDraft } from './draft.ts';
import { fieldError, focusFirst, formError } from './field-error.ts';
import { Failure } from '../../ui/failure.tsx';
import css from './registration.module.css';
import { useKind, useStep } from './registration.data.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const [fields, change] = useDraft('bank', before);
  const [asked, setAsked] = useState(false);
  const { busy, error, forgive, take } = useStep();
  const { iban, bank_id } = fields;
  const ofNumber = banks.find((bank) => bank.iban_code !== null && bank.iban_code === iban.slice(4, 7));
  const chosen = bank_id || (ofNumber ? String(ofNumber.id) : '');
  const another = ofNumber && chosen !== String(ofNumber.id) ? ofNumber.name : null;

  const set = (part: Partial<typeof fields>) => {
    change(part);
    forgive();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!isIban(iban) || !chosen || another) return focusFirst(form.current);
    const body = { bank_id: Number(chosen), iban };
    const taken = await take((hash_key) => api.call('registration.bank', { body: { ...body, hash_key } }));
    if (!taken) focusFirst(form.current);
    return undefined;
  };
  const back = () => void take((hash_key) => api.call('registration.back', { body: { hash_key } }));
  return (
    <StepFrame stage="bank" state={state} title={t('bank.title')} hint={t(`bank.hint_${kind}`)}>
      <form ref={form} noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        <IbanInput
          label={t('bank.iban')}
          description={t('bank.iban_hint')}
          size="md"
          required
          autoFocus
          value={iban}
          error={asked && iban === '' ? t('required') : fieldError(error, 'iban')}
          onChange={(value) =>
            set({ iban: value, ...(value.slice(4, 7) === iban.slice(4, 7) ? {} : { bank_id: '' }) })
          }
        />
        {iban === '' && (
          <SandboxHelp
            of="sample"
            kinds={[kind === 'business' ? 'too' : 'individual']}
            field="iban"
            onFill={(sample) => set({ iban: sample.iban, bank_id: '' })}
          />
        )}
        <Select
          label={t('bank.bank')}
          description={t('bank.bank_hint')}
          size="md"
          required
          searchable
          limit={60}
          nothingFoundMessage={t('bank.none')}
          data={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen || null}
          error={
            another
              ? t('bank.other_bank', { bank: another })
              : asked && !chosen
                ? t('bank.choose')
                : fieldError(error, 'bank_id')
          }
          onChange={(value) => set({ bank_id: value ?? '' })}
        />
        <Failure text={formError(error, ['iban', 'bank_id'])} />
        <StepActions onBack={back} busy={busy}>
          <Button type="submit" size="md" loading={busy}>
            {t('next')}
          </Button>
        </StepActions>
      </form>
    </StepFrame>
  );
}
