import type { OutboxMessage } from '@kelisim/shared/features/messages/outbox.contract.ts';
import { Button } from '@mantine/core';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';

const UNDER_WAY_MS = 2_000;
const isUnderWay = (message: OutboxMessage | undefined) =>
  message?.state === 'waiting' || message?.state === 'sending';

/** One message whole: to whom, what it says, what the gateway answered. */
export function MessageWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts('admin');
  const f = useFormats();
  const params = { message_id: id };
  // Its code is worth something: it is not kept when nobody looks at it.
  const { data, error, refetch } = useCall(
    'outbox.get',
    { params },
    { gcTime: 0, refetchInterval: ({ state }) => (isUnderWay(state.data) ? UNDER_WAY_MS : false) },
  );
  const again = useAction('outbox.send_again', { stale: ['outbox.'], meta: { quiet: true } });
  const said = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);
  return (
    <Window opened size="lg" onClose={onClose} title={t('outbox.title_one', { id })}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={css.form}>
          <KeyValue
            rows={[
              {
                label: t('outbox.to'),
                value: data.channel === 'sms' ? f.phone(data.recipient) : data.recipient,
                copy: data.recipient,
              },
              ...said(t('outbox.subject'), data.subject),
              { label: t('outbox.column.state'), value: t(`outbox.state.${data.state}`) },
              { label: t('outbox.created'), value: f.moment(data.created_at) },
              ...said(t('outbox.sent_at'), data.sent_at && f.moment(data.sent_at)),
              ...said(t('outbox.until'), data.expires_at && f.moment(data.expires_at)),
              ...said(t('outbox.gateway'), data.gateway),
              ...said(t('outbox.says'), data.gateway_says),
              ...(data.tries > 1 ? [{ label: t('outbox.tries'), value: f.number(data.tries) }] : []),
            ]}
          />
          <pre className={`k-soft-quiet k-flat k-prewrap k-anywhere ${css.letter}`}>{data.body}</pre>
          <p className="k-under">{t(data.is_open ? 'outbox.open_note' : 'outbox.closed_note')}</p>
          {again.error && (
            <p role="alert" className={css.error}>
              {errorText(again.error)}
            </p>
          )}
          {data.may_send_again && (
            <div className="k-actions">
              <Button
                variant="default"
                loading={again.isPending}
                onClick={() =>
                  again.mutate({ params }, { onSuccess: () => void toasts.success(t('outbox.sent_again')) })
                }
              >
                {t('outbox.send_again')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Window>
  );
}
