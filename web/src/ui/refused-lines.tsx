const SHOWN = 20;

export interface RefusedLinesProps {
  refused: readonly { line: number; message: string }[];
  title: string;
}

/** Rows of a file that were not taken, with the reason of each; nothing where all were. */
export function RefusedLines({ refused, title }: RefusedLinesProps) {
  if (refused.length === 0) return null;
  return (
    <span className="k-block k-anywhere">
      <span className="k-fault">
        {title} ({refused.length})
      </span>
      {refused.slice(0, SHOWN).map(({ line, message }) => (
        <span key={line} className="k-block k-small">
          {message}
        </span>
      ))}
      {refused.length > SHOWN && '…'}
    </span>
  );
}
