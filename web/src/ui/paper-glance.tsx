import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { StatusDot } from './status-dot.tsx';
import type { Tone } from './status-dot.tsx';

interface PaperGlanceProps {
  title: string;
  sub: ReactNode;
  look: { tone: Tone; label: string };
  sum?: ReactNode;
  words?: ReactNode;
  paper: ReactNode;
}

/** Where the head of each paper is put: what is read aloud when it changes has to stand there before its words. */
export const GlanceHead = createContext<HTMLElement | null>(null);

/** One paper beside its list: what it is, its state, its words and itself. Deeds are on its page. */
export function PaperGlance({ title, sub, look, sum, words, paper }: PaperGlanceProps) {
  const place = useContext(GlanceHead);
  const head = (
    <>
      <div className="k-split k-gap-4-16 k-baseline">
        <h2 className="k-title">{title}</h2>
        {sum && <span className="k-title">{sum}</span>}
      </div>
      <div className="k-second k-below-12">{sub}</div>
      <StatusDot {...look} />
    </>
  );
  return (
    <div className="k-stack k-gap-16 k-pad-16">
      {place && createPortal(head, place)}
      {words}
      {paper}
    </div>
  );
}

/** Its place while it comes, or what is said when it does not. */
export function PaperGlanceWaiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="k-stack k-gap-16 k-pad-16" aria-busy={!error}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <>
          <Skeleton height={72} />
          <Skeleton height={480} />
        </>
      )}
    </div>
  );
}
