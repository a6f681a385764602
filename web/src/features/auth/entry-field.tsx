import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import css from './entry-field.module.css';

export interface EntryFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Inside the field at its right end. */
  tool?: ReactNode;
}

/**
 * A labelled input in the look of all others, without Mantine's: the sign-in is the first page on a cheap phone, and
 * its inputs would cost a twentieth of all the page may weigh.
 */
export function EntryField({ label, error, tool, ...input }: EntryFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="k-block k-below-4 k-medium">
        {label}
      </label>
      <div className="k-relative">
        <input
          {...input}
          id={id}
          className={`k-bare-input ${css.input}`}
          data-tool={tool ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {tool}
      </div>
      {error && (
        <p id={`${id}-error`} className={`k-fault k-above-4 k-small ${css.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
