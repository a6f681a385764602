import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';

interface ReasonFieldProps extends Omit<TextareaProps, 'onChange'> {
  value: string;
  onChange: (reason: string) => void;
}

/** Why a deed is done: the field that the dialog before it begins with. */
export const ReasonField = ({ onChange, ...field }: ReasonFieldProps) => (
  <Textarea
    maxLength={500}
    required
    data-autofocus
    {...field}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
