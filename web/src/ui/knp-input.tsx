import { KNP_CODES } from '@kelisim/shared/features/payments/knp-codes.ts';
import { useId } from 'react';
import { useLocale } from '../platform/i18n.ts';
import { MaskedInput } from './masked-input.tsx';
import type { MaskedInputProps } from './masked-input.tsx';
import { TermField } from './term-help.tsx';

type KnpInputProps = Omit<MaskedInputProps, 'mask' | 'label'> & { label: string };

/** A code of a payment's purpose: chosen by its name, or any three digits. Says the name of what stands in it. */
export function KnpInput({ description, ...rest }: KnpInputProps) {
  const locale = useLocale();
  const list = useId();
  const known = KNP_CODES.find(({ code }) => code === rest.value);
  return (
    <TermField term="knp" word={rest.label}>
      <MaskedInput
        inputMode="numeric"
        {...rest}
        mask="###"
        list={list}
        description={known ? known[locale] : description}
      />
      <datalist id={list}>
        {KNP_CODES.map((one) => (
          <option key={one.code} value={one.code}>
            {one[locale]}
          </option>
        ))}
      </datalist>
    </TermField>
  );
}
