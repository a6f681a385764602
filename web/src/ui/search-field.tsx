import { dropHidden } from '@kelisim/shared/kernel/plain-text.ts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import css from './search-field.module.css';

const PAUSE_MS = 300;

export interface SearchFieldProps {
  label: string;
  /** What can be looked for; the label says it otherwise. */
  placeholder?: string;
  /** The words of the address bar. */
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** Words to look for: the list follows a moment after the typing stops, and the field follows the address bar. */
export function SearchField({ label, placeholder = label, value = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState({ text: value, base: value });
  const wanted = typed.text.trim();
  if (value === wanted && typed.base !== value) setTyped({ text: typed.text, base: value });
  const isOurs = value === typed.base || value === wanted;
  useEffect(() => {
    if (wanted === typed.base) return undefined;
    const timer = setTimeout(() => onSearch(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, typed.base, onSearch]);
  return (
    <TextInput
      type="search"
      className={css.search}
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={isOurs ? typed.text : value}
      onChange={(event) => setTyped({ text: dropHidden(event.currentTarget.value), base: value })}
    />
  );
}
