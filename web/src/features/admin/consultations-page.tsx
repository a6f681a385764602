import type { Consultation } from '@kelisim/shared/features/consultation/consultation.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { hrefWith, searchFlag, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';
import { CardHead, CardList } from './card-list.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
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
  const { data } = answer;
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
      <CardList
        label={t('consultations.title')}
        rowKey={(one) => one.consultation_id}
        empty={<EmptyState title={t('consultations.empty')} noAction="others" />}
        card={(one) => (
          <>
            <CardHead
              title={`${one.name}, ${one.company_name}`}
              under={[
                f.moment(one.created_at),
                one.link_sent_at && t('consultations.link_sent', { when: f.moment(one.link_sent_at) }),
                one.closed_by && t('consultations.closed_by', { name: one.closed_by }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
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
            </CardHead>
            <p className="k-flat k-prewrap k-anywhere">
              <a href={`tel:${one.phone}`}>{f.phone(one.phone)}</a> ·{' '}
              <a href={`mailto:${one.email}`}>{one.email}</a>
              {one.comment && `\n${one.comment}`}
            </p>
          </>
        )}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
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
