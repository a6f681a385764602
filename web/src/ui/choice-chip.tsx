import type { ChoiceChip } from './filter-chips.tsx';
import { ChoiceEditor, PeriodEditor } from './filter-editors.tsx';
import type { RangeFormProps } from './filter-forms.tsx';

interface OneOfSeveral {
  key: string;
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}

/** A chip of one choice among several, which shuts its window; what is chosen is taken back by choosing it again. */
export function choiceChip({ key, label, options, chosen, onChoose }: OneOfSeveral): ChoiceChip {
  return {
    key,
    label,
    chosen: options.find(({ value }) => value === chosen)?.label ?? null,
    onClear: () => onChoose(undefined),
    editor: (close) => (
      <ChoiceEditor
        options={options}
        chosen={chosen ? [chosen] : []}
        onChange={(next) => {
          onChoose(next.find((one) => one !== chosen));
          close();
        }}
      />
    ),
  };
}

interface SeveralOfMany extends Pick<OneOfSeveral, 'key' | 'label' | 'options'> {
  chosen: readonly string[];
  /** Undefined for none. */
  onChoose: (values: string[] | undefined) => void;
}

/** A chip of any of several; the list behind changes at every tick. */
export function choicesChip({ key, label, options, chosen, onChoose }: SeveralOfMany): ChoiceChip {
  const words = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
  return {
    key,
    label,
    chosen: words.join(', ') || null,
    onClear: () => onChoose(undefined),
    editor: () => <ChoiceEditor options={options} chosen={chosen} onChange={onChoose} />,
  };
}

interface PeriodOfList extends Pick<RangeFormProps, 'presets'> {
  key: string;
  label: string;
  /** The period in words; null where there is none. */
  chosen: string | null;
  period: { date_from: string | undefined; date_to: string | undefined };
  onChange: (period: { date_from: string | undefined; date_to: string | undefined }) => void;
}

/** A chip from one date to another, as the calls of lists take them. */
export function periodChip({ key, label, chosen, period, presets, onChange }: PeriodOfList): ChoiceChip {
  return {
    key,
    label,
    chosen,
    onClear: () => onChange({ date_from: undefined, date_to: undefined }),
    editor: (close) => (
      <PeriodEditor
        from={period.date_from ?? ''}
        to={period.date_to ?? ''}
        {...(presets && { presets })}
        onApply={(date_from, date_to) => {
          onChange({ date_from, date_to });
          close();
        }}
      />
    ),
  };
}
