import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { ESF_ANSWERED } from '@kelisim/shared/features/esf/esf-status.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './esf.module.css';
import { isSpeaker, ownReason, signsIn } from './esf-look.ts';
import type { Waiting } from './esf-look.ts';

/** Why a paper stands where it stands: what it waits for, why it was declined, why it was taken back. */
export function EsfWords({ paper, mine }: { paper: EsfDocument; mine: boolean }) {
  const t = useTexts('esf');
  const f = useFormats();
  const { kind, type, channel, errors, reason, is_corrected, related } = paper;
  const say = useTrouble(mine);
  const words = signsIn(paper, mine) ? null : say(paper);
  const own = reason && ownReason(reason);
  return (
    <>
      {type !== 'ORDINARY_INVOICE' && <span className="k-second">{t(`type.${type}`)}</span>}
      {related && (
        <span className="k-second">
          {t('related', { number: related.number, date: f.date(related.date) })}
        </span>
      )}
      {channel === 'hand' && (
        <span className="k-second">{t(kind === 'awp' && !mine ? 'answer.by_hand' : 'handed')}</span>
      )}
      {is_corrected && <span className="k-second">{t('reason.corrected')}</span>}
      {words && <p className="k-soft-quiet k-pad-8-12">{words}</p>}
      {errors.length > 0 && (
        <div className={`k-soft-bad k-fault k-anywhere k-pad-8-12 ${css.says}`}>
          <span>{t('says')}:</span>
          <ul>
            {errors.map(({ property, code, text }) => (
              <li key={`${property} ${code} ${text}`}>{text || code}</li>
            ))}
          </ul>
        </div>
      )}
      {reason && (
        <span className="k-second">
          {t('because')}: {own ? t(`reason.${own}`) : reason}
        </span>
      )}
    </>
  );
}

/** What it waits for, as each side is told; the sign-in stands once beside all that wait for it. */
export function useTrouble(mine: boolean): (paper: Waiting) => string | null {
  const t = useTexts('esf');
  return (paper) => {
    const { trouble, status } = paper;
    if (!trouble) return null;
    if (isSpeaker(paper, mine)) return t(`trouble.${trouble}`);
    if (trouble === 'sign_in' && ESF_ANSWERED.includes(status)) return t('answer.other_sign_in');
    return t(`trouble_business.${trouble}`);
  };
}
