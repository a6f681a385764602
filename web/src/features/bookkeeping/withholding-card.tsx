import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient, useDeed } from '../../platform/query.ts';
import { useFormats, useMonths } from '../../platform/use-formats.ts';
import { Bone } from '../../ui/bone.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { useToday, useWithholding } from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';

type Settings = Answer<'bookkeeping.withholding_settings'>;

export function WithholdingCard() {
  const t = useTexts('bookkeeping');
  const { data, error, refetch } = useWithholding();
  const change = useDeed('bookkeeping.set_withholding', { stale: ['bookkeeping.'] });
  return (
    <Card title={t('withholding.title')}>
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Bone height={120} />}
      {data && (
        <>
          <p className={css.second}>{t('withholding.about')}</p>
          <Switch
            label={t('withholding.on')}
            checked={data.is_on}
            disabled={change.isPending}
            onChange={async (event) => {
              const is_on = event.currentTarget.checked;
              await change.mutateAsync({ body: { is_on } });
              toasts.success(t(is_on ? 'withholding.turned_on' : 'withholding.turned_off'));
            }}
          />
          <Rates day={data.day} figures={data.figures} />
          {data.is_on && (
            <>
              <section className={css.part}>
                <h3>{t('withholding.people')}</h3>
                {data.people.length === 0 && <p className={css.second}>{t('withholding.no_people')}</p>}
                <div className="k-stack k-gap-10">
                  {data.people.map((one) => (
                    <Checkbox
                      key={one.id}
                      label={`${one.name}, ${one.bin}`}
                      checked={one.has_deduction}
                      disabled={change.isPending}
                      onChange={(event) =>
                        change.mutate({
                          body: {
                            deduction: {
                              executor_company_id: one.id,
                              has_deduction: event.currentTarget.checked,
                            },
                          },
                        })
                      }
                    />
                  ))}
                </div>
              </section>
              <Register />
            </>
          )}
        </>
      )}
    </Card>
  );
}

function Rates({ day, figures }: Pick<Settings, 'day' | 'figures'>) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  // What the law does not know on that day, and what nobody has entered, is told by the server when it is needed.
  const number = (figure: keyof typeof figures) => f.number(figures[figure] ?? 0);
  const tenge = (figure: keyof typeof figures) => f.money(`${figures[figure] ?? 0}.00`);
  if (figures.mrp === undefined)
    return <p className={css.part}>{t('withholding.no_rates', { year: day.slice(0, 4) })}</p>;
  return (
    <section className={css.part}>
      <h3>{t('withholding.rates', { date: f.date(day) })}</h3>
      <ul className={css.rates}>
        <li>{t('withholding.rate_opv', { percent: number('opv_percent'), cap: number('opv_cap_mzp') })}</li>
        <li>
          {t('withholding.rate_vosms', { percent: number('vosms_percent'), cap: number('vosms_cap_mzp') })}
        </li>
        <li>{t('withholding.rate_so', { percent: number('so_percent'), cap: number('so_cap_mzp') })}</li>
        <li>
          {figures.ipn_high_percent
            ? t('withholding.rate_ipn', {
                percent: number('ipn_percent'),
                limit: number('ipn_high_above_mrp'),
                high: number('ipn_high_percent'),
              })
            : t('withholding.rate_ipn_flat', { percent: number('ipn_percent') })}
        </li>
        <li>{t('withholding.rate_deduction', { mrp: number('deduction_mrp') })}</li>
        <li>{t('withholding.rate_base', { mzp: tenge('mzp'), mrp: tenge('mrp') })}</li>
      </ul>
    </section>
  );
}

function Register() {
  const t = useTexts('bookkeeping');
  const today = useToday();
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01`);
  const [to, setTo] = useState(today.slice(0, 7));
  const months = useMonths(today);
  const download = useMutation(
    {
      mutationFn: async () => {
        const query = { date_from: `${from}-01`, date_to: `${to}-28` };
        const file = await api.call('bookkeeping.withholding_register', { query });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (
    <section className={css.part}>
      <h3>{t('withholding.register')}</h3>
      <div className={`${css.choice} ${css.months}`}>
        <NativeSelect
          label={t('withholding.from')}
          value={from}
          data={months}
          onChange={(event) => {
            const month = event.currentTarget.value;
            setFrom(month);
            if (month > to) setTo(month);
          }}
        />
        <NativeSelect
          label={t('withholding.to')}
          value={to}
          data={months}
          onChange={(event) => {
            const month = event.currentTarget.value;
            setTo(month);
            if (month < from) setFrom(month);
          }}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('withholding.download')}
      </Button>
    </section>
  );
}
