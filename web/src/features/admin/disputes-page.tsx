import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { queryClient, useCall } from '../../platform/query.ts';
import { searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';
import css from './admin.module.css';
import { CardHead, CardList } from './card-list.tsx';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';

type Dispute = Answer<'documents.disputes'>['items'][number];

const read = (raw: RawSearch) => ({ page: searchWhole(raw, 'page', 1) });

/** `/admin/disputes`: contracts signed on paper whose other side says that it has not signed. */
export default function DisputesPage() {
  const t = useTexts('admin');
  const [{ page }, change] = useUrlState(read);
  const answer = useCall(
    'documents.disputes',
    { query: { page, limit: ON_A_PAGE } },
    { ...KEEP, refetchInterval: SOON_MS },
  );
  const { data } = answer;
  const [asked, setAsked] = useState<{ dispute: Dispute; decision: Decision } | null>(null);
  return (
    <>
      <PageHeader
        title={t('disputes.title')}
        sub={t('disputes.lead')}
        count={data?.total}
        countIsExact={data?.is_exact}
      />
      <CardList
        label={t('disputes.title')}
        rowKey={(dispute) => dispute.document_id}
        empty={<EmptyState title={t('disputes.empty')} hint={t('disputes.empty_hint')} noAction="done" />}
        card={(dispute) => (
          <DisputeCard dispute={dispute} onDecide={(decision) => setAsked({ dispute, decision })} />
        )}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      {asked && (
        <DecideDialog
          document_id={asked.dispute.document_id}
          number={asked.dispute.number}
          decision={asked.decision}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function DisputeCard({ dispute, onDecide }: { dispute: Dispute; onDecide: (decision: Decision) => void }) {
  const t = useTexts('admin');
  const f = useFormats();
  const scan = useMutation(
    {
      mutationFn: async () => {
        const file = await api.call('documents.disputed_scan', { params: { doc_id: dispute.document_id } });
        saveFile(file, file.name);
      },
    },
    queryClient,
  );
  return (
    <>
      <CardHead
        title={t('disputes.contract', { number: dispute.number, title: dispute.title })}
        under={t('disputes.sides', {
          company: dispute.company.name,
          contractor: dispute.contractor_company.name,
          when: f.moment(dispute.disputed_at),
        })}
      />
      <p className="k-flat k-prewrap k-anywhere">{dispute.reason}</p>
      <div className={`k-row k-above-16 ${css.decisions}`}>
        {dispute.has_scan && <DownloadButton download={scan}>{t('disputes.scan')}</DownloadButton>}
        <Button variant="default" color="bad" onClick={() => onDecide('reject')}>
          {t('disputes.reject')}
        </Button>
        <Button onClick={() => onDecide('uphold')}>{t('disputes.uphold')}</Button>
      </div>
    </>
  );
}
