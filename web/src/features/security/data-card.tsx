import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { useConsents } from './security.data.ts';
import css from './security.module.css';

/** Consents, a file with all that is kept, and the way out. */
export function DataCard() {
  const t = useTexts('security');
  const f = useFormats();
  const { data, error, refetch } = useConsents();
  const [leaving, setLeaving] = useState(false);
  const [reason, setReason] = useState('');
  const stale = ['security.'];
  const ask = useAction('security.ask_erasure', { stale, meta: { quiet: true } });
  const withdraw = useAction('security.withdraw_erasure', {
    stale,
    onSuccess: ({ message }) => void toasts.success(message),
  });
  const download = async () => saveFile(await api.call('security.export'), 'kelisim-personal-data.json');
  const erasure = data?.erasure;
  return (
    <Card title={t('data.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={120} />}
      {data && (
        <>
          <h3 className="k-subtitle">{t('data.consents')}</h3>
          {data.items.length === 0 && <p className={css.second}>{t('data.consents_none')}</p>}
          <ul className={`k-list k-rows k-above-8 ${css.rows}`}>
            {data.items.map(({ title, version, given_at }) => (
              <li key={`${title} ${given_at}`}>
                <span className={css.words}>
                  <span className="k-medium">{title}</span>
                  <span className={css.second}>
                    {version} · {t('data.consent_given', { date: f.moment(given_at) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className={css.second}>{t('data.export_hint')}</p>
          <div className="k-actions k-above-12">
            <DownloadButton onClick={() => void download()}>{t('data.export')}</DownloadButton>
            {!erasure && (
              <Button variant="subtle" color="bad" onClick={() => setLeaving(true)}>
                {t('data.erase')}
              </Button>
            )}
          </div>
          {erasure && (
            <div role="status" className="k-soft-attention k-grid k-gap-8 k-start k-above-12 k-pad-12">
              <p>{t('data.erase_due', { date: f.moment(erasure.due_at) })}</p>
              {erasure.papers_until && (
                <p>{t('data.erase_papers', { date: f.date(erasure.papers_until) })}</p>
              )}
              <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({})}>
                {t('data.erase_withdraw')}
              </Button>
            </div>
          )}
        </>
      )}
      <ConfirmDialog
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('data.erase_ask')}
        confirmLabel={t('data.erase_confirm')}
        tone="bad"
        onConfirm={async () => {
          const body = reason.trim() ? { reason: reason.trim() } : {};
          await ask.mutateAsync({ body });
        }}
      >
        <p>{t('data.erase_lead')}</p>
        <ReasonField label={t('data.erase_reason')} value={reason} onChange={setReason} required={false} />
      </ConfirmDialog>
    </Card>
  );
}
