import { NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { serviceAmount } from '@kelisim/shared/features/acts/act-totals.ts';
import type { LineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import { memo } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Money } from '../../ui/money.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { ServiceDraft, ServiceField } from './act-draft.ts';
import type { Choices } from './paste-rows.ts';
import css from './services-grid.module.css';

export interface ServiceRowProps {
  service: ServiceDraft;
  row: number;
  choices: Choices;
  signed: boolean;
  /** Sentences by the name of the cell. */
  faults: Partial<Record<ServiceField, string>>;
  /** All three keep their identity, so that a keystroke renders one line and not two hundred. */
  onChange: (key: string, part: Partial<ServiceDraft>) => void;
  onLeave: (field: string) => void;
  onRemove: (key: string, row: number) => void;
}

/** One line of the grid. */
export const ServiceRow = memo(
  function ServiceRow({
    service,
    row,
    choices,
    signed,
    faults,
    onChange,
    onLeave,
    onRemove,
  }: ServiceRowProps) {
    const t = useTexts('acts');
    const amount = serviceAmount(service);
    const cell = (field: ServiceField, name: string) => ({
      'aria-label': t('form.cell', { name, row: row + 1 }),
      'data-field': `services.${row}.${field}`,
      value: service[field],
      error: faults[field],
      onBlur: () => onLeave(`services.${service.key}.${field}`),
    });
    const set = (field: ServiceField) => (value: string) => onChange(service.key, { [field]: value });
    const options = (list: Choices['units']) => [
      { value: '', label: t('form.choose') },
      ...list.map((one) => ({ value: String(one.id), label: one.name })),
    ];
    return (
      <tr className={css.row}>
        <td className={css.number}>{row + 1}</td>
        <td data-title={t('services.category')}>
          <NativeSelect
            {...cell('category_id', t('services.category'))}
            data={options(choices.categories)}
            onChange={(event) => set('category_id')(event.currentTarget.value)}
          />
        </td>
        <td data-title={t('services.service')}>
          <TextInput
            {...cell('description', t('services.service'))}
            autoComplete="off"
            onChange={(event) => set('description')(event.currentTarget.value)}
          />
          {service.kind && (
            <NativeSelect
              className={css.kind}
              aria-label={t('form.cell', { name: t('services.kind'), row: row + 1 })}
              data-field={`services.${row}.kind`}
              value={service.kind}
              data={choices.kinds.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => onChange(service.key, { kind: event.currentTarget.value as LineName })}
            />
          )}
        </td>
        <td data-title={t('services.quantity')}>
          <NumberInput
            {...cell('quantity', t('services.quantity'))}
            fraction={3}
            whole={9}
            signed={service.quantity.startsWith('-')}
            onChange={set('quantity')}
          />
        </td>
        <td data-title={t('services.unit')}>
          <NativeSelect
            {...cell('unit_id', t('services.unit'))}
            data={options(choices.units)}
            onChange={(event) => set('unit_id')(event.currentTarget.value)}
          />
        </td>
        <td data-title={t('services.rate')}>
          <NumberInput
            {...cell('rate', t('services.rate'))}
            fraction={2}
            whole={13}
            // What was pasted with a minus is shown with it, though it may not stay.
            signed={signed || service.rate.startsWith('-')}
            onChange={set('rate')}
          />
        </td>
        <td data-title={t('services.sum')} className={css.amount}>
          <Money amount={amount === null ? null : formatMoney(amount)} />
        </td>
        <td className={css.removeCell}>
          <button
            type="button"
            className={`k-stack k-gap-0 k-press k-second ${css.remove}`}
            // Tab goes from the price to the next line; Alt+Del in any cell removes the line.
            tabIndex={-1}
            aria-keyshortcuts="Alt+Delete"
            aria-label={t('form.remove_row', { row: row + 1 })}
            onClick={() => onRemove(service.key, row)}
          >
            <IconTrash size={16} aria-hidden />
          </button>
        </td>
      </tr>
    );
  },
  (before, now) =>
    before.service === now.service &&
    before.row === now.row &&
    before.choices === now.choices &&
    sameFaults(before.faults, now.faults),
);

function sameFaults(a: ServiceRowProps['faults'], b: ServiceRowProps['faults']): boolean {
  const fields = Object.keys({ ...a, ...b }) as ServiceField[];
  return fields.every((field) => a[field] === b[field]);
}
