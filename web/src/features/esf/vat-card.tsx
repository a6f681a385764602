import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { EsfStanding } from '@kelisim/shared/features/esf/esf.contract.ts';
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { ChangeEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import css from './esf.module.css';
import { useStanding } from './esf.data.ts';

/** Whether the seller pays VAT, and by which certificate: it stands in what they issue. */
export default function VatCard() {
  const t = useTexts('esf');
  const { data, error, refetch } = useStanding(true);
  return (
    <Card title={t('vat.title')}>
      {error && !data && <ErrorState error={error} title={t('vat.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && <VatForm vat={data.vat} changes={data.vat_changes} rates={data.vat_rates} />}
    </Card>
  );
}

interface Known {
  vat: EsfStanding['vat'];
  changes: EsfStanding['vat_changes'];
  rates: EsfStanding['vat_rates'];
}

/** The rates of a day as the law has them, the usual one first. */
function ratesOn(rates: Known['rates'], day: string): string[] {
  return rates
    .filter((one) => one.valid_from <= day && (one.valid_until === null || day <= one.valid_until))
    .map((one) => String(one.rate));
}

function VatForm({ vat, changes, rates }: Known) {
  const t = useTexts('esf');
  const f = useFormats();
  const id = useId();
  const set = useAction('esf.set_vat', { stale: ['esf.'], meta: { quiet: true } });
  const [today] = useState(() => almatyDate(new Date()));
  const form = useForm(
    () => ({
      pays: vat !== null,
      valid_from: today,
      vat: {
        rate: String(vat?.rate ?? ratesOn(rates, today)[0] ?? ''),
        certificate_series: vat?.certificate_series ?? '',
        certificate_number: vat?.certificate_number ?? '',
      },
    }),
    { fieldOf: (wire) => (wire.includes('.') || wire === 'valid_from' ? wire : `vat.${wire}`) },
  );
  const { pays } = form.values;
  const save = async ({ valid_from, vat: given }: typeof form.values) => {
    const body = {
      vat: pays ? { ...given, rate: Number(given.rate) } : null,
      ...(valid_from && { valid_from }),
    };
    await set.mutateAsync({ body });
    toasts.success(t('vat.saved'));
  };
  const digits = (path: string) => {
    const field = form.field(path);
    return {
      ...field,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        field.onChange(event.currentTarget.value.replaceAll(/\D/g, '')),
    };
  };
  return (
    <form className="k-stack" {...form.bind(save)}>
      <p className="k-second">{t('vat.about')}</p>
      <Switch label={t('vat.on')} {...form.field('pays')} />
      {pays && (
        <div className={css.three}>
          <Select
            label={t('vat.rate')}
            allowDeselect={false}
            data={ratesOn(rates, form.values.valid_from || today)}
            {...form.field('vat.rate')}
          />
          <TextInput
            label={t('vat.series')}
            description={t('vat.series_hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            {...digits('vat.certificate_series')}
          />
          <TextInput
            label={t('vat.number')}
            description={t('vat.number_hint')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            {...digits('vat.certificate_number')}
          />
        </div>
      )}
      <DateInput className={css.day} label={t('vat.from')} {...form.field('valid_from')} />
      {form.values.valid_from < today && <p className="k-second">{t('vat.past')}</p>}
      {changes.length > 0 && (
        <div className={`k-second ${css.changes}`}>
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
      <Fault text={form.failure} />
      <div className="k-row k-end">
        <Button type="submit" loading={form.busy}>
          {t('vat.save')}
        </Button>
      </div>
    </form>
  );
}
