import { formatMonth } from '@kelisim/shared/kernel/dates.ts';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Download } from '../proofs/public.ts';
import { CertificateState } from './certificate-state.tsx';
import css from './income.module.css';

const AskDialog = lazyPart(() => import('./ask-certificate-dialog.tsx'));

/** Certificates that customers sign with their keys: asked for, signed, downloaded. */
export default function OwnCertificates({ payers }: { payers: readonly { id: number; name: string }[] }) {
  const t = useTexts('certificates');
  const f = useFormats();
  const { data } = useCall('documents.list', { query: { type: 'income_certificate', limit: 20 } });
  const [asking, setAsking] = useState(false);
  if (!data || (data.items.length === 0 && payers.length === 0)) return null;
  return (
    <Card title={t('executor.title')}>
      <p className="k-second k-flat">{t('executor.lead')}</p>
      <ul className={css.months}>
        {data.items.map(({ id, number, date, start_date, end_date, company, status }) => (
          <li key={id} className="k-grid k-gap-4 k-pad-12-0">
            <AppLink href={`/lk/executor/contracts/${id}`}>
              {`${company.name}, ${formatMonth(start_date)}–${formatMonth(end_date)}`}
            </AppLink>
            <span className="k-block k-second k-small">
              {t('number_date', { number, date: f.date(date) })}
            </span>
            <CertificateState status={status} signs={false} />
            {status.code === 'signed' && (
              <div className="k-row k-gap-8">
                <Download
                  label={t('executor.pdf')}
                  read={() => api.call('documents.file', { params: { doc_id: id } })}
                />
                <Download
                  label={t('executor.card')}
                  read={() => api.call('proofs.document_ddc', { params: { doc_id: id } })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {payers.length > 0 && <Button onClick={() => setAsking(true)}>{t('executor.open')}</Button>}
      <Suspense fallback={null}>
        {asking && (
          <AskDialog
            side="executor"
            parties={payers}
            onClose={(document_id) => {
              setAsking(false);
              if (document_id) toasts.success(t('executor.asked'));
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
