import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import limits from 'virtual:form-limits/bookkeeping.set_withholding';
import { useState } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { TermHelp } from '../../ui/term-help.tsx';
import { useToday, useWithholding } from './bookkeeping.data.ts';
import css from './bookkeeping.module.css';
import { MonthSpan, thisYear } from './month-span.tsx';

type Settings = Answer<'bookkeeping.withholding_settings'>;

const STATE = { true: 'turned_on', false: 'turned_off', null: 'unset' } as const;

export function WithholdingCard({ may_turn, may_pay }: { may_turn: boolean; may_pay: boolean }) {
  const t = useTexts('bookkeeping');
  const { data, error, refetch } = useWithholding();
  const [turning, setTurning] = useState<'on' | 'off'>();
  return (
    <Card title={t('withholding.title')}>
      {error && !data && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <p className={css.second}>{t('withholding.about')}</p>
          <div className={`k-stack k-gap-8 ${css.part}`}>
            <strong>{t(`withholding.${STATE[String(data.is_on) as keyof typeof STATE]}`)}</strong>
            {may_turn && (
              <div className="k-row k-gap-10">
                {data.is_on !== true && (
                  <Button onClick={() => setTurning('on')}>{t('withholding.turn_on')}</Button>
                )}
                {data.is_on !== false && (
                  <Button variant="default" onClick={() => setTurning('off')}>
                    {t('withholding.turn_off')}
                  </Button>
                )}
              </div>
            )}
          </div>
          {turning && <TurnDialog to={turning} onClose={() => setTurning(undefined)} />}
          <Rates day={data.day} figures={data.figures} />
          {may_pay && <Register />}
        </>
      )}
    </Card>
  );
}

/** Off, the company answers for it, and says why. */
function TurnDialog({ to, onClose }: { to: 'on' | 'off'; onClose: () => void }) {
  const t = useTexts('bookkeeping');
  const deed = useAction('bookkeeping.set_withholding', { stale: ['bookkeeping.'], meta: { quiet: true } });
  const form = useForm({ reason: '' }, { limits });
  const save = async ({ reason }: { reason: string }) => {
    await deed.mutateAsync({ body: { is_on: to === 'on', reason: reason.trim() || null } });
    toasts.success(t(`withholding.turned_${to}`));
    onClose();
  };
  return (
    <FormDialog
      title={t('withholding.on')}
      form={form}
      save={save}
      submit={t(`withholding.turn_${to}`)}
      disabled={to === 'off' && form.values.reason.trim() === ''}
      onClose={onClose}
    >
      {to === 'off' ? (
        <Textarea
          label={t('withholding.reason')}
          description={t('withholding.turning_off')}
          data-autofocus
          {...form.field('reason')}
        />
      ) : (
        <p className={css.second}>{t('withholding.about')}</p>
      )}
    </FormDialog>
  );
}

function Rates({ day, figures }: Pick<Settings, 'day' | 'figures'>) {
  const t = useTexts('bookkeeping');
  const f = useFormats();
  // What the law does not know on that day, and what nobody has entered, is told by the server when it is needed.
  const number = (figure: keyof typeof figures) => f.number(figures[figure] ?? 0);
  const tenge = (figure: keyof typeof figures) => f.money(`${figures[figure] ?? 0}.00`);
  const help = (kind: 'opv' | 'vosms' | 'so' | 'ipn') => (
    <TermHelp term={kind} word={t(`withholding.kind.${kind}`)} />
  );
  if (figures.mrp === undefined)
    return <p className={css.part}>{t('withholding.no_rates', { year: day.slice(0, 4) })}</p>;
  return (
    <section className={css.part}>
      <h3>{t('withholding.rates', { date: f.date(day) })}</h3>
      <ul className="k-list k-second k-grid k-gap-8">
        <li>
          {t('withholding.rate_opv', { percent: number('opv_percent'), cap: number('opv_cap_mzp') })}{' '}
          {help('opv')}
        </li>
        <li>
          {t('withholding.rate_vosms', { percent: number('vosms_percent'), cap: number('vosms_cap_mzp') })}{' '}
          {help('vosms')}
        </li>
        <li>
          {t('withholding.rate_so', { percent: number('so_percent'), cap: number('so_cap_mzp') })}{' '}
          {help('so')}
        </li>
        <li>
          {figures.ipn_high_percent
            ? t('withholding.rate_ipn', {
                percent: number('ipn_percent'),
                limit: number('ipn_high_above_mrp'),
                high: number('ipn_high_percent'),
              })
            : t('withholding.rate_ipn_flat', { percent: number('ipn_percent') })}{' '}
          {help('ipn')}
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
  const [span, setSpan] = useState(() => thisYear(today));
  const download = useMutation(
    {
      mutationFn: async () => {
        const query = { date_from: `${span.from}-01`, date_to: `${span.to}-28` };
        const file = await api.call('bookkeeping.withholding_register', { query });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (
    <section className={css.part}>
      <h3>{t('withholding.register')}</h3>
      <MonthSpan span={span} today={today} onChange={setSpan} />
      <DownloadButton download={download}>{t('withholding.download')}</DownloadButton>
    </section>
  );
}
