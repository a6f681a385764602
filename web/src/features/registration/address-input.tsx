import { Autocomplete } from '@mantine/core';
import type { AutocompleteProps } from '@mantine/core';
import { useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAddresses } from './company.data.ts';

interface AddressInputProps extends Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
}

/** One line; the place is suggested, street and house are typed after it. */
export function AddressInput({ value, onChange, ...rest }: AddressInputProps) {
  const t = useTexts('sign-up');
  const found = useAddresses(value);
  // The field says the chosen line as a change, too, right after the choice.
  const chosen = useRef<string | null>(null);
  return (
    <Autocomplete
      description={t('address.suggestions')}
      placeholder={t('address.placeholder')}
      autoComplete="street-address"
      {...rest}
      value={value}
      data={[...new Set(found)]}
      filter={({ options }) => options}
      onChange={(text) => {
        onChange(text === chosen.current ? `${text}, ` : text);
        chosen.current = null;
      }}
      onOptionSubmit={(option) => {
        chosen.current = option;
      }}
    />
  );
}
