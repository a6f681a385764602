import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import css from './esf.module.css';
import type { EsfOfAct } from './esf.data.ts';

const OTHERS = ['customer_tin', 'customer_name', 'customer_address'];
const OWN = ['seller_tin', 'seller_name', 'seller_address', 'seller_bank', 'vat'];

/** What the system would refuse, said before anybody signs, with the way to where it is mended. */
export function Faults({ id, faults }: Pick<EsfOfAct, 'faults'> & { id: string }) {
  const t = useTexts('esf');
  if (faults.length === 0) return null;
  return (
    <div id={id} className={css.faults} role="note">
      <p>{t('refuse_first')}</p>
      <ul>
        {faults.map(({ field, rule, message }) => (
          <li key={`${field} ${rule}`}>{message}</li>
        ))}
      </ul>
      {faults.some(({ field }) => OTHERS.includes(field)) && <p>{t('mend_other')}</p>}
      {faults.some(({ field }) => OWN.includes(field)) && (
        <AppLink href="/lk/executor/settings/company" className="k-inline k-middle k-self-start k-high-24">
          {t('mend')}
        </AppLink>
      )}
    </div>
  );
}
