import { Radio } from '@mantine/core';
import css from './esf.module.css';

interface OneEditorProps {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChoose: (value: string) => void;
}

/** One of a few, in the little window of a filter. */
export function OneEditor({ label, options, chosen, onChoose }: OneEditorProps) {
  return (
    <Radio.Group aria-label={label} value={chosen ?? ''} onChange={onChoose}>
      <div className={css.options}>
        {options.map(({ value, label: name }, at) => (
          <Radio key={value} value={value} label={name} data-autofocus={at === 0 || undefined} />
        ))}
      </div>
    </Radio.Group>
  );
}
