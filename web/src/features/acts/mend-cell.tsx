import { NativeSelect, TextInput } from '@mantine/core';
import { LINE_NAMES } from '@kelisim/shared/features/acts/line-kinds.ts';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { tooLong } from '../../ui/too-long.ts';
import { useCategories, useUnits } from './acts.data.ts';

/** What was typed instead of a cell, by its place. */
export type Mended = ReadonlyMap<string, string>;

const placeOf = (row: number, key: string) => `${row}:${key}`;

/** With every cell of this error saying so. */
export function withMended(cells: Mended, { rows, key }: ImportError, value: string): Mended {
  return new Map([...cells, ...rows.map((row): [string, string] => [placeOf(row, key ?? ''), value])]);
}

/** As the call takes them: rows that say the same in a column, together. */
export function mendedField(cells: Mended): { mended?: string } {
  if (cells.size === 0) return {};
  const alike = new Map<string, { rows: number[]; key: string; value: string }>();
  for (const [place, value] of cells) {
    const [row, key = ''] = place.split(':');
    const same = alike.get(`${key}:${value}`);
    if (same) same.rows.push(Number(row));
    else alike.set(`${key}:${value}`, { rows: [Number(row)], key, value });
  }
  return { mended: JSON.stringify([...alike.values()]) };
}

const ONLY = '\u0000only';

export type ImportError = Answer<'acts.process'>['errors'][number];

interface MendCellProps {
  error: ImportError;
  mended: Mended;
  onMend: (error: ImportError, value: string) => void;
  onEnter: () => void;
}

/** A cell that is wrong, to be mended where it is named; what has no cell is shown as it is. */
export function MendCell({ error, mended, onMend, onEnter }: MendCellProps) {
  const t = useTexts('acts');
  const words = useTexts('act-import');
  const states = useTexts('states');
  const categories = useCategories();
  const units = useUnits();
  if (!error.key) return error.value || words('empty_value');
  const value = mended.get(placeOf(error.row, error.key)) ?? error.value;
  const label = words('mend', { column: error.column ?? '', row: error.row });
  const named = error.key === 'category' ? categories.data : error.key === 'unit' ? units.data : undefined;
  const list =
    error.key === 'kind'
      ? LINE_NAMES.map((name) => states(`line_kind.${name}`))
      : (named?.map((one) => one.name) ?? error.choices);
  const isOnly = error.only && mended.get(placeOf(error.row, error.key)) === '';
  if (list.length > 0 || error.only)
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={isOnly ? ONLY : list.includes(value) ? value : ''}
        data={[
          { value: '', label: error.value || t('form.choose') },
          // An empty cell means it to the server, for each executor their own.
          ...(error.only ? [{ value: ONLY, label: words('only_contract') }] : []),
          ...(error.only && list.length === 1 ? [] : list),
        ]}
        onChange={({ currentTarget: { value: chosen } }) =>
          onMend(error, chosen === ONLY ? '' : chosen || error.value)
        }
      />
    );
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={value}
      error={tooLong(value, 2000)}
      placeholder={words('empty_value')}
      onChange={(event) => onMend(error, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}
