import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import type { Tone } from './status-dot.tsx';
import dot from './status-dot.module.css';
import css from './timeline.module.css';

export interface TimelineEntry {
  key: string | number;
  /** Moment of the wire (UTC). */
  at: string;
  title: string;
  /** Who did it; nobody when the clock or a bank did. */
  who?: string;
  /** A reason, a number, a link. */
  note?: ReactNode;
  tone?: Tone;
}

export interface TimelineProps {
  /** Newest first. */
  entries: readonly TimelineEntry[];
}

/** Who did what when. */
export function Timeline({ entries }: TimelineProps) {
  const t = useTexts('ui');
  const f = useFormats();
  return (
    <ol className="k-list" aria-label={t('timeline')}>
      {entries.map((entry) => (
        <li key={entry.key} className={css.entry}>
          <span className={`${dot.dot} ${css.dot}`} data-tone={entry.tone ?? 'quiet'} aria-hidden />
          <div>
            <div className="k-medium">{entry.title}</div>
            <div className="k-anywhere k-second k-small">
              {entry.who && <>{entry.who} · </>}
              <time dateTime={entry.at} title={f.moment(entry.at)}>
                {f.relative(entry.at)}
              </time>
            </div>
            {entry.note && <div className="k-soft-quiet k-above-4 k-anywhere k-pad-8-12">{entry.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
