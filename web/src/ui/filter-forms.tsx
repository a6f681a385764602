import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { DateInput } from './date-input.tsx';
import css from './filter-editors.module.css';
import { MoneyInput } from './number-input.tsx';

/** @public taken by name in filter-editors */
export { PartyPicker } from './party-picker.tsx';

export interface ChoiceFormProps {
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** Called at every tick: the list behind changes at once. */
  onChange: (chosen: string[]) => void;
}

/** Any of several. @public taken by name in filter-editors */
export function ChoiceForm({ options, chosen, onChange }: ChoiceFormProps) {
  return (
    <div className={css.options}>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </div>
  );
}

export interface RangeFormProps {
  from: string;
  to: string;
  onApply: (from: string, to: string) => void;
  /** Ready ranges above the fields («Этот месяц»). */
  presets?: readonly { label: string; from: string; to: string }[];
}

/** From one date to another; either may be left open. @public taken by name in filter-editors */
export function PeriodForm(props: RangeFormProps) {
  return <RangeForm {...props} Field={DateInput} />;
}

/** From one sum to another; either may be left open. @public taken by name in filter-editors */
export function SumForm(props: RangeFormProps) {
  return <RangeForm {...props} Field={MoneyInput} />;
}

function RangeForm(props: RangeFormProps & { Field: typeof DateInput | typeof MoneyInput }) {
  const t = useTexts('ui');
  const { onApply, presets = [], Field } = props;
  const [from, setFrom] = useState(props.from);
  const [to, setTo] = useState(props.to);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(from, to);
  };
  return (
    <form className="k-stack k-gap-12" onSubmit={apply}>
      {presets.length > 0 && (
        <div className="k-row k-gap-6">
          {presets.map((preset) => (
            <Button
              key={preset.label}
              size="xs"
              variant="default"
              onClick={() => onApply(preset.from, preset.to)}
            >
              {preset.label}
            </Button>
          ))}
        </div>
      )}
      <Field label={t('filters.from')} value={from} onChange={setFrom} />
      <Field label={t('filters.to')} value={to} onChange={setTo} />
      <Button type="submit">{t('filters.apply')}</Button>
    </form>
  );
}
