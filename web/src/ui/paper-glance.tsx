import type { ReactNode } from 'react';
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

/** One paper beside its list: what it is, its state, its words and itself. Deeds are on its page. */
export function PaperGlance({ title, sub, look, sum, words, paper }: PaperGlanceProps) {
  return (
    <div className="k-stack k-gap-16 k-pad-16">
      {/* Heard whenever another paper takes the place of this one. */}
      <div aria-live="polite">
        <div className="k-split k-gap-4-16 k-baseline">
          <h2 className="k-title">{title}</h2>
          {sum && <span className="k-title">{sum}</span>}
        </div>
        <div className="k-second k-below-12">{sub}</div>
        <StatusDot {...look} />
      </div>
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
