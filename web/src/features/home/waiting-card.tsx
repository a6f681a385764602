import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import css from './home.module.css';

export interface WaitingCardProps {
  title: string;
  count: number;
  amount?: string;
  /** The list of just these acts. */
  href: string;
  /** Does it at once, where that can be done without the list. */
  onDeed?: () => void;
  busy?: boolean;
  /** «Подписать»: the word of the button. */
  deed: string;
  /** Without the right the button only looks, and `otherwise` says who will do it. */
  allowed: boolean;
  otherwise: string;
  children?: ReactNode;
}

/** One thing that waits: how many, how much, and the button. */
export function WaitingCard(props: WaitingCardProps) {
  const { title, count, amount, href, onDeed, busy, deed, allowed, otherwise, children } = props;
  const t = useTexts('home');
  const f = useFormats();
  const acts = t('acts', { count });
  return (
    <article className={`k-column k-gap-0 k-surface ${css.tile}`}>
      <h3 className={`k-second k-medium ${css.tileTitle}`}>
        <StatusDot tone={count > 0 && allowed ? 'attention' : 'quiet'} label={title} />
      </h3>
      <p className={`k-flat k-above-4 k-size-28 k-bold ${css.number}`}>
        {onDeed && allowed && count > 0 ? (
          <AppLink href={href} aria-label={`${t('waiting.look')}: ${title}, ${acts}`}>
            {f.number(count)}
          </AppLink>
        ) : (
          f.number(count)
        )}
      </p>
      <p className="k-second k-size-16">
        {amount === undefined ? <>&nbsp;</> : count > 0 ? <Money amount={amount} short /> : t('waiting.done')}
      </p>
      <div className={`k-column k-gap-2 k-top k-grow ${css.tileMore}`}>{children}</div>
      {count > 0 && !allowed && <p className="k-second k-below-8 k-small">{otherwise}</p>}
      {count > 0 &&
        (onDeed && allowed ? (
          <Button
            fullWidth
            loading={busy}
            aria-haspopup="dialog"
            aria-label={`${deed}: ${title}, ${acts}`}
            onClick={onDeed}
          >
            {deed}
          </Button>
        ) : (
          <Button
            component={AppLink}
            href={href}
            variant={allowed ? 'filled' : 'default'}
            fullWidth
            aria-label={`${allowed ? deed : t('waiting.look')}: ${title}, ${acts}`}
          >
            {allowed ? deed : t('waiting.look')}
          </Button>
        ))}
    </article>
  );
}
