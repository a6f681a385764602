import { ANSWER_LETTERS, type DeliveryState } from '@kelisim/shared/features/webhooks/webhook-rules.ts';
import type { DeliveryView, EndpointView } from '@kelisim/shared/features/webhooks/webhooks.contract.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useAction, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import css from './webhooks.module.css';

const TONES: Record<DeliveryState, Tone> = { waiting: 'accent', delivered: 'good', failed: 'bad' };

interface DeliveryRowProps {
  item: DeliveryView;
  endpoint: EndpointView;
  stale: readonly string[];
}

/** One delivery; opened, it shows its last request and what came back. */
export function DeliveryRow({ item, endpoint, stale }: DeliveryRowProps) {
  const t = useTexts('webhooks');
  const f = useFormats();
  const say = useEventName();
  const [opened, setOpened] = useState(false);
  const outcomeOf = useOutcome();
  const facts = [
    ...outcomeOf(item),
    ...(item.attempts > 1 ? [t('attempts', { n: f.number(item.attempts) })] : []),
    ...(item.next_at && item.attempts > 0 ? [t('next', { time: f.moment(item.next_at) })] : []),
  ];
  return (
    <li>
      <details className="k-wide" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary className={css.delivery}>
          <span className="k-stack k-gap-2 k-grow k-shrink k-anywhere">
            <span className="k-split k-gap-4-16 k-baseline">
              <span className="k-medium">{say(item.type)}</span>
              <span className="k-second">{f.moment(item.tried_at ?? item.created_at)}</span>
            </span>
            <StatusDot tone={TONES[item.state]} label={t(`log_states.${item.state}`)} />
            {facts.length > 0 && <span className="k-second">{facts.join(' · ')}</span>}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </summary>
        {opened && <Exchange item={item} endpoint={endpoint} stale={stale} />}
      </details>
    </li>
  );
}

function Exchange({ item, endpoint, stale }: DeliveryRowProps) {
  const t = useTexts('webhooks');
  const f = useFormats();
  const outcomeOf = useOutcome();
  const params = { endpoint_id: endpoint.id, delivery_id: item.id };
  const { data, error, refetch } = useCall('webhooks.delivery', { params });
  // It was tried once more since it was read.
  const is_old = data !== undefined && data.tried_at !== item.tried_at;
  useEffect(() => {
    if (is_old) void refetch();
  }, [is_old, refetch]);
  const again = useAction('webhooks.resend', { stale: [...stale] });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const { headers, body } = data.request;
  const request = [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', pretty(body)];
  return (
    <div className="k-stack k-gap-8 k-above-12">
      <Code label={t('request')} text={request.join('\n')} />
      {data.answer ? (
        <>
          <Code label={t('answer')} text={pretty(data.answer)} />
          {data.answer.length >= ANSWER_LETTERS && (
            <p className="k-second k-small">{t('answer_cut', { n: String(ANSWER_LETTERS) })}</p>
          )}
        </>
      ) : (
        <p className="k-second">{t(data.answer === null ? 'no_answer' : 'empty_answer')}</p>
      )}
      {data.earlier.length > 0 && (
        <>
          <p className="k-subtitle">{t('earlier')}</p>
          <ol className="k-stack k-gap-4 k-flat k-second" reversed>
            {[...data.earlier].reverse().map((one) => (
              <li key={one.at} className="k-anywhere">
                {[f.moment(one.at), ...outcomeOf(one), one.answer].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ol>
        </>
      )}
      {endpoint.state === 'on' && (
        <div className="k-actions">
          <Button
            variant="default"
            loading={again.isPending}
            onClick={() =>
              again.mutate({ params }, { onSuccess: () => void toasts.success(t('again_done')) })
            }
          >
            {t('again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure className="k-flat">
      <figcaption className="k-subtitle k-below-4">{label}</figcaption>
      <pre
        className="k-soft-quiet k-flat k-pad-12 k-prewrap k-anywhere k-small k-low"
        // It scrolls, so the keyboard must reach it.
        tabIndex={0}
        aria-label={label}
        translate="no"
      >
        {text}
      </pre>
    </figure>
  );
}

/** What an attempt came to: code, fault and time. */
function useOutcome() {
  const t = useTexts('webhooks');
  const f = useFormats();
  return ({ status, fault, took_ms }: Pick<DeliveryView, 'status' | 'fault' | 'took_ms'>): string[] => [
    ...(status ? [t('code', { status: String(status) })] : []),
    ...(fault && fault !== 'status' ? [t(`faults.${fault}`)] : []),
    ...(took_ms !== null ? [t('took', { ms: f.number(took_ms) })] : []),
  ];
}

/** JSON in lines; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A type of a newer version of the product, which these pages have no word for, is shown as it is. */
function useEventName(): (type: string) => string {
  const word = useTextByCode('webhooks');
  return (type) => {
    const [thing = ''] = type.split('.');
    const said = word(`event.${type}`, type);
    return type.includes('.') && said !== type ? `${word(`event.one.${thing}`, thing)}: ${said}` : said;
  };
}
