import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
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

/** Where `DataTable` leads those who walk by keyboard. */
export const BULK_BAR_ID = 'bulk-bar';

/** The dark bar at the bottom, while anything is selected. */
export function BulkBar({ text, actions, all, onClear }: BulkBarProps) {
  const t = useTexts('ui');
  const bar = useRef<HTMLDivElement>(null);
  /** The button is gone when all are selected: whoever pressed it by keyboard goes on from here. */
  const selectAll = () => {
    all?.onClick();
    bar.current?.focus();
  };
  return (
    <>
      <div className={`k-no-print ${css.room}`} />
      <div
        ref={bar}
        id={BULK_BAR_ID}
        tabIndex={-1}
        className={`k-line k-gap-8-16 k-no-print ${css.bar}`}
        role="region"
        aria-label={t('bulk.bar')}
      >
        <div className={css.text}>
          <span role="status">{text}</span>
          {all && (
            <button type="button" className={`k-press ${css.all}`} onClick={selectAll}>
              {all.label}
            </button>
          )}
        </div>
        <div className={`k-row k-gap-4 ${css.actions}`}>
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
        <button
          type="button"
          className={`k-stack k-gap-0 k-press k-fixed ${css.clear}`}
          aria-label={t('bulk.clear')}
          onClick={onClear}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
    </>
  );
}
