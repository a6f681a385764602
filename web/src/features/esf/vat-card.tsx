import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { EsfStanding } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Button, Switch, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './esf.module.css';
import { useStanding } from './esf.data.ts';

/** Since 1 January 2026; whoever has another one types it. */
const USUAL_RATE = '16';

/** Whether the seller pays VAT, and by which certificate: it stands in what he issues. */
export default function VatCard() {
  const t = useTexts('esf');
  const { data, error, refetch } = useStanding(true);
  return (
    <Card title={t('vat.title')}>
      {error && !data && <ErrorState error={error} title={t('vat.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Bone height={80} />}
      {data && <VatForm vat={data.vat} changes={data.vat_changes} />}
    </Card>
  );
}

function VatForm({ vat, changes }: Pick<EsfStanding, 'vat'> & { changes: EsfStanding['vat_changes'] }) {
  const t = useTexts('esf');
  const f = useFormats();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [pays, setPays] = useState(vat !== null);
  const [rate, setRate] = useState(String(vat?.rate ?? USUAL_RATE));
  const [series, setSeries] = useState(vat?.certificate_series ?? '');
  const [from, setFrom] = useState(() => almatyDate(new Date()));
  const [number, setNumber] = useState(vat?.certificate_number ?? '');
  const save = useDeed('esf.set_vat', { stale: ['esf.'], meta: { quiet: true } });
  const refused = save.error instanceof ApiError ? save.error.field : null;
  const errorOf = (field: string) => (refused?.endsWith(field) ? errorText(save.error) : undefined);
  const digits = (set: (text: string) => void) => (text: string) => {
    set(text.replaceAll(/\D/g, ''));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { rate: Number(rate), certificate_series: series, certificate_number: number };
    save.mutate(
      { body: { vat: pays ? given : null, ...(from && { valid_from: from }) } },
      {
        onSuccess: () => toasts.success(t('vat.saved')),
        onError: () =>
          setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
      },
    );
  };
  const fields = ['valid_from', 'rate', 'certificate_series', 'certificate_number'];
  return (
    <form ref={form} className="k-stack" noValidate onSubmit={submit}>
      <p className="k-second">{t('vat.about')}</p>
      <Switch
        label={t('vat.on')}
        checked={pays}
        onChange={(event) => {
          setPays(event.currentTarget.checked);
          save.reset();
        }}
      />
      {pays && (
        <div className={css.three}>
          <NumberInput
            label={t('vat.rate')}
            whole={2}
            value={rate}
            error={errorOf('rate')}
            onChange={digits(setRate)}
          />
          <TextInput
            label={t('vat.series')}
            description={t('vat.series_hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={series}
            error={errorOf('certificate_series')}
            onChange={(event) => digits(setSeries)(event.currentTarget.value)}
          />
          <TextInput
            label={t('vat.number')}
            description={t('vat.number_hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={number}
            error={errorOf('certificate_number')}
            onChange={(event) => digits(setNumber)(event.currentTarget.value)}
          />
        </div>
      )}
      <DateInput
        className={css.day}
        label={t('vat.from')}
        value={from}
        error={errorOf('valid_from')}
        onChange={(day) => {
          setFrom(day);
          save.reset();
        }}
      />
      {changes.length > 0 && (
        <div className={css.changes}>
          <span id={id}>{t('vat.changes')}</span>
          <ul aria-labelledby={id}>
            {changes.map((change) => (
              <li key={change.valid_from}>
                {t(change.vat ? 'vat.change' : 'vat.change_none', {
                  date: f.date(change.valid_from),
                  rate: change.vat?.rate ?? 0,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {save.error && !fields.some((field) => refused?.endsWith(field)) && (
        <p role="alert" className="k-fault">
          {errorText(save.error)}
        </p>
      )}
      <div className="k-row k-end">
        <Button type="submit" loading={save.isPending}>
          {t('vat.save')}
        </Button>
      </div>
    </form>
  );
}
