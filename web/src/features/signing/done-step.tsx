import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Button, Progress, Switch } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { T } from '../../platform/i18n.ts';
import { useMe } from '../../platform/use-who.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { onePress } from '../../ui/one-press.ts';
import { cardHref } from './card-href.ts';
import { countRows } from './send-batches.ts';
import type { SendCount, SendRow } from './send-batches.ts';
import { sending } from './sending.ts';
import type { Sending } from './sending.ts';
import css from './signing.module.css';

/** What follows when all is done: the last button leads there. */
export interface NextDeed {
  label: string;
  go: () => void;
}

interface DoneStepProps {
  sending: Sending;
  onClose: () => void;
  next?: NextDeed | undefined;
  /** Sign the refused ones again with another key. */
  onOtherKey: (items: readonly ToSign[]) => void;
}

const tones: Record<SendRow['status'], Tone> = {
  waiting: 'quiet',
  sending: 'moving',
  ok: 'good',
  failed: 'bad',
  unsigned: 'bad',
  pending_proof: 'moving',
  lost: 'attention',
};

/** The answer for each document while it comes, and another try for what failed. */
export function DoneStep({ sending: now, onClose, next, onOtherKey }: DoneStepProps) {
  const t = useTexts('signing');
  const me = useMe();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const count = countRows(now.rows.values());
  const running = now.state === 'running';
  const isBad = ({ id }: ToSign) => ['failed', 'unsigned', 'lost'].includes(now.rows.get(id)?.status ?? '');
  const known = now.items.filter(({ id }) => now.rows.has(id));
  // What needs a look comes first, but no row moves while the answers are still coming.
  const [bad, good] = [known.filter(isBad), known.filter((item) => !isBad(item))];
  const items = onlyFailed ? bad : running ? known : [...bad, ...good];
  const toSignAnew = now.items.filter(({ id }) =>
    ['failed', 'unsigned'].includes(now.rows.get(id)?.status ?? ''),
  );
  return (
    <>
      <Head now={now} count={count} t={t} />
      {bad.length > 0 && count.total > 5 && (
        <Switch
          label={t('done.only_failed')}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
      )}
      <ul className={`k-list k-scroll k-framed k-round-12 ${css.results}`} aria-label={t('done.results')}>
        {items.map((item) => (
          <Result key={item.id} item={item} row={now.rows.get(item.id)!}>
            <AppLink
              className="k-inline k-middle k-high-24"
              href={cardHref(me?.role, now.doc_type, item.id)}
              aria-label={t('done.card_of', { name: item.label })}
              onClick={onClose}
            >
              {t('done.card')}
            </AppLink>
          </Result>
        ))}
      </ul>
      <div className={`k-actions ${css.actions}`} {...onePress}>
        {now.state === 'stopped' && <Button onClick={sending.repeat}>{t('done.repeat')}</Button>}
        {!running && toSignAnew.length > 0 && (
          <Button variant="default" onClick={() => onOtherKey(toSignAnew)}>
            {t('done.other_key')}
          </Button>
        )}
        {!running && count.failed > 0 && (
          <Button variant="default" onClick={sending.retryFailed}>
            {t('done.retry_failed')}
          </Button>
        )}
        <Button
          autoFocus
          variant={now.state === 'done' ? 'filled' : 'default'}
          onClick={() => {
            onClose();
            if (now.state === 'done') next?.go();
          }}
        >
          {now.state === 'done' ? (next?.label ?? t('done.finish')) : t('done.close')}
        </Button>
      </div>
    </>
  );
}

function Head({ now, count, t }: { now: Sending; count: SendCount; t: T<'signing'> }) {
  if (now.state === 'running') {
    return (
      <div className="k-grid k-gap-12">
        <p className="k-split k-gap-4-16 k-middle">
          <span className="k-title">{t('done.sending')}</span>
          <span role="status" className="k-figures">
            {t('done.progress', { done: count.answered + now.ahead, total: count.total })}
          </span>
        </p>
        <Progress
          value={((count.answered + now.ahead) / Math.max(1, count.total)) * 100}
          animated
          aria-label={t('done.sending')}
        />
        <p className={css.second}>{t('done.sending_hint')}</p>
      </div>
    );
  }
  const stopped = now.state === 'stopped';
  const all = count.ok === count.total;
  const waits = count.pending_proof > 0;
  const fine = count.ok + count.pending_proof === count.total;
  const words = stopped
    ? t('done.stopped')
    : all
      ? t(`done.all_${now.doc_type}`, { count: count.ok })
      : count.ok === 0
        ? t(waits ? 'done.waits_proof' : 'done.none')
        : t('done.some', { ok: count.ok, total: count.total });
  return (
    <div
      className="k-line k-gap-12 k-toned"
      data-tone={fine ? 'good' : 'bad'}
      role={fine ? 'status' : 'alert'}
    >
      {waits && fine ? (
        <IconClock size={32} stroke={1.5} aria-hidden />
      ) : fine ? (
        <IconCircleCheck size={32} stroke={1.5} aria-hidden />
      ) : (
        <IconAlertTriangle size={32} stroke={1.5} aria-hidden />
      )}
      <div>
        <p className="k-title">{words}</p>
        {stopped && (
          <p className={css.second}>
            {count.ok > 0 && `${t('done.some', { ok: count.ok, total: count.total })}. `}
            {t('done.stopped_hint')}
          </p>
        )}
        {waits && <p className={css.second}>{t('done.pending', { count: count.pending_proof })}</p>}
      </div>
    </div>
  );
}

function Result(props: { item: ToSign; row: SendRow; children: ReactNode }) {
  const { item, row, children } = props;
  const t = useTexts('signing');
  const words: Record<SendRow['status'], string> = {
    waiting: t('done.waiting'),
    sending: t('done.now'),
    ok: t('done.ok'),
    failed: t('done.failed'),
    unsigned: t('done.unsigned'),
    pending_proof: t('done.waits_proof'),
    lost: t('done.lost'),
  };
  const messages: Partial<Record<SendRow['status'], string>> = {
    lost: t('done.lost_message'),
    failed: row.message,
    unsigned: t('done.unsigned_message'),
  };
  const message = messages[row.status];
  return (
    <li className={css.item}>
      <span className={css.names}>
        <span className="k-medium k-anywhere">{item.label}</span>
        {message && <span className="k-fault k-small">{message}</span>}
      </span>
      <StatusDot tone={tones[row.status]} label={words[row.status]} />
      {(row.status === 'ok' || row.status === 'failed') && children}
    </li>
  );
}
