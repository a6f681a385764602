import type { VerificationRow } from '@kelisim/shared/features/registration/registration.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { hrefWith, searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { KEEP, ON_A_PAGE, SOON_MS } from './admin.data.ts';
import css from './admin.module.css';
import { CardHead, CardList } from './card-list.tsx';
import { pagesOf } from '../../ui/list-pager.tsx';
import { NameRequests } from './name-requests.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

const STATES = ['waiting', 'approved', 'refused'] as const;
const read = (raw: RawSearch) => ({
  page: searchWhole(raw, 'page', 1),
  state: searchOneOf(raw, 'state', STATES) ?? 'waiting',
});
const STALE = ['registration.', 'companies.'];

/** `/admin/verification`: companies nobody could be sure of without a person looking. */
export default function VerificationPage() {
  const t = useTexts('admin');
  const [{ page, state }, change] = useUrlState(read);
  const answer = useCall(
    'registration.verifications',
    { query: { page, limit: ON_A_PAGE, state } },
    { ...KEEP, refetchInterval: SOON_MS },
  );
  const { data } = answer;
  const [asked, setAsked] = useState<{ deed: 'approve' | 'refuse'; row: VerificationRow } | null>(null);
  const approve = useAction('registration.approve', { stale: STALE, meta: { quiet: true } });
  return (
    <>
      <PageHeader title={t('verification.title')} count={data?.total} countIsExact={data?.is_exact} />
      <ViewTabs
        label={t('verification.views')}
        current={state}
        tabs={STATES.map((key) => ({
          key,
          label: t(`verification.${key}`),
          href: hrefWith('/admin/verification', { state: key === 'waiting' ? undefined : key }),
        }))}
      />
      {state === 'waiting' && <NameRequests />}
      <CardList
        label={t('verification.title')}
        rowKey={(row) => row.registration_id}
        empty={
          <EmptyState
            title={t(state === 'waiting' ? 'verification.empty' : 'none_waits')}
            hint={state === 'waiting' ? t('verification.empty_hint') : undefined}
            noAction="done"
          />
        }
        card={(row) => <VerificationCard row={row} onAsk={(deed) => setAsked({ deed, row })} />}
        {...pagesOf(answer, page, ON_A_PAGE, change)}
      />
      <ConfirmDialog
        opened={asked?.deed === 'approve'}
        onClose={() => setAsked(null)}
        title={t('verification.approve_ask', { name: asked?.row.company.name ?? '' })}
        confirmLabel={t('verification.approve')}
        onConfirm={async () => {
          await approve.mutateAsync({ params: { registration_id: asked!.row.registration_id } });
          toasts.success(t('verification.approved_said'));
        }}
      >
        {t('verification.approve_hint')}
      </ConfirmDialog>
      {asked?.deed === 'refuse' && <RefuseDialog row={asked.row} onClose={() => setAsked(null)} />}
    </>
  );
}

interface VerificationCardProps {
  row: VerificationRow;
  onAsk: (deed: 'approve' | 'refuse') => void;
}

/** What was said, what the public register says and what the certificate proves, side by side. */
function VerificationCard({ row, onAsk }: VerificationCardProps) {
  const t = useTexts('admin');
  const f = useFormats();
  const { company, certificate, register } = row;
  const line = (label: string, value: string | null | undefined) => ({
    label,
    value: value || t('verification.nothing'),
  });
  const kind = t(`verification.${row.kind}`);
  return (
    <>
      <CardHead
        title={company.name}
        under={`${kind} · ${t('verification.column.since')} ${f.moment(row.waiting_since)}`}
      >
        {row.state === 'waiting' && (
          <div className="k-actions">
            <Button variant="default" onClick={() => onAsk('refuse')}>
              {t('verification.refuse')}
            </Button>
            <Button onClick={() => onAsk('approve')}>{t('verification.approve')}</Button>
          </div>
        )}
        {row.decided_at && (
          <span className="k-under">
            {t('verification.decided_by', { name: row.decided_by ?? '–' })} · {f.moment(row.decided_at)}
          </span>
        )}
      </CardHead>
      {row.doubt && <p className={css.doubt}>{t(`verification.doubt.${row.doubt}`)}</p>}
      {row.reason && row.step && (
        <p className={css.doubt}>
          {t(`verification.steps.${row.step}`)}: {row.reason}
        </p>
      )}
      <div className={css.parts}>
        <section className={css.part}>
          <h3>{t('verification.said')}</h3>
          <KeyValue
            rows={[
              { label: t('verification.bin'), value: company.bin, copy: company.bin },
              line(t('verification.type'), t(`companies.type.${company.type}`)),
              line(t('verification.ceo'), company.ceo),
              line(t('verification.address'), company.address),
              line(t('verification.full_name'), row.full_name),
              line(t('verification.phone'), f.phone(row.phone)),
              line(t('verification.email'), row.email),
              line(t('verification.bank'), row.bank),
              line(t('verification.iban'), row.iban),
            ]}
          />
        </section>
        <section className={css.part}>
          <h3>{t('verification.register')}</h3>
          {register.status === 'found' ? (
            <KeyValue
              rows={[
                line(t('verification.name'), register.name),
                line(t('verification.ceo'), register.ceo),
                line(t('verification.address'), register.address),
                line(t('verification.oked'), register.oked),
              ]}
            />
          ) : (
            <p>{t(`verification.register_status.${register.status}`)}</p>
          )}
        </section>
        <section className={css.part}>
          <h3>{t('verification.certificate')}</h3>
          {certificate ? (
            <KeyValue
              rows={[
                line(t('verification.full_name'), certificate.name),
                line(t('verification.iin'), certificate.iin),
                line(t('verification.organization'), certificate.organization),
                line(t('verification.bin'), certificate.bin),
                line(t('verification.serial'), certificate.serial),
              ]}
            />
          ) : (
            <p>{t('verification.no_certificate')}</p>
          )}
        </section>
      </div>
    </>
  );
}
