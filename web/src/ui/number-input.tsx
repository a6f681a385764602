import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useLocale } from '../platform/i18n.ts';
import { maskNumber, numberCaret } from './masks.ts';
import { useMasked } from './use-masked.ts';

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Decimal of the wire, `"1234.5"`, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** Digits after the comma; more are cut off, never rounded. 0 by default. */
  fraction?: number;
  /** Allows a minus. */
  signed?: boolean;
  /** Digits before the comma. */
  whole?: number;
}

/** A number in the writing of the language: groups, comma, figures at the right. */
export function NumberInput({
  value,
  onChange,
  fraction = 0,
  signed = false,
  whole,
  ...rest
}: NumberInputProps) {
  const locale = useLocale();
  const mask = { locale, fraction, unsigned: !signed, whole };
  const field = useMasked(value, onChange, {
    read: (text) => maskNumber(text, mask),
    caret: (text, caret) => numberCaret(text, caret, mask),
  });
  return (
    <TextInput
      inputMode={signed ? 'text' : fraction > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      styles={{ input: { textAlign: 'right' } }}
      {...rest}
      {...field}
    />
  );
}

export type MoneyInputProps = Omit<NumberInputProps, 'fraction' | 'whole'>;

/** A sum in tenge: two digits after the comma, ₸ beside it. */
export function MoneyInput(props: MoneyInputProps) {
  return (
    <NumberInput
      fraction={2}
      whole={13}
      rightSection={<span aria-hidden>₸</span>}
      rightSectionPointerEvents="none"
      {...props}
    />
  );
}
