import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';
import { tooLong } from './too-long.ts';

interface ReasonFieldProps extends Omit<TextareaProps, 'onChange' | 'maxLength'> {
  value: string;
  onChange: (reason: string) => void;
  /** As many letters as the call takes. */
  max?: number;
}

/** Why a deed is done: the field that the dialog before it begins with. */
export const ReasonField = ({ onChange, max = 500, ...field }: ReasonFieldProps) => (
  <Textarea
    required
    data-autofocus
    // What is said of it must stay on the screen of a phone.
    maxRows={8}
    error={tooLong(field.value, max)}
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
