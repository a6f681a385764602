import type { ReactNode } from 'react';
import { LineDrawing } from './line-drawing.tsx';
import type { Drawing } from './line-drawing.tsx';
import { PlainButton, PlainButtonLink } from './plain-button.tsx';
import css from './states.module.css';

export type StateAction = { label: string } & ({ onClick: () => void } | { href: string });

export interface EmptyStateProps {
  drawing?: Drawing;
  /** One sentence. */
  title: string;
  hint?: ReactNode;
  /** One action; `href` makes it a link. */
  action?: StateAction;
  /** A sample or a second, quieter way. */
  children?: ReactNode;
}

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

function ActionButton({ action }: { action: StateAction }) {
  return 'href' in action ? (
    <PlainButtonLink href={action.href}>{action.label}</PlainButtonLink>
  ) : (
    <PlainButton onClick={action.onClick}>{action.label}</PlainButton>
  );
}
