import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { applyMask, maskedCaret } from './masks.ts';
import { useMasked } from './use-masked.ts';

export interface MaskedInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `#` digit, `@` letter, `*` either, `!` before a sign to mean the sign itself. */
  mask: string;
  /** The characters of the slots alone. */
  value: string;
  onChange: (value: string) => void;
}

/** A text field that keeps to a mask, while typing and while pasting. */
export function MaskedInput({ mask, value, onChange, ...rest }: MaskedInputProps) {
  const field = useMasked(value, onChange, {
    read: (text) => applyMask(mask, text),
    caret: (text, caret) => maskedCaret(mask, text, caret),
  });
  return <TextInput autoComplete="off" {...rest} {...field} />;
}
