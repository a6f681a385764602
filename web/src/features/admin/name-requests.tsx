import type { NameRequest } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import { ON_A_PAGE, SOON_MS } from './admin.data.ts';
import css from './admin.module.css';

/** Legal names that companies ask for, with what a reader could take them for. */
export function NameRequests() {
  const t = useTexts('admin');
  const f = useFormats();
  const { data } = useCall(
    'companies.name_requests',
    { query: { page: 1, limit: ON_A_PAGE } },
    { refetchInterval: SOON_MS },
  );
  const [asked, setAsked] = useState<{ outcome: 'approved' | 'refused'; request: NameRequest } | null>(null);
  const [reason, setReason] = useState('');
  const decide = useAction('companies.decide_name', { stale: ['companies.'], meta: { quiet: true } });
  const ask = (outcome: 'approved' | 'refused', request: NameRequest) => {
    setReason('');
    setAsked({ outcome, request });
  };
  if (!data || data.items.length === 0) return null;
  const isRefusal = asked?.outcome === 'refused';
  return (
    <Card title={t('names.title')}>
      <ul className="k-list k-stack k-above-16" aria-label={t('names.title')}>
        {data.items.map((request) => (
          <li key={request.id}>
            <div className="k-split k-gap-8-16 k-top k-below-16">
              <div>
                <h3 className="k-anywhere k-title">{request.name}</h3>
                {request.name_kz && <p className="k-under">{t('names.in_kz', { name: request.name_kz })}</p>}
                <p className="k-under">
                  {t('names.now', { name: request.company.name })} · {request.company.bin}
                </p>
                <p className="k-under">
                  {t('names.by', { name: request.asked_by, time: f.moment(request.asked_at) })}
                </p>
                {request.is_mixed && <p className={css.doubt}>{t('names.mixed')}</p>}
                {request.alike.length > 0 && (
                  <p className={css.doubt}>
                    {t('names.alike', {
                      list: request.alike.map(({ name, bin }) => `${name} (${bin})`).join(', '),
                    })}
                  </p>
                )}
              </div>
              <div className="k-actions">
                <Button variant="default" onClick={() => ask('refused', request)}>
                  {t('names.refuse')}
                </Button>
                <Button onClick={() => ask('approved', request)}>{t('names.approve')}</Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t(isRefusal ? 'names.refuse_ask' : 'names.approve_ask', { name: asked?.request.name ?? '' })}
        confirmLabel={t(isRefusal ? 'names.refuse' : 'names.approve')}
        {...(isRefusal && { tone: 'bad' as const })}
        onConfirm={async () => {
          const { message } = await decide.mutateAsync({
            params: { request_id: asked!.request.id },
            body: { outcome: asked!.outcome, ...(isRefusal && { reason }) },
          });
          toasts.success(message);
        }}
      >
        {isRefusal ? (
          <ReasonField label={t('names.reason')} value={reason} onChange={setReason} />
        ) : (
          t('names.approve_hint')
        )}
      </ConfirmDialog>
    </Card>
  );
}
