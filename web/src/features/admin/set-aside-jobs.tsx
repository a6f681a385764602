import type { SetAsideJob } from '@kelisim/shared/features/jobs/jobs.contract.ts';
import { RUN_JOB } from '@kelisim/shared/features/jobs/watched-jobs.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import limits from 'virtual:form-limits/jobs.close_set_aside';
import { useTexts } from '../../platform/i18n.ts';
import { useAction, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useRunName } from '../jobs/public.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';

/** What failed so often that nobody tries it any more. Nothing is shown while there is none. */
export function SetAsideJobs() {
  const t = useTexts('admin');
  const [page, setPage] = useState(1);
  const [closing, setClosing] = useState<SetAsideJob | null>(null);
  const list = useCall(
    'jobs.set_aside',
    { query: { page, limit: ON_A_PAGE } },
    { ...KEEP, refetchInterval: SOON_MS },
  );
  const nameOf = useJobName();
  const columns = useColumns(nameOf, setClosing);
  if (!closing && !list.error && !list.data?.total) return null;
  return (
    <div className="k-below-16">
      <Card title={t('jobs.set_aside.title')}>
        <p className="k-second k-below-16">{t('jobs.set_aside.lead')}</p>
        <ListTable
          label={t('jobs.set_aside.title')}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={nameOf}
          empty={<EmptyState title={t('jobs.set_aside.empty')} noAction="done" />}
          list={list}
          page={page}
          limit={ON_A_PAGE}
          onPage={setPage}
        />
      </Card>
      {closing && <CloseDialog job={closing} name={nameOf(closing)} onClose={() => setClosing(null)} />}
    </div>
  );
}

function useJobName(): (job: SetAsideJob) => string {
  const t = useTexts('admin');
  const runName = useRunName();
  return ({ job, run_kind, subject_id }) =>
    `${job === RUN_JOB ? runName(run_kind ?? undefined) : t(`jobs.watched.${job}`)} № ${subject_id}`;
}

function useColumns(
  nameOf: (job: SetAsideJob) => string,
  onClose: (job: SetAsideJob) => void,
): Column<SetAsideJob>[] {
  const t = useTexts('admin');
  const f = useFormats();
  const again = useAction('jobs.try_set_aside', {
    stale: ['jobs.'],
    onSuccess: () => void toasts.success(t('jobs.taken_up')),
  });
  return [
    {
      key: 'what',
      title: t('jobs.column.what'),
      card: 'title',
      cell: (row) => (
        <>
          {nameOf(row)}
          {row.company_name && <span className="k-under">{row.company_name}</span>}
        </>
      ),
    },
    {
      key: 'reason',
      title: t('jobs.set_aside.reason'),
      cell: (row) => (
        <TwoLines
          under={t('jobs.set_aside.tries', {
            tries: f.number(row.failures),
            from: f.moment(row.first_failed_at),
            till: f.moment(row.last_failed_at),
          })}
        >
          <span className="k-anywhere">{row.reason}</span>
        </TwoLines>
      ),
    },
    {
      key: 'deed',
      title: t('jobs.column.deed'),
      width: '220px',
      align: 'right',
      cell: (row) => (
        <div className="k-flex k-gap-8 k-end">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('jobs.set_aside.try_name', { name: nameOf(row) })}
            loading={again.isPending && again.variables.params.job_id === row.id}
            onClick={() => again.mutate({ params: { job_id: row.id } })}
          >
            {t('jobs.set_aside.try')}
          </Button>
          {row.job === RUN_JOB && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('jobs.set_aside.close_name', { name: nameOf(row) })}
              onClick={() => onClose(row)}
            >
              {t('jobs.set_aside.close')}
            </Button>
          )}
        </div>
      ),
    },
  ];
}

function CloseDialog({ job, name, onClose }: { job: SetAsideJob; name: string; onClose: () => void }) {
  const t = useTexts('admin');
  const form = useForm(
    { reason: '' },
    { limits, words: { reason: t('jobs.set_aside.close_reason_missing') } },
  );
  const close = useAction('jobs.close_set_aside', { stale: ['jobs.'], meta: { quiet: true } });
  return (
    <FormDialog
      title={t('jobs.set_aside.close_ask', { name })}
      form={form}
      submit={t('jobs.set_aside.close')}
      tone="bad"
      save={async ({ reason }) => {
        await close.mutateAsync({ params: { job_id: job.id }, body: { reason: reason.trim() } });
        toasts.success(t('jobs.set_aside.closed'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('jobs.set_aside.close_run')}</p>
      <Textarea
        label={t('jobs.set_aside.close_reason')}
        minRows={3}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
