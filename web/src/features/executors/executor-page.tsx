import type { ExecutorProfile } from '@kelisim/shared/features/executors/executors.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { LateParts, WhenWhole } from '../../ui/late-parts.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { BalanceCard } from '../bookkeeping/public.ts';
import { StandingCard } from '../taxes/public.ts';
import { ChangeDialog } from './change-dialog.tsx';
import {
  EXECUTOR_TONES,
  mayHappen,
  useActsOf,
  useContractsOf,
  useExecutor,
  useExecutorHistory,
  useMayManage,
} from './executors.data.ts';
import type { ExecutorDeed } from './executors.data.ts';
import css from './executors.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

const BACK = '/lk/business/executors';

/** One executor: who they are and where their money goes, contracts and acts with them, what has happened. */
export default function ExecutorPage() {
  const t = useTexts('executors');
  const f = useFormats();
  const executor_id = useIdParam('executor_id');
  const { data: executor, error, refetch } = useExecutor(executor_id);
  const mayManage = useMayManage();
  const [open, setOpen] = useState<ExecutorDeed | null>(null);
  const back = { href: BACK, label: t('back') };
  // Somebody else's, or nobody: the same page as for an address that leads nowhere.
  if (!executor && error instanceof ApiError && error.status === 404) throw error;
  if (!executor)
    return (
      <>
        <PageHeader title={t('page.loading')} back={back} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton h={320} />}
      </>
    );
  return (
    <>
      <PageHeader
        title={executor.company_name}
        back={back}
        sub={
          <>
            {executor.display_name && `${executor.display_name} · `}
            <StatusDot tone={EXECUTOR_TONES[executor.status]} label={t(`state.${executor.status}`)} /> ·{' '}
            {t('page.since', { date: f.date(almatyDate(new Date(executor.date))) })}
          </>
        }
        actions={mayManage && <Deeds executor={executor} onDeed={setOpen} />}
      />
      <WhenWhole className={css.page}>
        <div className="k-stack">
          <Requisites executor={executor} mayManage={mayManage} onAssign={() => setOpen('assign')} />
          <LateParts>
            <StandingCard executor_company_id={executor.id} may_change={mayManage} />
          </LateParts>
        </div>
        <div className="k-stack">
          <LateParts>
            <BalanceCard side="business" of={{ company_id: executor.id }} />
          </LateParts>
          <Acts executor={executor} />
          <Contracts executor={executor} />
          <History executor_id={executor_id} />
        </div>
      </WhenWhole>
      {open && open !== 'remove' && (
        <ChangeDialog deed={open} executors={[executor]} onClose={() => setOpen(null)} />
      )}
      {open === 'remove' && (
        <RemoveDialog executor_id={executor_id} name={executor.company_name} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface DeedsProps {
  executor: ExecutorProfile;
  onDeed: (deed: ExecutorDeed) => void;
}

function Deeds({ executor, onDeed }: DeedsProps) {
  const t = useTexts('executors');
  return (['remove', 'stop', 'resume'] as const)
    .filter((deed) => mayHappen(executor.status, deed))
    .map((deed) => (
      <Button
        key={deed}
        variant={deed === 'resume' ? 'filled' : 'default'}
        color={deed === 'remove' ? 'bad' : undefined}
        onClick={() => onDeed(deed)}
      >
        {t(deed)}
      </Button>
    ));
}

interface RequisitesProps {
  executor: ExecutorProfile;
  mayManage: boolean;
  onAssign: () => void;
}

function Requisites({ executor, mayManage, onAssign }: RequisitesProps) {
  const t = useTexts('executors');
  const f = useFormats();
  const empty = t('page.empty');
  const { bank_account: account } = executor;
  return (
    <Card title={t('page.requisites')}>
      <KeyValue
        rows={[
          { label: t('page.iin'), value: executor.bin, copy: executor.bin },
          { label: t('page.person'), value: executor.full_name },
          {
            label: t('page.phone'),
            value: executor.phone ? f.phone(executor.phone) : empty,
            ...(executor.phone && { copy: executor.phone }),
          },
          {
            label: t('page.email'),
            value: executor.email ?? empty,
            ...(executor.email && { copy: executor.email }),
          },
          { label: t('page.address'), value: executor.address ?? empty },
          ...(account
            ? [
                { label: t('page.bank'), value: `${account.bank_name}, ${account.bic}` },
                { label: t('page.account'), value: f.iban(account.iban), copy: account.iban },
              ]
            : []),
          {
            label: t('page.responsible'),
            value: (
              <>
                {executor.responsible?.full_name ?? t('nobody')}{' '}
                {mayManage && mayHappen(executor.status, 'assign') && (
                  <Button variant="subtle" size="compact-sm" onClick={onAssign}>
                    {t('page.change')}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {!account && <p className="k-fault k-above-12">{t('page.no_account')}</p>}
    </Card>
  );
}

function Acts({ executor }: { executor: ExecutorProfile }) {
  const t = useTexts('executors');
  const f = useFormats();
  const states = useTexts('states');
  const { data } = useActsOf(executor.id);
  const { acts } = executor;
  return (
    <Card title={t('page.acts')}>
      {acts.count === 0 ? (
        <p className={css.quiet}>{t('page.acts_none')}</p>
      ) : (
        <>
          {acts.in_signing !== '0.00' && (
            <p className="k-second k-flat">
              {t('page.in_signing')}: <Money amount={acts.in_signing} />
            </p>
          )}
          <ul className={`k-list k-stack k-gap-10 k-below-12 ${css.papers}`}>
            {data?.items.map((act) => (
              <li key={act.id}>
                <AppLink href={`/lk/business/acts/${act.id}`} className="k-inline k-middle k-high-24">
                  {act.number} · {act.title}
                </AppLink>
                <span className={css.quiet}>{states(`act.${act.status.code}`)}</span>
              </li>
            ))}
          </ul>
          <AppLink
            href={`/lk/business/acts?contractor_company_id=${executor.id}`}
            className="k-inline k-middle k-high-24"
          >
            {t('page.acts_all', { shown: f.number(acts.count) })}
          </AppLink>
        </>
      )}
    </Card>
  );
}

function Contracts({ executor }: { executor: ExecutorProfile }) {
  const t = useTexts('executors');
  const f = useFormats();
  const states = useTexts('states');
  const { data } = useContractsOf(executor.id);
  return (
    <Card title={t('page.contracts')}>
      {executor.contracts === 0 ? (
        <p className={css.quiet}>{t('page.contracts_none')}</p>
      ) : (
        <>
          <ul className={`k-list k-stack k-gap-10 k-below-12 ${css.papers}`}>
            {data?.items.map((one) => (
              <li key={one.id}>
                <AppLink href={`/lk/business/contracts/${one.id}`} className="k-inline k-middle k-high-24">
                  {one.title}
                </AppLink>
                <span className={css.quiet}>
                  {states(`document.${one.status.code}`)} · {f.period(one.start_date, one.end_date)}
                </span>
              </li>
            ))}
          </ul>
          <AppLink
            href={`/lk/business/contracts?contractor_company_id=${executor.id}`}
            className="k-inline k-middle k-high-24"
          >
            {t('page.contracts_all', { shown: f.number(executor.contracts) })}
          </AppLink>
        </>
      )}
    </Card>
  );
}

function History({ executor_id }: { executor_id: number }) {
  const t = useTexts('executors');
  const { data, error, refetch } = useExecutorHistory(executor_id);
  return (
    <Card title={t('page.history')}>
      {error && !data && (
        <ErrorState error={error} title={t('page.history_failed')} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={css.quiet}>{t('page.history_none')}</p>}
      <Timeline
        entries={(data ?? []).map((row) => ({
          key: row.id,
          at: row.created_at,
          title:
            row.action !== 'assign'
              ? t(`event.${row.action}`)
              : row.responsible
                ? t('event.assign', { name: row.responsible })
                : t('event.unassign'),
          who: row.full_name ?? undefined,
          tone: EXECUTOR_TONES[row.to_status],
        }))}
      />
    </Card>
  );
}
