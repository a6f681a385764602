import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlainButtonLink } from '../../ui/plain-button.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useDrop } from '../../ui/use-drop.ts';
import css from './admin.module.css';

const RULES = { kinds: ['.pdf'], max_bytes: 20_000_000 };

/** `/admin/agreement`: the version in force, and the next one. */
export default function AgreementPage() {
  const t = useTexts('admin');
  const f = useFormats();
  const { data, error, refetch } = useCall('agreement.current');
  const isNone = error instanceof ApiError && error.code === 'not_found';
  const [asking, setAsking] = useState(false);
  const upload = useAction('agreement.upload', { stale: ['agreement.'], meta: { quiet: true } });
  const { file, clear, drop } = useDrop(upload);
  return (
    <>
      <PageHeader title={t('agreement.title')} sub={t('agreement.lead')} />
      <div className={css.parts}>
        <Card title={t('agreement.current')}>
          {isNone && <EmptyState title={t('agreement.none')} noAction="beside" />}
          {error && !isNone && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data && (
            <div className={css.form}>
              <KeyValue
                rows={[
                  { label: t('agreement.version'), value: f.number(data.version) },
                  { label: t('agreement.name'), value: `${data.name}, ${f.bytes(data.size)}` },
                  { label: t('agreement.from'), value: f.moment(data.in_force_from) },
                  {
                    label: t('agreement.digest'),
                    value: <span className="k-anywhere k-small">{data.sha256}</span>,
                    copy: data.sha256,
                  },
                ]}
              />
              <div>
                <PlainButtonLink
                  variant="default"
                  href="/api/v1/doc/admin/user-agreement"
                  anew
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('agreement.show')}
                </PlainButtonLink>
              </div>
            </div>
          )}
        </Card>
        <Card title={t('agreement.upload')}>
          <div className={css.form}>
            <FileDrop {...RULES} label={t('agreement.drop')} {...drop} />
            {file && (
              <div className="k-actions">
                <Button onClick={() => setAsking(true)}>{t('agreement.upload')}</Button>
              </div>
            )}
          </div>
        </Card>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('agreement.ask')}
        confirmLabel={t('agreement.confirm')}
        onConfirm={async () => {
          await upload.mutateAsync({ body: {}, files: { file: file! } });
          toasts.success(t('agreement.uploaded'));
          clear();
        }}
      >
        {t('agreement.ask_hint', { name: file?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}
