import css from './status-dot.module.css';

/**
 * The signs of states, one in every place (look.md): a dot that is full, half, or a ring, beside a word.
 * quiet draft · accent sent · attention waiting for you · half signed by one · good-ring signed · moving paying · good paid ·
 * attention-ring returned · bad-ring annulled and refused.
 */
export type Tone =
  | 'quiet'
  | 'accent'
  | 'attention'
  | 'half'
  | 'good-ring'
  | 'moving'
  | 'good'
  | 'attention-ring'
  | 'bad-ring'
  | 'bad';

export interface StatusDotProps {
  tone: Tone;
  /** The word. Colour alone says nothing. */
  label: string;
}

export function StatusDot({ tone, label }: StatusDotProps) {
  return (
    <span className="k-inline k-gap-8 k-baseline">
      <span className={css.dot} data-tone={tone} aria-hidden />
      {label}
    </span>
  );
}
