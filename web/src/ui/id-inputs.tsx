import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { isBin, isBinOrIin, isIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { isIban } from '@kelisim/shared/kernel/iban.ts';
import { isMobilePhone } from '@kelisim/shared/kernel/phone.ts';
import { useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { applyMask, maskedCaret, phoneDigits } from './masks.ts';
import { MaskedInput } from './masked-input.tsx';
import { useMasked } from './use-masked.ts';

interface FieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

export interface BinIinInputProps extends FieldProps {
  /** Which of the two is asked for; either by default. */
  kind?: 'bin' | 'iin' | 'either';
}

const checks = { bin: isBin, iin: isIin, either: isBinOrIin };

/** БИН or ИИН: twelve digits, checked by their check digit once the field is left. */
export function BinIinInput({ kind = 'either', ...props }: BinIinInputProps) {
  const t = useTexts('ui');
  const check = (value: string) => {
    if (value.length < 12) return t('fields.bin_iin_length');
    return checks[kind](value) ? null : t('fields.bin_iin_wrong');
  };
  const { own, ...rest } = useLeft(props, check);
  return (
    <MaskedInput
      mask="############"
      label={t('fields.bin_iin')}
      inputMode="numeric"
      {...rest}
      error={rest.error ?? own}
    />
  );
}

const ibanMask = 'KZ## ###* **** **** ****';

/** A Kazakhstan IBAN in groups of four; the value is its twenty characters without blanks. */
export function IbanInput(props: FieldProps) {
  const t = useTexts('ui');
  const check = (value: string) => {
    if (value.length < 20) return t('fields.iban_length');
    return isIban(value) ? null : t('fields.iban_wrong');
  };
  const { own, ...rest } = useLeft(props, check);
  const field = useMasked(rest.value, rest.onChange, {
    read: (text) => {
      const { shown } = applyMask(ibanMask, text.toUpperCase());
      return { shown, value: shown.replaceAll(' ', '') };
    },
    caret: (text, caret) => maskedCaret(ibanMask, text.toUpperCase(), caret),
  });
  return (
    <TextInput
      label={t('fields.iban')}
      placeholder="KZ00 0000 0000 0000 0000"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...rest}
      {...field}
      error={rest.error ?? own}
    />
  );
}

const phoneMask = '+7 ### ### ## ##';
const withCode = (text: string) => {
  const digits = phoneDigits(text);
  return digits ? `+7${digits}` : '';
};

/** A mobile phone of Kazakhstan; the value is `+7` and ten digits. 8 701 … and 701 … are understood too. */
export function PhoneInput(props: FieldProps) {
  const t = useTexts('ui');
  const { own, ...rest } = useLeft(props, (value) => (isMobilePhone(value) ? null : t('fields.phone_wrong')));
  const field = useMasked(rest.value, rest.onChange, {
    read: (text) => {
      const value = withCode(text);
      // A beginning that has no digit of its own yet stays as it was typed.
      const begun = /^\s*(\+7?|8)\s*$/.exec(text)?.[1];
      return { shown: value ? applyMask(phoneMask, value).shown : (begun?.replace('8', '+7') ?? ''), value };
    },
    caret: (text, caret) => {
      const digits = phoneDigits(text);
      const right = text.slice(caret).replace(/\D/g, '').length;
      return applyMask(phoneMask, `+7${digits.slice(0, Math.max(0, digits.length - right))}`).shown.length;
    },
  });
  return (
    <TextInput
      label={t('fields.phone')}
      placeholder="+7 700 000 00 00"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...rest}
      {...field}
      error={rest.error ?? own}
    />
  );
}

/**
 * Adds the field's own complaint once the field was left, or sent by Enter, with something wrong in it. It goes with the
 * next change and not with the focus: a form that is sent puts the cursor into the field, and must not hide the reason.
 */
function useLeft<P extends FieldProps>(
  props: P,
  check: (value: string) => string | null,
): P & { own: ReactNode } {
  const [left, setLeft] = useState(false);
  return {
    ...props,
    own: left && props.value ? (check(props.value) ?? undefined) : undefined,
    onChange: (value: string) => {
      setLeft(false);
      props.onChange(value);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') setLeft(true);
      props.onKeyDown?.(event);
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setLeft(true);
      props.onBlur?.(event);
    },
  };
}
