import type { CSSProperties } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import type { Strength } from './password-meter.ts';
import css from './strength-meter.module.css';

const TONES = ['--k-bad', '--k-bad', '--k-attention', '--k-good', '--k-good'];

export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const t = useTexts('auth');
  const shape = `k-line k-above-8 ${css.meter}`;
  // The dictionaries come late: bars that took their place only then would move what one is about to press.
  if (!strength)
    return (
      <div aria-hidden className={shape}>
        <b>&nbsp;</b>
      </div>
    );
  const word = t(`strength.score_${strength.score as 0}`);
  return (
    <div
      role="meter"
      aria-label={t('strength.label')}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={strength.score}
      aria-valuetext={word}
      className={shape}
      style={{ '--tone': `var(${TONES[strength.score]})` } as CSSProperties}
    >
      <span aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= Math.max(1, strength.score) || undefined} />
        ))}
      </span>
      <b aria-hidden>{word}</b>
    </div>
  );
}
