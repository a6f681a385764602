import type { EsfDocument } from '@kelisim/shared/features/esf/esf.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './esf.module.css';

/** The other electronic paper of the act, with the way to it on the same page. */
export function Pair({ paper: { pair } }: { paper: Pick<EsfDocument, 'pair'> }) {
  const t = useTexts('esf');
  const f = useFormats();
  if (!pair) return null;
  return (
    <>
      <a href={`#esf-${pair.id}`}>{t('pair', { number: pair.number, date: f.date(pair.date) })}</a>
      {pair.registration_number && <div className={css.long}>{pair.registration_number}</div>}
    </>
  );
}
