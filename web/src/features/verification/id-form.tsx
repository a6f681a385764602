import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { readPublicId } from './public-id.ts';
import css from './verification.module.css';

/** The id printed on a document, typed or pasted with all its link. */
export function IdForm() {
  const t = useTexts('verification');
  const go = useGo();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = readPublicId(field.current?.value ?? '');
    setWrong(!found);
    if (found) go(`/verify/${found}`);
    else field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit}>
      <label className="k-block k-below-4 k-medium" htmlFor={id}>
        {t('by_id.field')}
      </label>
      <div className={`k-row ${css.line}`}>
        <input
          ref={field}
          id={id}
          className={`k-bare-input ${css.input}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onInput={() => setWrong(false)}
        />
        <PlainButton type="submit">{t('by_id.check')}</PlainButton>
      </div>
      <p className={css.second} id={`${id}-hint`}>
        {t('by_id.hint')}
      </p>
      <p className="k-fault k-above-4 k-if-any" id={`${id}-error`} role="alert">
        {wrong && t('by_id.wrong')}
      </p>
    </form>
  );
}
