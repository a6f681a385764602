import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { LineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { useCallback, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { newService } from './act-draft.ts';
import type { ServiceDraft, ServiceField } from './act-draft.ts';
import { focusField } from './focus-field.ts';
import { splitTable } from '../../platform/split-table.ts';
import { CELLS, isBelowNothing, isTable, pasteRows } from './paste-rows.ts';
import type { Choices, PasteFault } from './paste-rows.ts';
import { PasteFaults } from './paste-faults.tsx';
import { ServiceRow } from './service-row.tsx';
import css from './services-grid.module.css';
import type { ActFormState } from './use-act-form.ts';

interface ServicesGridProps {
  services: readonly ServiceDraft[];
  choices: Choices;
  /** Prices may be below nothing. */
  signed: boolean;
  change: ActFormState['change'];
  faults: Record<string, string>;
  onLeave: (field: string) => void;
}

/** The lines of an act, typed by keyboard alone: Enter goes on, Ctrl+Enter or Ins adds a line, Alt+Del removes one, a table is pasted whole. */
export function ServicesGrid({ services, choices, signed, change, faults, onLeave }: ServicesGridProps) {
  const t = useTexts('acts');
  const grid = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const [unread, setUnread] = useState<readonly PasteFault[]>([]);
  const heads = ['category', 'service', 'quantity', 'unit', 'rate', 'sum'] as const;

  const onChange = useCallback(
    (key: string, part: Partial<ServiceDraft>) =>
      change(({ services: all }) => ({
        services: all.map((one) => (one.key === key ? { ...one, ...part } : one)),
      })),
    [change],
  );
  const onRemove = useCallback(
    (key: string, row: number, field: ServiceField = 'description') => {
      change(({ services: all }) => ({
        services: all.length > 1 ? all.filter((one) => one.key !== key) : [newService()],
      }));
      // The keyboard stays in the table: on the line above, or on the one that has come in its place.
      focusField(grid.current, `services.${row - 1}.${field}`);
      focusField(grid.current, `services.${row}.${field}`);
    },
    [change],
  );
  const add = (after: number, kind?: LineName) => {
    change(({ services: all }) => ({
      services: [...all.slice(0, after + 1), newService(all[after], kind), ...all.slice(after + 1)],
    }));
    focusField(
      grid.current,
      `services.${after + 1}.${services[after]?.category_id ? 'description' : 'category_id'}`,
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = placeOf(event.target);
    const line = at && services[at.row];
    if (line && event.altKey && event.key === 'Delete') {
      event.preventDefault();
      return onRemove(line.key, at.row, at.field);
    }
    if (!at || event.altKey || event.shiftKey) return;
    const control = event.ctrlKey || event.metaKey;
    const isLast = at.row === services.length - 1 && at.field === 'rate';
    const adds = (event.code === 'Insert' && !control) || (event.key === 'Enter' && (control || isLast));
    if (!adds && !(event.key === 'ArrowDown' || event.key === 'ArrowUp')) return;
    // Arrows belong to the choice inside a list; in a text they go from line to line.
    if (!adds && (event.target as HTMLElement).tagName === 'SELECT') return;
    event.preventDefault();
    if (adds) add(event.key === 'Enter' && isLast && !control ? services.length - 1 : at.row);
    else focusField(grid.current, `services.${at.row + (event.key === 'ArrowDown' ? 1 : -1)}.${at.field}`);
  };

  const onPaste = (event: ClipboardEvent) => {
    const at = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!at || !(isTable(text) || isBelowNothing(at.field, text))) return;
    event.preventDefault();
    const table = splitTable(text);
    const { services: filled, faults: unread, cells } = pasteRows(services, at, table, choices);
    change({ services: filled });
    for (const cell of cells) {
      const [, row, field] = cell.split('.');
      onLeave(`services.${filled[Number(row)]?.key}.${field}`);
    }
    setUnread(unread);
    setSaid(t('form.pasted', { count: new Set(cells.map((cell) => cell.split('.')[1])).size }));
  };

  return (
    <div ref={grid} onKeyDown={onKeyDown} onPaste={onPaste}>
      <table className={css.table} aria-label={t('form.services')}>
        <thead>
          <tr>
            <th scope="col" className={css.number}>
              №
            </th>
            {heads.map((name) => (
              <th key={name} scope="col" data-column={name}>
                {t(`services.${name}`)}
              </th>
            ))}
            <th aria-hidden className={css.removeCell} />
          </tr>
        </thead>
        <tbody>
          {services.map((service, row) => (
            <ServiceRow
              key={service.key}
              service={service}
              row={row}
              choices={choices}
              signed={signed}
              faults={faultsOf(faults, row)}
              onChange={onChange}
              onLeave={onLeave}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
      {unread.length > 0 && <PasteFaults faults={unread} onClose={() => setUnread([])} />}
      <div className="k-row k-gap-8-16 k-middle k-above-8">
        <Button
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add(services.length - 1)}
        >
          {t('form.add_row')}
        </Button>
        <Button variant="subtle" onClick={() => add(services.length - 1, 'bonus')}>
          {t('form.add_other')}
        </Button>
        <span className={`k-second k-small ${css.hint}`}>{t('form.services_hint')}</span>
        <span role="status" className="k-visually-hidden">
          {said}
        </span>
      </div>
    </div>
  );
}

function faultsOf(faults: Record<string, string>, row: number): Partial<Record<ServiceField, string>> {
  const found = CELLS.map((field) => [field, faults[`services.${row}.${field}`]] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== undefined));
}

/** Which cell the keyboard is in. */
function placeOf(target: EventTarget): { row: number; field: ServiceField } | null {
  const match = /^services\.(\d+)\.(\w+)$/.exec((target as HTMLElement).dataset['field'] ?? '');
  const field = CELLS.find((one) => one === match?.[2]);
  return match && field ? { row: Number(match[1]), field } : null;
}
