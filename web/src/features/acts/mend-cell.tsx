import { NativeSelect, TextInput } from '@mantine/core';
import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCategories, useUnits } from './acts.data.ts';

/** What was typed instead of a cell, by `row:key of the column`. */
export type Mended = ReadonlyMap<string, string>;

type ImportError = Answer<'acts.process'>['errors'][number];

interface MendCellProps {
  error: ImportError;
  mended: Mended;
  onMend: (place: string, value: string) => void;
  onEnter: () => void;
}

/** A cell that is wrong, to be mended where it is named; what has no cell is shown as it is. */
export function MendCell({ error, mended, onMend, onEnter }: MendCellProps) {
  const t = useTexts('acts');
  const categories = useCategories();
  const units = useUnits();
  if (!error.key) return error.value || t('importing.empty_value');
  const place = `${error.row}:${error.key}`;
  const value = mended.get(place) ?? error.value;
  const label = t('importing.mend', { column: error.column ?? '', row: error.row });
  const list = error.key === 'category' ? categories.data : error.key === 'unit' ? units.data : undefined;
  if (list)
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={list.some((one) => one.name === value) ? value : ''}
        data={[{ value: '', label: error.value || t('form.choose') }, ...list.map((one) => one.name)]}
        onChange={(event) => onMend(place, event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={value}
      maxLength={2000}
      placeholder={t('importing.empty_value')}
      onChange={(event) => onMend(place, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}
