import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import css from './entry-field.module.css';
import { EntryField } from './entry-field.tsx';
import type { EntryFieldProps } from './entry-field.tsx';

/** A password that can be looked at. Pasting and password managers work as in any other input. */
export function PasswordField(props: Omit<EntryFieldProps, 'type' | 'tool'>) {
  const t = useTexts('auth');
  const [shown, setShown] = useState(false);
  return (
    <EntryField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      tool={
        <button
          type="button"
          className={`k-stack k-gap-0 k-press k-second k-hover ${css.eye}`}
          aria-label={t('show_password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <IconEye size={20} stroke={1.75} aria-hidden />
        </button>
      }
    />
  );
}
