import { Radio } from '@mantine/core';
import type { ChoiceChip } from '../../ui/filter-chips.tsx';
import css from './esf.module.css';

interface OneOfFew {
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}

/** A chip of one choice among a few. */
export function oneChip({ key, label, options, chosen, onChoose }: OneOfFew): ChoiceChip {
  return {
    key,
    label,
    chosen: options.find(({ value }) => value === chosen)?.label ?? null,
    onClear: () => onChoose(undefined),
    editor: () => (
      <Radio.Group aria-label={label} value={chosen ?? ''} onChange={onChoose}>
        <div className={css.options}>
          {options.map(({ value, label: name }, at) => (
            <Radio key={value} value={value} label={name} data-autofocus={at === 0 || undefined} />
          ))}
        </div>
      </Radio.Group>
    ),
  };
}
