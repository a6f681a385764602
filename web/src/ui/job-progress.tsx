import { Button, Progress, Switch } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { errorText } from '../platform/error-text.ts';
import { useTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import { AppLink } from './app-link.tsx';
import css from './job-progress.module.css';
import { StatusDot } from './status-dot.tsx';
import { toasts } from './toasts.ts';

export interface JobRow {
  key: string | number;
  label: string;
  /** `pending_proof`: a signature was taken, and its proof is yet to come. */
  status: 'waiting' | 'ok' | 'failed' | 'pending_proof' | 'stopped';
  /** What happened, in the reader's language. */
  message?: string;
  href?: string;
}

export interface JobProgressProps {
  title: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  total: number;
  done: number;
  failed: number;
  /** Of those done: how many wait for a proof. */
  pending?: number;
  /** Why it stands still and goes on by itself. */
  waits_for?: 'database' | 'files' | null | undefined;
  /** It waits for its turn behind others. */
  isQueued?: boolean | undefined;
  rows?: readonly JobRow[];
  onlyFailed?: boolean;
  onOnlyFailed?: (only: boolean) => void;
  onRetryFailed?: (() => void) | undefined;
  /** Ends it before its end; what is done stays done. */
  onStop?: (() => Promise<void>) | undefined;
  /** Goes on with what was left when it was stopped. */
  onGoOn?: (() => void) | undefined;
  /** Pager of the rows, export of the results. */
  children?: ReactNode;
}

const tones = {
  waiting: 'quiet',
  ok: 'good',
  failed: 'bad',
  pending_proof: 'attention',
  stopped: 'quiet',
} as const;

/** Long work: how far it has come, what became of each row, another try for what failed. */
export function JobProgress(props: JobProgressProps) {
  const {
    title,
    state,
    total,
    done,
    failed,
    pending = 0,
    waits_for,
    isQueued = false,
    rows,
    onlyFailed = false,
    onOnlyFailed,
    onRetryFailed,
    onStop,
    onGoOn,
    children,
  } = props;
  const t = useTexts('job-progress');
  const f = useFormats();
  const share = total === 0 ? 100 : (done / total) * 100;
  const ended = state !== 'running';
  const word = ended
    ? state === 'stopped'
      ? t('stopped', { left: f.number(total - done) })
      : t(
          state === 'failed'
            ? 'set_aside'
            : failed > 0
              ? 'done_with_errors'
              : pending > 0
                ? 'done_pending'
                : 'done_all',
        )
    : t(waits_for ? `waits_for_${waits_for}` : isQueued ? 'queued' : 'survives');
  const words = {
    waiting: t('waiting'),
    ok: t('ok'),
    failed: t('failed_row'),
    pending_proof: t('pending_row'),
    stopped: t('stopped_row'),
  };
  return (
    <section className="k-stack k-gap-8">
      <div className="k-split k-gap-0-16">
        <span className="k-bold">{title}</span>
        <span className="k-figures" role="status">
          {t('progress', { done: f.number(done), total: f.number(total) })}
          {failed > 0 && <span className="k-fault"> · {t('failed', { count: failed })}</span>}
          {pending > 0 && <> · {t('pending', { count: pending })}</>}
        </span>
      </div>
      <Progress
        value={share}
        color={ended && failed > 0 ? 'attention' : 'accent'}
        animated={!ended && !isQueued}
        aria-label={title}
      />
      <p className="k-second">{word}</p>
      {((onStop && !ended) || (onGoOn && state === 'stopped' && done < total)) && (
        <div className="k-split k-gap-8-16 k-middle">
          {onStop && !ended && <StopButton onStop={onStop} />}
          {onGoOn && ended && (
            <Button size="xs" variant="default" onClick={onGoOn}>
              {t('go_on')}
            </Button>
          )}
        </div>
      )}
      {(onOnlyFailed || onRetryFailed) && failed > 0 && (
        <div className="k-split k-gap-8-16 k-middle">
          {onOnlyFailed && (
            <Switch
              label={t('only_failed')}
              checked={onlyFailed}
              onChange={(event) => onOnlyFailed(event.currentTarget.checked)}
            />
          )}
          {ended && onRetryFailed && (
            <Button size="xs" variant="default" onClick={onRetryFailed}>
              {t('retry_failed')}
            </Button>
          )}
        </div>
      )}
      {rows && (
        <ul className="k-list" aria-label={t('rows')}>
          {rows.map((row) => (
            <li key={row.key} className={css.row}>
              <span>
                {row.href ? (
                  <AppLink href={row.href} className="k-inline k-middle k-high-24">
                    {row.label}
                  </AppLink>
                ) : (
                  row.label
                )}
              </span>
              <span className={`k-second k-anywhere ${css.message}`}>{row.message}</span>
              <StatusDot tone={tones[row.status]} label={words[row.status]} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

/** Needs no question: nothing that was done is lost, and the rest can be gone on with. */
function StopButton({ onStop }: { onStop: () => Promise<void> }) {
  const t = useTexts('job-progress');
  const [busy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    await onStop().catch((error: unknown) => toasts.error(errorText(error)));
    setBusy(false);
  };
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void stop()}>
      {t('stop')}
    </Button>
  );
}
