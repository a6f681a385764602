import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { Trouble } from './esf-look.ts';
import css from './esf.module.css';
import { ownReason } from './esf-look.ts';

/** Why a paper stands where it stands: what it waits for, why it was declined, why it was taken back. */
export function EsfWords({ paper, mine }: { paper: EsfDocument; mine: boolean }) {
  const t = useTexts('esf');
  const f = useFormats();
  const { type, channel, trouble, errors, reason, is_corrected, related } = paper;
  const say = useTrouble(mine);
  const words = mine && trouble === 'sign_in' ? null : say(trouble);
  const own = reason && ownReason(reason);
  return (
    <>
      {type !== 'ORDINARY_INVOICE' && <span className="k-second">{t(`type.${type}`)}</span>}
      {related && (
        <span className="k-second">
          {t('related', { number: related.number, date: f.date(related.date) })}
        </span>
      )}
      {channel === 'hand' && <span className="k-second">{t('handed')}</span>}
      {is_corrected && <span className="k-second">{t('reason.corrected')}</span>}
      {words && <p className={css.trouble}>{words}</p>}
      {errors.length > 0 && (
        <div className={css.says}>
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
export function useTrouble(mine: boolean): (trouble: Trouble) => string | null {
  const t = useTexts('esf');
  return (trouble) => trouble && t(`${mine ? 'trouble' : 'trouble_business'}.${trouble}`);
}
