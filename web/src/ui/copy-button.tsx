import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import css from './copy-button.module.css';

/** Copies raw text and says so for a moment. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const t = useTexts('ui');
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
  };
  return (
    <>
      <button
        type="button"
        className={`${css.copy} k-touch`}
        aria-label={`${t('states.copy')}: ${name}`}
        onClick={() => void copy()}
      >
        {done ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </button>
      <span role="status" className="k-visually-hidden">
        {done ? t('states.copied') : ''}
      </span>
    </>
  );
}
