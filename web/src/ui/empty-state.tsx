import type { ReactElement, ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { LineDrawing } from './line-drawing.tsx';
import type { Drawing } from './line-drawing.tsx';
import { PlainButton, PlainButtonLink } from './plain-button.tsx';
import css from './states.module.css';

export type StateAction = { label: string } & ({ onClick: () => void } | { href: string });

/**
 * Why a place without anything in it offers no deed:
 * - `done`: empty is the good end, nothing waits;
 * - `others`: only others bring what stands here;
 * - `beside`: the deed stands beside it, as a field above the list or a button below;
 * - `no_right`: this user may not do it.
 */
export type WhyNoAction = 'done' | 'others' | 'beside' | 'no_right';

interface Words {
  drawing?: Drawing;
  /** One sentence. */
  title: string;
  hint?: ReactNode;
}

/** An empty place names the next deed, or the reason why there is none. */
export type EmptyStateProps = Words &
  (
    | {
        /** One action; `href` makes it a link. */
        action: StateAction;
        /** A sample or a second, quieter way. */
        children?: ReactNode;
      }
    | { action?: undefined; children: ReactElement | ReactNode[] }
    | { action?: StateAction | undefined; children?: ReactNode; noAction: WhyNoAction }
  );

/** Nothing here yet: says what will be here and offers the first step. */
export function EmptyState({ drawing = 'paper', title, hint, action, children }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <LineDrawing name={drawing} />
      <p className="k-title k-balance">{title}</p>
      {hint && <p className="k-second k-pretty">{hint}</p>}
      {(action || children) && (
        <div className="k-row k-center k-above-16">
          {action && <ActionButton action={action} />}
          {children}
        </div>
      )}
    </div>
  );
}

/** The filters leave nothing of what is there: another thing than nothing yet. */
export function NothingFound({ onReset }: { onReset: () => void }) {
  const t = useTexts('ui');
  return (
    <EmptyState
      drawing="search"
      title={t('table.nothing_found')}
      hint={t('table.nothing_found_hint')}
      action={{ label: t('table.reset_filters'), onClick: onReset }}
    />
  );
}

function ActionButton({ action }: { action: StateAction }) {
  return 'href' in action ? (
    <PlainButtonLink href={action.href}>{action.label}</PlainButtonLink>
  ) : (
    <PlainButton onClick={action.onClick}>{action.label}</PlainButton>
  );
}
