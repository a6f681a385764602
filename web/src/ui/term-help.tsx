import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { onDemand } from './on-demand.tsx';
import type { Term } from './term-window.tsx';

const TermWindow = onDemand(() => import('./term-window.tsx'));

export interface TermHelpProps {
  term: Term;
  /** The term as it stands beside the button. */
  word: string;
}

/** What a term means, beside it. The words come when the button is reached: no page carries them. */
export function TermHelp({ term, word }: TermHelpProps) {
  const t = useTexts('ui');
  return (
    <TermWindow
      term={term}
      button={
        <button
          type="button"
          className="k-press k-no-print k-touch k-term"
          aria-label={t('what_is', { term: word })}
          aria-haspopup="dialog"
        >
          <span aria-hidden>?</span>
        </button>
      }
    />
  );
}

/** A field whose label is a term. The button stands after the label and outside of it: the label names the field alone. */
export function TermField({ term, word, children }: TermHelpProps & { children: ReactNode }) {
  return (
    <div className="k-relative">
      {children}
      <span className="k-label k-over-label">
        <span aria-hidden>{word}</span>
        <TermHelp term={term} word={word} />
      </span>
    </div>
  );
}
