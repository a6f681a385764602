import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './bulk-bar.module.css';

export interface BulkAction {
  label: string;
  icon?: ReactNode;
  onClick: () => void;
  /** The one that is most likely wanted. */
  primary?: boolean;
  loading?: boolean;
}

export interface BulkBarProps {
  /** `37 актов · 4 812 300 ₸`; said aloud when it changes. */
  text: string;
  /** Only what is legal for everything selected. */
  actions: readonly BulkAction[];
  /** «Все 4 120 по этому фильтру», when not all are selected. */
  all?: { label: string; onClick: () => void };
  onClear: () => void;
}

/** The dark bar at the bottom, while anything is selected. */
export function BulkBar({ text, actions, all, onClear }: BulkBarProps) {
  const t = useTexts('ui');
  return (
    <>
      <div className={css.room} />
      <div className={css.bar} role="region" aria-label={t('bulk.bar')}>
        <div className={css.text}>
          <span role="status">{text}</span>
          {all && (
            <button type="button" className={css.all} onClick={all.onClick}>
              {all.label}
            </button>
          )}
        </div>
        <div className={css.actions}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className={css.action}
              data-primary={action.primary || undefined}
              disabled={action.loading}
              onClick={action.onClick}
            >
              {action.icon}
              {action.label}
            </button>
          ))}
        </div>
        <button type="button" className={css.clear} aria-label={t('bulk.clear')} onClick={onClear}>
          <IconX size={18} aria-hidden />
        </button>
      </div>
    </>
  );
}
