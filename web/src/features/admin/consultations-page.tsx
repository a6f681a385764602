import type { Consultation } from '@kelisim/shared/features/consultation/consultation.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { hrefWith, searchFlag, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { rowsOf } from '../../ui/rows-of.ts';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';
import css from './admin.module.css';
import { ListPager, pagesOf } from '../../ui/list-pager.tsx';
import { RegisterLinkDialog } from './register-link-dialog.tsx';

const read = (raw: RawSearch) => ({ page: searchWhole(raw, 'page', 1), closed: searchFlag(raw, 'closed') });

/** `/admin/consultations`: who asked to be called. */
export default function ConsultationsPage() {
  const t = useTexts('admin');
  const f = useFormats();
  const [{ page, closed }, change] = useUrlState(read);
  const answer = useCall(
    'consultation.list',
    { query: { page, limit: ON_A_PAGE, closed } },
    { ...KEEP, refetchInterval: SOON_MS },
  );
  const { data, error, refetch } = answer;
  const close = useAction('consultation.close', { stale: ['consultation.'] });
  const [linkFor, setLinkFor] = useState<Consultation | null>(null);
  return (
    <>
      <PageHeader title={t('consultations.title')} count={data?.total} countIsExact={data?.is_exact} />
      <ViewTabs
        label={t('consultations.views')}
        current={closed ? 'closed' : 'open'}
        tabs={[
          { key: 'open', label: t('consultations.open'), href: '/admin/consultations' },
          {
            key: 'closed',
            label: t('consultations.closed'),
            href: hrefWith('/admin/consultations', { closed: true }),
          },
        ]}
      />
      {error && !data && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {rowsOf(data)?.length === 0 && (
        <Card>
          <EmptyState title={t('consultations.empty')} noAction="others" />
        </Card>
      )}
      <ul className="k-list k-stack k-above-16" aria-label={t('consultations.title')}>
        {data?.items.map((one) => (
          <li key={one.consultation_id}>
            <Card>
              <div className="k-split k-gap-8-16 k-top k-below-16">
                <div>
                  <h2 className="k-anywhere k-title">
                    {one.name}, {one.company_name}
                  </h2>
                  <span className={css.second}>
                    {f.moment(one.created_at)}
                    {one.link_sent_at &&
                      ` · ${t('consultations.link_sent', { when: f.moment(one.link_sent_at) })}`}
                    {one.closed_by && ` · ${t('consultations.closed_by', { name: one.closed_by })}`}
                  </span>
                </div>
                {!one.closed_at && (
                  <div className="k-actions">
                    <Button variant="default" onClick={() => setLinkFor(one)}>
                      {t('consultations.send_link')}
                    </Button>
                    <Button
                      loading={
                        close.isPending && close.variables?.params.consultation_id === one.consultation_id
                      }
                      onClick={() =>
                        close.mutate(
                          { params: { consultation_id: one.consultation_id } },
                          { onSuccess: () => void toasts.success(t('consultations.closed_said')) },
                        )
                      }
                    >
                      {t('consultations.close')}
                    </Button>
                  </div>
                )}
              </div>
              <p className="k-flat k-prewrap k-anywhere">
                <a href={`tel:${one.phone}`}>{f.phone(one.phone)}</a> ·{' '}
                <a href={`mailto:${one.email}`}>{one.email}</a>
                {one.comment && `\n${one.comment}`}
              </p>
            </Card>
          </li>
        ))}
      </ul>
      <ListPager {...pagesOf(answer, page, ON_A_PAGE, change)} />
      {linkFor && (
        <RegisterLinkDialog
          consultation_id={linkFor.consultation_id}
          destination={linkFor.register_link_destination ?? linkFor.phone}
          onClose={() => setLinkFor(null)}
        />
      )}
    </>
  );
}
