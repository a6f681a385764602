import { ActionIcon, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { formatDate, isDate, parseShownDate } from '@kelisim/shared/kernel/dates.ts';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './date-input.module.css';
import { applyMask, maskedCaret } from './masks.ts';
import { useMasked } from './use-masked.ts';

const mask = '##.##.####';

export interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or empty while there is no whole date. */
  value: string;
  onChange: (value: string) => void;
  /** Earliest and latest of the calendar, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/** A date typed as 31.12.2026 or taken from the device's own calendar. Says itself when there is no such day. */
export function DateInput({ value, onChange, min, max, error, onBlur, ...rest }: DateInputProps) {
  const t = useTexts('ui');
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => (isDate(value) ? formatDate(value) : ''));
  const [left, setLeft] = useState(false);
  // Another date from outside is shown; a half typed one stays while the value is empty.
  const shown = value && parseShownDate(draft) !== value ? formatDate(value) : draft;
  const take = (text: string) => {
    setDraft(text);
    const date = parseShownDate(text) ?? '';
    if (date !== value) onChange(date);
  };
  const field = useMasked(shown, take, {
    read: (text) => {
      const { shown: typed } = applyMask(mask, isoToShown(text));
      return { shown: typed, value: typed };
    },
    caret: (text, caret) => (isoToShown(text) === text ? maskedCaret(mask, text, caret) : mask.length),
  });
  // Before what is said from outside, where such a field counts as empty.
  const isWrong = shown !== '' && !value && (left || Boolean(error));
  return (
    <div className="k-relative">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('date.pattern')}
        {...rest}
        {...field}
        error={isWrong ? t('date.wrong') : error}
        onFocus={() => setLeft(false)}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
        rightSection={
          <ActionIcon
            tabIndex={-1}
            aria-label={t('date.calendar')}
            disabled={rest.disabled}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={picker}
        type="date"
        className={css.picker}
        tabIndex={-1}
        aria-hidden
        value={value}
        min={min}
        max={max}
        onChange={(event) => isDate(event.currentTarget.value) && take(formatDate(event.currentTarget.value))}
      />
    </div>
  );
}

/** A pasted `2026-12-31` is a date too. */
function isoToShown(text: string): string {
  const iso = /\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return iso ? formatDate(iso) : text;
}
