import { costsOf } from '@kelisim/shared/features/taxes/standing.ts';
import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { EarlierPart } from './earlier-part.tsx';
import { heldDeduction } from './held-deduction.ts';
import { RegisterPart } from './register-part.tsx';
import { useLimitRows } from './use-limit-rows.tsx';

const StandingDialog = lazyPart(() => import('./standing-dialog.tsx'));
const DeductionDialog = lazyPart(() => import('./deduction-dialog.tsx'));

interface StandingCardProps {
  /** Left out: one's own. */
  executor_company_id?: number;
  may_change: boolean;
  /** Shown only while nobody has said how the person works. */
  is_question?: true;
}

/** What an executor is for taxes, who said so, and the applications for the deduction. */
export default function StandingCard({ executor_company_id, may_change, is_question }: StandingCardProps) {
  const t = useTexts('standings');
  const query = executor_company_id === undefined ? {} : { executor_company_id };
  const { data, error, refetch } = useCall('taxes.standing', { query });
  const [open, setOpen] = useState<'standing' | 'deduction' | null>(null);
  const is_own = executor_company_id === undefined;
  if (is_question && data?.now.standing !== null) return null;
  return (
    <Card
      title={t(is_question ? 'ask_title' : 'title')}
      aside={
        data && may_change && !is_question ? (
          <Button variant="default" onClick={() => setOpen('standing')}>
            {t(data.now.standing === null ? 'tell' : 'change')}
          </Button>
        ) : undefined
      }
    >
      {!data && error && <ErrorState error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={80} />}
      {data && is_question && (
        <div className="k-stack">
          <p className="k-second k-flat">{t('ask_hint')}</p>
          <div className="k-row">
            <Button onClick={() => setOpen('standing')}>{t('tell')}</Button>
          </div>
        </div>
      )}
      {data && !is_question && (
        <div className="k-stack">
          <div>
            <Known data={data} is_own={is_own} onDeduction={may_change ? () => setOpen('deduction') : null} />
          </div>
          <RegisterPart data={data} may_change={may_change} />
          <EarlierPart data={data} is_own={is_own} may_change={may_change} />
        </div>
      )}
      <Suspense>
        {data && open === 'standing' && (
          <StandingDialog data={data} is_own={is_own} onClose={() => setOpen(null)} />
        )}
        {data && open === 'deduction' && (
          <DeductionDialog data={data} is_own={is_own} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Card>
  );
}

interface KnownProps {
  data: StandingView;
  is_own: boolean;
  onDeduction: (() => void) | null;
}

function Known({ data, is_own, onDeduction }: KnownProps) {
  const t = useTexts('standings');
  const f = useFormats();
  const { now, deductions, history } = data;
  const extra = useExtra(now);
  const limit_rows = useLimitRows(data.limits, is_own);
  // A sole trader withdraws what was applied for before, and is told nothing of it.
  const is_trader = now.standing === 'ip';
  const held = heldDeduction(data);
  // An application is asked for only where it changes something, or where that is not known yet.
  const has_use = is_own
    ? now.standing === 'individual' && now.is_tax_resident && data.customers.length > 0
    : now.standing === null || (now.standing === 'individual' && now.is_tax_resident);
  const words = is_own ? ('own_deduction' as const) : ('told_deduction' as const);
  const costs = is_own ? null : costsOf(now.standing, now.tax_regime);
  const { vat_rate } = data.executor;
  const span = (row: { valid_from: string; valid_until: string | null }) =>
    [
      t('since', { date: f.date(row.valid_from) }),
      row.valid_until && t('until', { date: f.date(row.valid_until) }),
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <>
      {now.standing === null && <p className="k-second k-flat">{t('unknown')}</p>}
      <KeyValue
        rows={[
          ...(now.standing === null ? [] : [{ label: t('how'), value: t(`standing.${now.standing}`) }]),
          ...(now.tax_regime ? [{ label: t('regime'), value: t(`regimes.${now.tax_regime}`) }] : []),
          ...(costs
            ? [
                { label: t('costs'), value: t(`costs_hint.${costs}`) },
                {
                  label: t('vat'),
                  value: vat_rate === null ? t('vat_none') : t('vat_rate', { rate: vat_rate }),
                },
              ]
            : []),
          ...limit_rows,
          ...(now.activity ? [{ label: t('activity'), value: now.activity }] : []),
          ...(extra.length > 0 ? [{ label: t('extra'), value: extra.join('; ') }] : []),
          ...(data.executor.is_entity || (is_trader && deductions.length === 0)
            ? []
            : [
                {
                  label: t('deduction'),
                  value: (
                    <>
                      {deductions.length === 0
                        ? t(has_use ? `${words}.none` : 'deduction_useless')
                        : deductions.map((row) => (
                            <div key={row.id}>
                              {is_own && `${row.company.name}, `}
                              {span(row)} <Paper paper={row.paper} />
                            </div>
                          ))}
                      {onDeduction && (held || has_use) && (
                        <Button variant="subtle" size="compact-sm" onClick={onDeduction}>
                          {t(held ? `${words}.withdraw` : `${words}.apply`)}
                        </Button>
                      )}
                    </>
                  ),
                },
              ]),
        ]}
      />
      {history.length > 0 && (
        <details>
          <summary>{t('history')}</summary>
          <Timeline
            entries={history.map((row) => ({
              key: row.id,
              at: row.created_at,
              title: `${t(`standing.${row.standing}`)}, ${t('since', { date: f.date(row.valid_from) })}`,
              who: row.by ?? (row.side === 'other' ? t('other_side') : undefined),
              note: (
                <>
                  {row.note} <Paper paper={row.paper} />
                </>
              ),
            }))}
          />
        </details>
      )}
    </>
  );
}

/** What lessens or lifts a part, in words. */
function useExtra(now: StandingView['now']): string[] {
  const t = useTexts('standings');
  const f = useFormats();
  const until = now.disability_until ? ` ${t('until', { date: f.date(now.disability_until) })}` : '';
  return [
    now.pension && t(`pensions.${now.pension}`),
    now.disability && `${t('disability')}: ${t(`disabilities.${now.disability}`)}${until}`,
    now.is_student && t('is_student'),
    now.has_many_children && t('has_many_children'),
    now.citizenship !== 'kz' && `${t('citizenship')}: ${t(`citizenships.${now.citizenship}`)}`,
    now.has_residence_permit && t('has_residence_permit'),
    !now.is_tax_resident && t('not_resident'),
  ].filter((words): words is string => typeof words === 'string');
}

function Paper({ paper }: { paper: StandingView['history'][number]['paper'] }) {
  if (!paper) return null;
  const params = { file_id: paper.file_id };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={async () => saveFile((await api.call('taxes.paper', { params })) as File, paper.name)}
    >
      {paper.name}
    </Button>
  );
}
