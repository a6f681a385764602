import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './filter-chips.module.css';
import { onDemand } from './on-demand.tsx';

const FilterWindow = onDemand(() => import('./filter-window.tsx'));

export interface ToggleChip {
  key: string;
  label: string;
  on: boolean;
  onToggle: (on: boolean) => void;
}

export interface ChoiceChip {
  key: string;
  label: string;
  /** What is chosen, in words; null when nothing is. */
  chosen: string | null;
  onClear: () => void;
  /** The editor in the little window; `close` shuts it. */
  editor: (close: () => void) => ReactNode;
}

export type FilterChip = ToggleChip | ChoiceChip;

export interface FilterChipsProps {
  chips: readonly FilterChip[];
  /** Shown when anything is chosen. */
  onReset: () => void;
  /** A field for words before the chips. */
  children?: ReactNode;
}

/** The filters of a list in one line. The address bar keeps them; see `useUrlState`. */
export function FilterChips({ chips, onReset, children }: FilterChipsProps) {
  const t = useTexts('ui');
  const any = chips.some((chip) => ('on' in chip ? chip.on : chip.chosen !== null));
  return (
    <div className={`k-row k-middle k-below-16 ${css.line}`} role="group" aria-label={t('filters.label')}>
      {children}
      {chips.map((chip) =>
        'on' in chip ? <Toggle key={chip.key} chip={chip} /> : <Choice key={chip.key} chip={chip} />,
      )}
      {any && (
        <button type="button" className={`k-press k-second ${css.reset}`} onClick={onReset}>
          {t('filters.reset')}
        </button>
      )}
    </div>
  );
}

function Toggle({ chip }: { chip: ToggleChip }) {
  return (
    <button
      type="button"
      className={`k-shrink k-first k-left k-anywhere k-hover ${css.chip}`}
      data-on={chip.on || undefined}
      aria-pressed={chip.on}
      onClick={() => chip.onToggle(!chip.on)}
    >
      {chip.on && <IconCheck size={16} aria-hidden />}
      {chip.label}
    </button>
  );
}

function Choice({ chip }: { chip: ChoiceChip }) {
  const t = useTexts('ui');
  return (
    <span className={css.pair} data-on={chip.chosen !== null || undefined}>
      <FilterWindow
        editor={chip.editor}
        button={
          <button
            type="button"
            className={`k-shrink k-first k-left k-anywhere k-hover ${css.chip}`}
            data-on={chip.chosen !== null || undefined}
            aria-haspopup="dialog"
          >
            {chip.chosen === null ? chip.label : `${chip.label}: ${chip.chosen}`}
            {chip.chosen === null && <IconChevronDown size={16} aria-hidden />}
          </button>
        }
      />
      {chip.chosen !== null && (
        <button
          type="button"
          className={`k-stack k-gap-0 k-fixed k-accent ${css.remove}`}
          aria-label={t('filters.remove', { name: chip.label })}
          onClick={chip.onClear}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
